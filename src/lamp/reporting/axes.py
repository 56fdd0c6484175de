"""Axes: configurations become grids with rows and columns; other varying settings give more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from lamp.errors import SettingsError
from lamp.reporting.run_statistics import RunStatistics
from lamp.reporting.store import ALPHA, Configuration, Value

UCT = "UCT"
"""The column of the planner UCT, next to LAMP with several greediness values."""
VARIANT = "variant"
COMPARED = (ALPHA, "planner", VARIANT)
"""Columns that stand for algorithms, of which one may be UCT."""
_FOLLOW_THE_PLANNER = ("landmarks", ALPHA, "landmark_cost", VARIANT)
"""Settings that UCT ignores, besides those that go beyond the paper."""


class Axes(NamedTuple):
    """The settings on the rows and the columns of all tables."""

    rows: str = "rollouts"
    columns: str = ""
    """Nothing: variants where the experiment has any, else greediness."""

    def of(self, configurations: list[Configuration]) -> Axes:
        """The same with columns that stand for something."""
        named = any(configuration.description[VARIANT] for configuration in configurations)
        return self._replace(columns=self.columns or (VARIANT if named else ALPHA))


@dataclass
class Grid:
    """Tallies by row and column."""

    problem: str
    besides: dict[str, Value]
    """The settings that distinguish it from other grids of the same problem."""
    statistics: dict[tuple[Value, Value], RunStatistics] = field(default_factory=dict)
    greediness: dict[Value, float | None] = field(default_factory=dict)
    """For each column: with which it is the paper's algorithm, 0 for UCT; None for others."""
    copy: int = 1
    """Above 1 if problems, or files of landmarks, have the same name."""

    def add(
        self, row: Value, column: Value, statistics: RunStatistics, greediness: float | None
    ) -> None:
        """Fill a cell."""
        is_same = self.greediness.setdefault(column, greediness) == greediness
        self.greediness[column] = greediness if is_same else None
        self.statistics[row, column] = statistics

    @property
    def rows(self) -> list[Value]:
        """The values that rows stand for, in their order."""
        return _ordered(row for row, _ in self.statistics)

    @property
    def columns(self) -> list[Value]:
        """The values that columns stand for, in their order."""
        return _ordered(column for _, column in self.statistics)

    def baseline(self, axes: Axes) -> Value | None:
        """The column that is plain UCT, with which the others are compared."""
        if axes.columns not in COMPARED:
            return None
        plain = [column for column in self.columns if self.greediness[column] == 0]
        if axes.columns == ALPHA:
            plain = [column for column in plain if column in (0, UCT)]
        return "uct" if "uct" in plain else next(iter(plain), None)

    @property
    def name(self) -> str:
        """The settings that distinguish it from other grids of the same problem, in words."""
        words = [f"{name} {axis_text(value)}" for name, value in self.besides.items()]
        return ", ".join([*words, f"no. {self.copy}"] if self.copy > 1 else words)


def grids(configurations: list[Configuration], axes: Axes, beyond: Sequence[str]) -> list[Grid]:
    """The grids that configurations make, in the order of the experiment.

    `beyond` are the settings that go beyond the paper.
    """
    if configurations:
        _check(axes, configurations[0].description)
    varying = _varying(configurations, axes)
    made: dict[tuple[object, ...], Grid] = {}
    for configuration in configurations:
        description = configuration.description
        besides = {name: description[name] for name in varying}
        position = description[axes.rows], description[axes.columns]
        copy = 1
        while True:
            key = (configuration.problem, copy, *besides.values())
            grid = made.setdefault(key, Grid(configuration.problem, besides, copy=copy))
            if position not in grid.statistics:
                break
            copy += 1
        grid.add(*position, configuration.statistics, configuration.greediness)
    return _distinctly_named(list(_with_baselines(list(made.values()), axes, beyond)))


def _check(axes: Axes, columns: Iterable[str]) -> None:
    names = [name for name in columns if name != "problem"]
    for name in axes:
        if name not in names:
            raise SettingsError(
                f"{name} is nothing that runs differ in", remedy=f"There are {', '.join(names)}"
            )
    if axes.rows == axes.columns:
        remedy = "Give --rows and --columns different names"
        raise SettingsError(f"{axes.rows} cannot be both rows and columns", remedy=remedy)


def _varying(configurations: list[Configuration], axes: Axes) -> list[str]:
    """Settings with several values, without the problem, the axes, and what variants set."""
    everywhere = _values(configurations)
    varying = [name for name, values in everywhere.items() if len(values) > 1]
    if len(everywhere.get(VARIANT, ())) > 1:
        named: dict[Value, list[Configuration]] = {}
        for configuration in configurations:
            named.setdefault(configuration.description[VARIANT], []).append(configuration)
        within = [_values(members) for members in named.values()]
        varying = [
            name
            for name in varying
            if name == VARIANT or any(len(values[name]) > 1 for values in within)
        ]
    return [name for name in varying if name not in ("problem", *axes)]


def _values(configurations: list[Configuration]) -> dict[str, set[Value]]:
    values: dict[str, set[Value]] = {}
    for configuration in configurations:
        for name, value in configuration.description.items():
            values.setdefault(name, set()).add(value)
    return values


def _with_baselines(all_grids: list[Grid], axes: Axes, beyond: Sequence[str]) -> Iterator[Grid]:
    """The grids; where LAMP has no column for UCT, the planner UCT becomes that column."""
    if axes.columns != ALPHA:
        yield from all_grids
        return
    skipped = ("planner", *_FOLLOW_THE_PLANNER, *beyond)
    baselines = {
        _setting_of(grid, skipped): grid
        for grid in all_grids
        if grid.besides.get("planner") == "uct"
    }
    used = set()
    for grid in all_grids:
        uct = baselines.get(_setting_of(grid, skipped))
        if uct and grid.besides["planner"] == "lamp" and grid.baseline(axes) is None:
            for (row, _), statistics in uct.statistics.items():
                grid.add(row, UCT, statistics, 0.0)
            used.add(id(uct))
    yield from (grid for grid in all_grids if id(grid) not in used)


def _distinctly_named(all_grids: list[Grid]) -> list[Grid]:
    """The grids without settings that all share, as UCT may have become a column."""
    for name in list(all_grids[0].besides) if all_grids else ():
        if len({grid.besides[name] for grid in all_grids}) == 1:
            for grid in all_grids:
                grid.besides = {key: grid.besides[key] for key in grid.besides if key != name}
    return all_grids


def _setting_of(grid: Grid, skipped: Sequence[str]) -> tuple[object, ...]:
    """The settings that a grid shares with the UCT it is compared with."""
    return (grid.problem, *(pair for pair in grid.besides.items() if pair[0] not in skipped))


def _ordered(values: Iterable[Value]) -> list[Value]:
    """Values once each: UCT first, numbers by size, words as they come."""
    once = list(dict.fromkeys(values))
    numbers = sorted(value for value in once if not isinstance(value, str))
    words = [value for value in once if isinstance(value, str)]
    return [*words, *numbers]


def axis_text(value: Value) -> str:
    """A value of an axis: numbers as short as they can be."""
    return f"{value:.6g}" if isinstance(value, float) else str(value)
