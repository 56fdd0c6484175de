"""Tables: one for each grid, with values, intervals and comparisons of each cell."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from lamp.benchmarks import PublishedTable, published_table
from lamp.reporting.axes import VARIANT, Axes, Grid, axis_text
from lamp.reporting.metrics import Interval, Metric, TTest
from lamp.reporting.optimum import Optimum
from lamp.reporting.paper import Published, published_cells
from lamp.reporting.run_statistics import RunStatistics
from lamp.reporting.store import ALPHA, Value

SIGNIFICANCE = 0.05
"""For all comparisons of a row together (Bonferroni)."""


class Comparison(NamedTuple):
    """A cell against another one, usually UCT, in the same row."""

    p_value: float
    better: bool
    """Whether it is better, and significantly so: it dominates the other one."""
    worse: bool
    """Whether the other one dominates it."""


class Cell(NamedTuple):
    """One configuration that has runs."""

    statistics: RunStatistics
    value: float
    interval: Interval
    best: bool = False
    """Whether it is the best of its row: several where they are equal, but not all."""
    comparison: Comparison | None = None
    """None for UCT itself, and where runs are missing."""
    distance: float | None = None
    """The distance of the value to the optimum; chance may make it negative."""
    published: Published | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """The results of one problem in the paper's layout."""

    problem: str
    besides: str
    """The settings that distinguish it from other tables of the problem; usually none."""
    metric: Metric
    test: str
    """The name of the test that compares cells with UCT."""
    axes: Axes
    rows: tuple[Value, ...]
    columns: tuple[Value, ...]
    baseline: int | None
    """The column of plain UCT."""
    greediness: tuple[float | None, ...]
    """For each column: with which it is the paper's algorithm, 0 for UCT; None for others."""
    cells: dict[tuple[int, int], Cell]
    """By the positions of row and column; those without runs are missing."""
    runs: int
    """The number of runs of each cell in the whole experiment."""
    planned: int
    """The number of cells of the whole experiment."""
    optimum: float | None
    published: PublishedTable | None
    theirs: dict[tuple[int, int], Published]
    """The paper's cells by the same positions, also where ours have no runs yet."""

    @property
    def title(self) -> str:
        """Its name."""
        return f"{self.problem} ({self.besides})" if self.besides else self.problem

    @property
    def family(self) -> str:
        """The family of its problem, such as tireworld; the problem itself if it is of none."""
        return self.problem.partition(":")[0]

    @property
    def decimals(self) -> int:
        """The number of decimals of its values: as in the paper; of costs below 1, two digits."""
        greatest = max((cell.value for cell in self.cells.values()), default=0.0)
        if self.metric is Metric.SUCCESS or not 0 < greatest < 1:
            return self.metric.decimals
        return 1 - math.floor(math.log10(greatest))

    @property
    def level(self) -> float:
        """The significance level: 0.05 by the number of comparisons in a row."""
        return SIGNIFICANCE / max(len(self.columns) - 1, 1)

    @property
    def done(self) -> int:
        """Runs that have a result."""
        return sum(cell.statistics.runs for cell in self.cells.values())

    @property
    def failed(self) -> int:
        """Runs that failed, in cells that have others."""
        return sum(cell.statistics.failed for cell in self.cells.values())

    @property
    def complete(self) -> bool:
        """Whether all runs have a result."""
        return self.done == self.planned * self.runs

    def row(self, index: int) -> list[Cell | None]:
        """The cells of a row."""
        return [self.cells.get((index, column)) for column in range(len(self.columns))]

    def their_row(self, index: int) -> list[Published | None]:
        """The paper's cells of a row."""
        return [self.theirs.get((index, column)) for column in range(len(self.columns))]

    @property
    def their_columns(self) -> list[int]:
        """The columns that the paper has."""
        return sorted({column for _, column in self.theirs})

    def heading(self, column: int) -> str:
        """The heading of a column, as in the paper."""
        text = axis_text(self.columns[column])
        is_alpha = self.axes.columns == ALPHA
        return f"{text}/UCT" if is_alpha and column == self.baseline and text == "0" else text


class Choices(NamedTuple):
    """The choices of the reader, for all tables."""

    axes: Axes = Axes()
    metric: Metric | None = None
    t_test: TTest = TTest.WELCH
    focus: str = ""
    """The column that is compared with all others; nothing: auto, if there is one."""


def make_table(
    grid: Grid, metric: Metric, choices: Choices, optimum: Optimum | None, runs: int
) -> Table:
    """The table of a grid."""
    axes = choices.axes
    columns = grid.columns
    baseline = grid.baseline(axes)
    greediness = tuple(grid.greediness[column] for column in columns)
    published = _published(grid, axes, metric)
    table = Table(
        problem=grid.problem,
        besides=grid.name,
        metric=metric,
        test=metric.test(choices.t_test),
        axes=axes,
        rows=tuple(grid.rows),
        columns=tuple(columns),
        baseline=None if baseline is None else columns.index(baseline),
        greediness=greediness,
        cells={},
        runs=runs,
        planned=len(grid.statistics),
        optimum=optimum.value(metric) if optimum else None,
        published=published,
        theirs=published_cells(published, grid.rows, greediness) if published else {},
    )
    return replace(table, cells=dict(_all_cells(table, grid, choices.t_test)))


def _all_cells(table: Table, grid: Grid, t_test: TTest) -> Iterator[tuple[tuple[int, int], Cell]]:
    """All cells that have runs, by their positions."""
    for row, value in enumerate(table.rows):
        statistics = [
            grid.statistics.get((value, column), RunStatistics()) for column in table.columns
        ]
        for column, cell in _cells(table, statistics, t_test):
            reference = table.theirs.get((row, column))
            published = reference.beside(cell.statistics, table.metric) if reference else None
            yield (row, column), cell._replace(published=published)


def _published(grid: Grid, axes: Axes, metric: Metric) -> PublishedTable | None:
    """The paper's table, if it is one of this kind."""
    table = published_table(grid.problem)
    usual = axes.rows == Axes().rows and axes.columns in (ALPHA, VARIANT)
    theirs = any(value is not None for value in grid.greediness.values())
    return table if table and usual and theirs and table.metric == metric.label else None


def _cells(
    table: Table, statistics: list[RunStatistics], t_test: TTest
) -> Iterator[tuple[int, Cell]]:
    """The cells of a row that have runs, with their columns."""
    metric = table.metric
    values = {column: metric.average(runs) for column, runs in enumerate(statistics) if runs.runs}
    for column, value in values.items():
        runs = statistics[column]
        gains = [metric.gain(value, other) for other in values.values()]
        best = min(gains) >= -1e-9 and max(gains) > 1e-9
        comparison = None
        if table.baseline is not None and column != table.baseline:
            comparison = compared(table, (runs, statistics[table.baseline]), t_test, table.level)
        distance = None if table.optimum is None else metric.gain(table.optimum, value)
        yield column, Cell(runs, value, metric.interval(runs), best, comparison, distance)


def compared(
    table: Table, pair: tuple[RunStatistics, RunStatistics], t_test: TTest, level: float
) -> Comparison | None:
    """The comparison of a pair; None where runs are missing."""
    first, second = pair
    p_value = table.metric.p_value(first, second, t_test)
    if p_value is None:
        return None
    gain = table.metric.gain(table.metric.average(first), table.metric.average(second))
    significant = p_value < level
    return Comparison(p_value, significant and gain > 0, significant and gain < 0)
