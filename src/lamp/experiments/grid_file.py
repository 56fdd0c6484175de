"""Grids from TOML: which problems, planners, landmarks, settings and limits."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from lamp import benchmarks
from lamp.errors import ExperimentError, Source
from lamp.execution import find_planner
from lamp.experiments.grid import (
    COLUMNS,
    Configuration,
    Grid,
    LandmarkSource,
    ProblemSource,
    RunLimits,
    Seeds,
)
from lamp.experiments.tables import Table, parse_table
from lamp.experiments.variants import Variant, checked, read_variants
from lamp.landmarks import FAST_DOWNWARD, NATIVE, NO_LANDMARKS
from lamp.ppddl import Model, load, read_text
from lamp.search import SETTINGS

KEYS = (
    *("problems", "unit_costs", "runs", "planner", "landmarks", "seeds", "seed", "paper"),
    *("settings", "variants", "limits"),
)
MOST_RUNS = 10**6
MOST_CONFIGURATIONS = 10**6


def read_grid(path: Path) -> Grid:
    """The grid that a TOML file describes; paths in it are relative to the file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise ExperimentError(
            f"{path} cannot be read: {reason}", remedy="Expected a grid in TOML"
        ) from None
    return parse_grid(text, str(path), path.parent)


def parse_grid(text: str, name: str = "<grid>", folder: Path | None = None) -> Grid:
    """The grid that a TOML text describes."""
    table = parse_table(Source(name, text))
    _refuse_unknown(table)
    return Grid(
        configurations=_configurations(table, folder or Path()),
        runs=table.whole("runs", 1, 1, MOST_RUNS),
        seeds=Seeds(_choice(table, "seeds", table.values.get("seeds", "independent"), list(Seeds))),
        seed=table.whole("seed", 0, 0, 2**53),
        limits=_limits(table.table("limits")),
        text=text,
    )


def _refuse_unknown(table: Table) -> None:
    for key in table.values:
        if key in COLUMNS:
            cause = f"{key} is a setting, and stands outside the settings"
            raise table.error(key, cause, "Put it below a line [settings]")
    table.refuse_unknown_keys(KEYS)


def _configurations(table: Table, folder: Path) -> tuple[Configuration, ...]:
    if "problems" not in table.values:
        raise table.error("problems", "there are no problems", 'Add problems = ["tireworld:p15"]')
    entries = table.axis("problems")
    problems = [problem for entry in entries for problem in _problems(table, entry, folder)]
    landmarks = [_landmarks(table, entry, folder) for entry in table.axis("landmarks", NATIVE)]
    axes = _axes(table.table("settings"))
    variants = read_variants(table, axes)
    number = len(problems) * len(landmarks) * math.prod(len(values) for values in axes.values())
    number *= sum(len(variant.planners) for variant in variants)
    if number > MOST_CONFIGURATIONS:
        cause = f"there are {number:,} configurations"
        raise table.error("settings", cause, f"At most {MOST_CONFIGURATIONS:,} are allowed")
    points = [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]
    return _distinct(
        (variant, _seen_by_planner(Configuration(problem, planner, source, settings, variant.name)))
        for problem, variant in product(problems, variants)
        for planner, source in product(variant.planners, landmarks)
        for settings in map(variant.with_values, points)
    )


def _distinct(pairs: Iterable[tuple[Variant, Configuration]]) -> tuple[Configuration, ...]:
    """The configurations, each once."""
    by_key: dict[str, Configuration] = {}
    for variant, configuration in pairs:
        first = by_key.setdefault(configuration.key, configuration)
        if first.variant != variant.name:
            cause = f"variants {first.variant!r} and {variant.name!r} do the same"
            raise variant.table.error("name", cause, "Leave one of them out, or change a setting")
    return tuple(by_key.values())


