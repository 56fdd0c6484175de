"""Grids from TOML: which problems, planners, landmarks, settings and limits."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Any

from lamp import benchmarks
from lamp.errors import ExperimentError, SettingsError, Source
from lamp.execution import PlannerKind
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
from lamp.landmarks.sources import FAST_DOWNWARD, NATIVE, NO_LANDMARKS
from lamp.ppddl import load
from lamp.ppddl.files import read_text
from lamp.search import SETTINGS, SearchSettings

KEYS = ("problems", "runs", "planner", "landmarks", "seeds", "seed", "settings", "limits")
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
    table.known(KEYS)


def _configurations(table: Table, folder: Path) -> tuple[Configuration, ...]:
    if "problems" not in table.values:
        raise table.error("problems", "there are no problems", 'Add problems = ["tireworld:p15"]')
    given = table.axis("problems")
    problems = [found for one in given for found in _problems(table, one, folder)]
    planners = [
        PlannerKind(_choice(table, "planner", one, list(PlannerKind)))
        for one in table.axis("planner", "lamp")
    ]
    landmarks = [_landmarks(table, one, folder) for one in table.axis("landmarks", NATIVE)]
    axes = _axes(table.table("settings"))
    lists: list[list[Any]] = [problems, planners, landmarks, *axes.values()]
    number = math.prod(len(one) for one in lists)
    if number > MOST_CONFIGURATIONS:
        cause = f"there are {number:,} configurations"
        raise table.error("settings", cause, f"At most {MOST_CONFIGURATIONS:,} are allowed")
    settings = [
        SearchSettings().changed(**dict(zip(axes, values, strict=True)))
        for values in product(*axes.values())
    ]
    return _distinct(product(problems, planners, landmarks, settings))


def _distinct(
    parts: Iterable[tuple[ProblemSource, PlannerKind, LandmarkSource, SearchSettings]],
) -> tuple[Configuration, ...]:
    """The configurations, each once, without what their planner does not look at."""
    found = {}
    usual = SearchSettings()
    for problem, planner, landmarks, given in parts:
        settings, source = given, landmarks
        if planner is not PlannerKind.LAMP:
            settings = settings.changed(landmark_cost=usual.landmark_cost)
        if planner not in (PlannerKind.LAMP, PlannerKind.LRTDP):
            settings = settings.changed(greediness=usual.greediness)
        if planner is PlannerKind.UCT:
            source = LandmarkSource(NO_LANDMARKS)
        one = Configuration(problem, planner, source, settings)
        found[one.key] = one
    return tuple(found.values())


def _problems(table: Table, given: object, folder: Path) -> list[ProblemSource]:
    """A problem, or all of a family."""
    if isinstance(given, dict):
        return [_problem_of_files(table, given, folder)]
    if not isinstance(given, str):
        remedy = 'Write "tireworld:p15", or {domain = "d.ppddl", problem = "p.ppddl"}'
        raise table.error("problems", f"{given!r} is not a problem", remedy)
    if given in benchmarks.FAMILIES:
        return [ProblemSource(one) for one in benchmarks.NAMES if one.startswith(f"{given}:")]
    with table.errors_at("problems"):
        benchmarks.load(given)
    return [ProblemSource(given.lower())]


def _problem_of_files(table: Table, given: dict[str, Any], folder: Path) -> ProblemSource:
    strange = [key for key in given if key not in ("domain", "problem", "name")]
    strange += [key for key, value in given.items() if not isinstance(value, str)]
    if strange or "domain" not in given:
        remedy = 'Write {domain = "d.ppddl", problem = "p.ppddl"}; name = "…" may be added'
        raise table.error("problems", f"{given!r} is not a problem", remedy)
    paths = [folder / given[key] for key in ("domain", "problem") if key in given]
    with table.errors_at("problems"):
        load(paths[0], paths[1] if len(paths) > 1 else None)
        texts = tuple(read_text(path) for path in paths)
    return ProblemSource(given.get("name") or given.get("problem") or given["domain"], texts)


def _landmarks(table: Table, given: object, folder: Path) -> LandmarkSource:
    word = str(given)
    if word in (NATIVE, NO_LANDMARKS) or word.startswith(FAST_DOWNWARD):
        return LandmarkSource(word)
    path = folder / word
    if not word.endswith(".json") or not path.is_file():
        remedy = f"Choose {NATIVE}, {FAST_DOWNWARD}lm_zg, {NO_LANDMARKS} or a file: graph.json"
        raise table.error("landmarks", f"there is no source of landmarks {given!r}", remedy)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    return LandmarkSource(path.name, str(path.resolve()), digest)


def _choice(table: Table, key: str, given: object, allowed: list[Any]) -> str:
    if given not in allowed:
        raise table.error(key, f"{key} is {given!r}", f"Choose from {', '.join(allowed)}")
    return str(given)


def _axes(table: Table) -> dict[str, list[Any]]:
    """The values of each setting that is given."""
    if "seed" in table.values:
        raise table.error("seed", "every run has its own seed", "Put seed = … above [settings]")
    table.known(COLUMNS, "setting")
    axes = {}
    for name in table.values:
        axes[name] = [_as_default(name, value) for value in table.axis(name)]
        for value in axes[name]:
            try:
                SearchSettings().changed(**{name: value})
            except SettingsError as error:
                raise table.error(name, error.cause, error.remedy) from None
    return axes


def _as_default(name: str, value: object) -> object:
    """A whole number as a float where the setting is one: 1 and 1.0 are the same configuration."""
    if isinstance(value, int) and isinstance(SETTINGS[name].default, float):
        return value if isinstance(value, bool) else float(value)
    return value


def _limits(table: Table) -> RunLimits:
    table.known(RunLimits._fields)
    for name, value in table.values.items():
        if not isinstance(value, int | float) or isinstance(value, bool) or not value > 0:
            raise table.error(name, f"{name} is {value!r}", "Allowed is more than 0")
    return RunLimits(**{name: float(value) for name, value in table.values.items()})
