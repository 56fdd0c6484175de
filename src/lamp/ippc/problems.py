"""The problems of a server: by the names of benchmarks, or of files that define them together."""

from __future__ import annotations

import os
from collections.abc import Sequence

from lamp.benchmarks import is_name
from lamp.benchmarks import load as load_benchmark
from lamp.errors import PpddlError, SettingsError
from lamp.ppddl import MAX_TEXT_BYTES, Domain, Model, Problem, check, parse_file


def models_of(words: Sequence[str], max_bytes: int = MAX_TEXT_BYTES) -> list[Model]:
    """All problems of some benchmarks and files, each with its domain; no two of one name."""
    names = [word for word in words if is_name(word) and not os.path.exists(word)]  # noqa: PTH110
    files = [word for word in words if word not in names]
    models = [*map(load_benchmark, dict.fromkeys(names)), *_models_in(files, max_bytes)]
    seen: set[str] = set()
    for model in models:
        if model.problem.name in seen:
            raise SettingsError(
                f"there are two problems named {model.problem.name}",
                remedy="Clients ask by name: give each problem one of its own",
            )
        seen.add(model.problem.name)
    return models


def _models_in(files: Sequence[str], max_bytes: int) -> list[Model]:
    definitions = [
        definition for file in dict.fromkeys(files) for definition in parse_file(file, max_bytes)
    ]
    domains = {
        definition.name: definition
        for definition in reversed(definitions)
        if isinstance(definition, Domain)
    }
    problems = [definition for definition in definitions if isinstance(definition, Problem)]
    if files and not problems:
        raise SettingsError(
            f"no problem is defined in {', '.join(files)}", remedy="Give the files of problems, too"
        )
    return [_model(problem, domains) for problem in problems]


def _model(problem: Problem, domains: dict[str, Domain]) -> Model:
    domain = domains.get(problem.domain)
    if domain is None:
        raise PpddlError(
            f"no file defines the domain {problem.domain}",
            place=problem.place,
            remedy="Give the file of the domain, too",
        )
    return Model(domain, problem, check(domain, problem), is_checked=True)