def _seen_by_planner(configuration: Configuration) -> Configuration:
    """The configuration without what its planner does not look at."""
    settings, source = configuration.settings, configuration.landmarks
    planner = find_planner(configuration.planner).planner
    settings = settings.changed(**{name: SETTINGS[name].paper for name in planner.unused_settings})
    if not planner.uses_landmarks:
        source = LandmarkSource(NO_LANDMARKS)
    return replace(configuration, settings=settings, landmarks=source)


def _problems(table: Table, entry: object, folder: Path) -> list[ProblemSource]:
    """A problem, or all of a family."""
    if isinstance(entry, dict):
        return [_problem_of_files(table, entry, folder)]
    if not isinstance(entry, str):
        remedy = 'Write "tireworld:p15", or {domain = "d.ppddl", problem = "p.ppddl"}'
        raise table.error("problems", f"{entry!r} is not a problem", remedy)
    if entry in benchmarks.FAMILIES:
        names = [name for name in benchmarks.NAMES if name.startswith(f"{entry}:")]
    else:
        names = [entry.lower()]
    with table.errors_at("problems"):
        return [_source(table, benchmarks.load(name), name) for name in names]


def _source(table: Table, model: Model, name: str, texts: tuple[str, ...] = ()) -> ProblemSource:
    """The source of a problem; without costs if the grid says so and it has some."""
    free = model.without_costs()
    has_costs = (free.domain, free.problem) != (model.domain, model.problem)
    unit_costs = has_costs and table.flag("unit_costs", default=False)
    warnings = (free if unit_costs else model).warnings
    return ProblemSource(name, texts, unit_costs, tuple(map(str, warnings)))


def _problem_of_files(table: Table, entry: dict[str, Any], folder: Path) -> ProblemSource:
    strange = [key for key in entry if key not in ("domain", "problem", "name")]
    strange += [key for key, value in entry.items() if not isinstance(value, str)]
    if strange or "domain" not in entry:
        remedy = 'Write {domain = "d.ppddl", problem = "p.ppddl"}; name = "…" may be added'
        raise table.error("problems", f"{entry!r} is not a problem", remedy)
    paths = [folder / entry[key] for key in ("domain", "problem") if key in entry]
    with table.errors_at("problems"):
        model = load(paths[0], paths[1] if len(paths) > 1 else None)
        texts = tuple(read_text(path) for path in paths)
    name = entry.get("name") or entry.get("problem") or entry["domain"]
    return _source(table, model, name, texts)


def _landmarks(table: Table, entry: object, folder: Path) -> LandmarkSource:
    word = str(entry)
    if word in (NATIVE, NO_LANDMARKS) or word.startswith(FAST_DOWNWARD):
        return LandmarkSource(word)
    path = folder / word
    if not word.endswith(".json") or not path.is_file():
        remedy = f"Choose {NATIVE}, {FAST_DOWNWARD}lm_zg, {NO_LANDMARKS} or a file: graph.json"
        raise table.error("landmarks", f"there is no source of landmarks {entry!r}", remedy)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    return LandmarkSource(path.name, str(path.resolve()), digest)


def _choice(table: Table, key: str, value: object, allowed: list[Any]) -> str:
    if value not in allowed:
        raise table.error(key, f"{key} is {value!r}", f"Choose from {', '.join(allowed)}")
    return str(value)


def _axes(table: Table) -> dict[str, list[Any]]:
    """The values of each setting that is given."""
    if "seed" in table.values:
        raise table.error("seed", "every run has its own seed", "Put seed = … above [settings]")
    table.refuse_unknown_keys(COLUMNS, "setting")
    return {
        name: [checked(table, name, value) for value in table.axis(name)] for name in table.values
    }


def _limits(table: Table) -> RunLimits:
    table.refuse_unknown_keys(RunLimits._fields)
    for name, value in table.values.items():
        if not isinstance(value, int | float) or isinstance(value, bool) or not value > 0:
            raise table.error(name, f"{name} is {value!r}", "Allowed is more than 0")
    return RunLimits(**{name: float(value) for name, value in table.values.items()})
