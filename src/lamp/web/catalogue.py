"""What the page offers to choose from: problems, planners and settings, each from its home."""

from __future__ import annotations

import math
import re
from enum import StrEnum
from typing import Any

from lamp import __version__
from lamp.benchmarks import NAMES, load, text_of
from lamp.ppddl import write_domain, write_problem
from lamp.web.limits import SESSIONS, TEXT_BYTES


def catalogue() -> dict[str, Any]:
    """All that can be chosen."""
    from lamp.execution import find_planner, planner_names  # noqa: PLC0415 (slow to import)

    families: dict[str, list[str]] = {}
    for name in NAMES:
        families.setdefault(name.partition(":")[0], []).append(name)
    return {
        "version": __version__,
        "families": [{"name": name, "problems": found} for name, found in families.items()],
        "planners": [
            {"name": name, "meaning": spec.description, "ignores": spec.planner.unused_settings}
            for name in planner_names()
            for spec in [find_planner(name)]
        ],
        "settings": _settings(),
        "limits": {"text_bytes": TEXT_BYTES, "sessions": SESSIONS},
    }


def _settings() -> list[dict[str, Any]]:
    from lamp.search import SETTINGS  # noqa: PLC0415 (slow to import)

    return [
        {
            "name": one.name,
            "symbol": _symbol(one.meaning),
            "meaning": one.meaning,
            "allowed": one.allowed,
            "kind": _kind(one.paper),
            "choices": _choices(one.default),
            "word": one.default if _kind(one.default) != _kind(one.paper) else None,
            "default": None if one.default == math.inf else one.default,
            "paper": None if one.paper == math.inf else one.paper,
        }
        for one in SETTINGS.values()
    ]


def _symbol(meaning: str) -> str | None:
    """The paper's symbol, which stands in brackets in the words for a setting."""
    found = re.search(r"\((\S{1,3})\)", meaning)
    return found.group(1) if found else None


def _kind(value: object) -> str:
    """What kind of values a setting has; of auto, which stands for numbers, it is a word."""
    match value:
        case bool():
            return "flag"
        case StrEnum():
            return "choice"
        case str():
            return "word"
        case int():
            return "whole"
        case _:
            return "number"


def _choices(default: object) -> list[str] | None:
    return [one.value for one in type(default)] if isinstance(default, StrEnum) else None


def texts_of(name: str) -> dict[str, str]:
    """A benchmark as PPDDL."""
    model = load(name)
    return {
        "domain": text_of(model.domain) or write_domain(model.domain),
        "problem": write_problem(model.problem),
    }
