"""Axes: configurations become grids with rows and columns; all that varies besides makes more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from lamp.errors import SettingsError
from lamp.reporting.store import Configuration, Value
from lamp.reporting.tally import Tally

UCT = "UCT"
"""The column of the planner UCT, where it stands beside LAMP with several greediness values."""
_FOLLOW_THE_PLANNER = ("landmarks", "greediness", "landmark_cost")
"""What UCT does not look at."""


class Axes(NamedTuple):
    """What the rows and the columns of all tables stand for."""

    rows: str = "rollouts"
    columns: str = "greediness"

    def is_baseline(self, column: Value) -> bool:
        """Whether a column is plain UCT, with which the others are compared."""
        if self.columns == "greediness":
            return column in (0, UCT)
        return self.columns == "planner" and column == "uct"


@dataclass
class Grid:
    """Tallies by row and column."""

    problem: str
    variant: dict[str, Value]
    """What tells it from other grids of the same problem."""
    tallies: dict[tuple[Value, Value], Tally] = field(default_factory=dict)
    copy: int = 1
    """Above 1 if problems, or files of landmarks, have the same name."""

    @property
    def rows(self) -> list[Value]:
        """The values that rows stand for, in their order."""
        return _ordered(row for row, _ in self.tallies)

    @property
    def columns(self) -> list[Value]:
        """The values that columns stand for, in their order."""
        return _ordered(column for _, column in self.tallies)

    @property
    def name(self) -> str:
        """What tells it from other grids of the same problem, in words."""
        words = [f"{name} {axis_text(value)}" for name, value in self.variant.items()]
        return ", ".join([*words, f"no. {self.copy}"] if self.copy > 1 else words)


def grids(configurations: list[Configuration], axes: Axes) -> list[Grid]:
    """The grids that configurations make, in the order of the experiment."""
    if configurations:
        _check(axes, configurations[0].description)
    varying = _varying(configurations, axes)
    found: dict[tuple[object, ...], Grid] = {}
    for one in configurations:
        variant = {name: one.description[name] for name in varying}
        place = one.description[axes.rows], one.description[axes.columns]
        copy = 1
        while True:
            key = (one.problem, copy, *variant.values())
            grid = found.setdefault(key, Grid(one.problem, variant, copy=copy))
            if place not in grid.tallies:
                break
            copy += 1
        grid.tallies[place] = one.tally
    return _distinctly_named(list(_with_baselines(list(found.values()), axes)))


def _check(axes: Axes, known: Iterable[str]) -> None:
    names = [name for name in known if name != "problem"]
    for name in axes:
        if name not in names:
            raise SettingsError(
                f"{name} is nothing that runs differ in", remedy=f"There are {', '.join(names)}"
            )
    if axes.rows == axes.columns:
        remedy = "Give --rows and --columns different names"
        raise SettingsError(f"{axes.rows} cannot be both rows and columns", remedy=remedy)


def _varying(configurations: list[Configuration], axes: Axes) -> list[str]:
    """What has more than one value, besides the problem and the axes."""
    values: dict[str, set[Value]] = {}
    for one in configurations:
        for name, value in one.description.items():
            values.setdefault(name, set()).add(value)
    fixed = ("problem", *axes)
    return [name for name, some in values.items() if len(some) > 1 and name not in fixed]


def _with_baselines(some: list[Grid], axes: Axes) -> Iterator[Grid]:
    """The grids; where LAMP has no column for UCT, the planner UCT becomes that column."""
    if axes.columns != "greediness":
        yield from some
        return
    baselines = {_setting_of(one): one for one in some if one.variant.get("planner") == "uct"}
    used = set()
    for one in some:
        beside = baselines.get(_setting_of(one))
        if beside and one.variant["planner"] == "lamp" and 0 not in one.columns:
            for (row, _), tally in beside.tallies.items():
                one.tallies[row, UCT] = tally
            used.add(id(beside))
    yield from (one for one in some if id(one) not in used)


def _distinctly_named(some: list[Grid]) -> list[Grid]:
    """The grids without what all of them have in common, now that UCT may have become a column."""
    for name in list(some[0].variant) if some else ():
        if len({one.variant[name] for one in some}) == 1:
            for one in some:
                one.variant = {key: one.variant[key] for key in one.variant if key != name}
    return some


def _setting_of(one: Grid) -> tuple[object, ...]:
    """What a grid has in common with the UCT it is compared with."""
    skipped = ("planner", *_FOLLOW_THE_PLANNER)
    return (one.problem, *(pair for pair in one.variant.items() if pair[0] not in skipped))


def _ordered(values: Iterable[Value]) -> list[Value]:
    """Values once each: UCT first, numbers by size, words as they come."""
    once = list(dict.fromkeys(values))
    numbers = sorted(value for value in once if not isinstance(value, str))
    words = [value for value in once if isinstance(value, str)]
    return [*words, *numbers]


def axis_text(value: Value) -> str:
    """A value of an axis: numbers as short as they can be."""
    return f"{value:.6g}" if isinstance(value, float) else str(value)
