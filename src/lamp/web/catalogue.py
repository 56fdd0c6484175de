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
        "families": [{"name": name, "problems": problems} for name, problems in families.items()],
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
            "name": setting.name,
            "symbol": _symbol(setting.meaning),
            "meaning": setting.meaning,
            "allowed": setting.allowed,
            "kind": _kind(setting.paper),
            "choices": _choices(setting.default),
            "word": setting.default if _is_word(setting.default) else None,
            "default": None if setting.default == math.inf else setting.default,
            "paper": None if setting.paper == math.inf else setting.paper,
        }
        for setting in SETTINGS.values()
    ]


def _symbol(meaning: str) -> str | None:
    """The paper's symbol, which stands in brackets in the words for a setting."""
    match = re.search(r"\((\S{1,3})\)", meaning)
    return match.group(1) if match else None


def _is_word(value: object) -> bool:
    """Whether a value is a word that stands for numbers, such as auto."""
    return isinstance(value, str) and not isinstance(value, StrEnum)


def _kind(value: object) -> str:
    """The kind of the values of a setting."""
    match value:
        case bool():
            return "flag"
        case StrEnum():
            return "choice"
        case int():
            return "whole"
        case _:
            return "number"


def _choices(default: object) -> list[str] | None:
    return [choice.value for choice in type(default)] if isinstance(default, StrEnum) else None


def texts_of(name: str) -> dict[str, str]:
    """A benchmark as PPDDL."""
    model = load(name)
    return {
        "domain": text_of(model.domain) or write_domain(model.domain),
        "problem": write_problem(model.problem),
    }
