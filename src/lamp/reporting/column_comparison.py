"""One column against the others: UCT, the best fixed greediness of each row, each other column.

The column is usually `auto`, for which the best greediness is not given. Win counts against each
other column are what ablations report.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lamp.errors import SettingsError
from lamp.reporting.axes import axis_text
from lamp.reporting.metrics import TTest
from lamp.reporting.tables import SIGNIFICANCE, Cell, Comparison, Table, compared

USUAL = "auto"
"""The column that is compared, if there is one and no other was named."""
LEVEL = SIGNIFICANCE / 4
"""The significance level of these comparisons: the paper's, however many columns there are.

The comparisons were fixed before there were results, and are as many in a row as in the paper.
"""


class WinCount(NamedTuple):
    """The number of rows of a table in which one column dominates another, or is dominated."""

    rows: int
    """Rows in which both have runs."""
    better: int
    worse: int


class ComparedRow(NamedTuple):
    """A row of a table: the compared column, UCT and the best fixed greediness."""

    label: str
    cell: Cell | None
    uct: Cell | None
    alpha: int | None
    """The column of the paper's algorithm with the best mean, but for UCT."""
    best: Cell | None
    """The cell of that column."""
    to_uct: Comparison | None
    to_alpha: Comparison | None
    to_both: Comparison | None
    """Against that column or UCT, whichever has the better mean."""
    alpha_to_uct: Comparison | None


class WinCounts(NamedTuple):
    """The win counts over all rows."""

    uct: WinCount
    alpha: WinCount
    both: WinCount
    alpha_over_uct: WinCount


@dataclass(frozen=True, slots=True)
class ColumnComparison:
    """A column of a table against UCT, the best of the paper's greediness values, and others."""

    table: Table
    name: str
    rows: tuple[ComparedRow, ...]
    pairwise: dict[str, WinCount]
    """The column against each other one, by its heading, at the significance level of the table.

    Empty where all others are the paper's algorithm, in every table.
    """

    @property
    def win_counts(self) -> WinCounts:
        """The win counts of the column, and of the best greediness against UCT."""
        return WinCounts(
            _count(row.to_uct for row in self.rows),
            _count(row.to_alpha for row in self.rows),
            _count(row.to_both for row in self.rows),
            _count(row.alpha_to_uct for row in self.rows),
        )


def compare_column(tables: Sequence[Table], name: str, t_test: TTest) -> list[ColumnComparison]:
    """The comparisons of a column, for each table that has it and the paper's algorithm."""
    heading = name or USUAL
    columns = [_column(table, heading) for table in tables]
    if name and all(column is None for column in columns):
        headings = dict.fromkeys(
            table.heading(column) for table in tables for column in _columns(table)
        )
        remedy = f"There are {', '.join(headings)}"
        raise SettingsError(f"there is no column {name}", remedy=remedy)
    compared_tables = [
        (table, column)
        for table, column in zip(tables, columns, strict=True)
        if column is not None and _paper_columns(table, column)
    ]
    beyond = any(_goes_beyond(table, column) for table, column in compared_tables)
    return [
        ColumnComparison(
            table,
            heading,
            tuple(_row(table, row, column, t_test) for row in range(len(table.rows))),
            _pairwise(table, column, t_test) if beyond else {},
        )
        for table, column in compared_tables
    ]


def total(comparisons: Sequence[ColumnComparison]) -> WinCounts:
    """The win counts of all tables together."""
    counts = [comparison.win_counts for comparison in comparisons]
    return WinCounts(*map(_sum, zip(*counts, strict=True)))


def total_pairwise(comparisons: Sequence[ColumnComparison]) -> dict[str, WinCount]:
    """The pairwise win counts of all tables together; a column may be missing in some of them."""
    names = dict.fromkeys(name for comparison in comparisons for name in comparison.pairwise)
    empty = WinCount(0, 0, 0)
    return {
        name: _sum(comparison.pairwise.get(name, empty) for comparison in comparisons)
        for name in names
    }


def _sum(counts: Iterable[WinCount]) -> WinCount:
    return WinCount(*map(sum, zip(*counts, strict=True)))


def _columns(table: Table) -> range:
    return range(len(table.columns))


def _column(table: Table, name: str) -> int | None:
    """The column of a name, by its value or by its heading."""
    for column, value in enumerate(table.columns):
        if name in (axis_text(value), table.heading(column)):
            return column
    return None


def _paper_columns(table: Table, column: int) -> list[int]:
    """The other columns that are the paper's algorithm, UCT among them."""
    return [other for other in _others(table, column) if table.greediness[other] is not None]


def _others(table: Table, column: int) -> list[int]:
    return [other for other in _columns(table) if other != column]


def _goes_beyond(table: Table, column: int) -> bool:
    """Whether another column is not the paper's algorithm."""
    return len(_paper_columns(table, column)) < len(_others(table, column))


def _pairwise(table: Table, column: int, t_test: TTest) -> dict[str, WinCount]:
    """The column against each other: as many comparisons in a row as the table's level is for."""
    rows = [table.row(row) for row in range(len(table.rows))]
    return {
        table.heading(other): _count(
            _against(table, (row[column], row[other]), t_test, table.level) for row in rows
        )
        for other in _others(table, column)
    }


def _row(table: Table, row: int, column: int, t_test: TTest) -> ComparedRow:
    cells = table.row(row)
    filled = [other for other in _paper_columns(table, column) if cells[other]]
    alpha = _best(table, cells, [other for other in filled if table.greediness[other]])
    both = _best(table, cells, filled)
    cell, best = cells[column], None if alpha is None else cells[alpha]
    uct = None if table.baseline in (None, column) else cells[table.baseline]

    def against(first: Cell | None, second: Cell | None) -> Comparison | None:
        return _against(table, (first, second), t_test, LEVEL)

    return ComparedRow(
        label=axis_text(table.rows[row]),
        cell=cell,
        uct=uct,
        alpha=alpha,
        best=best,
        to_uct=against(cell, uct),
        to_alpha=against(cell, best),
        to_both=against(cell, None if both is None else cells[both]),
        alpha_to_uct=against(best, uct),
    )


def _against(
    table: Table, pair: tuple[Cell | None, Cell | None], t_test: TTest, level: float
) -> Comparison | None:
    """The comparison of two cells; None where one of them has no runs."""
    first, second = pair
    if first is None or second is None:
        return None
    return compared(table, (first.statistics, second.statistics), t_test, level)


def _best(table: Table, cells: Sequence[Cell | None], columns: Iterable[int]) -> int | None:
    """The column with the best mean; of several, the first."""
    values = {column: cell.value for column in columns if (cell := cells[column])}
    return (
        max(values, key=lambda column: table.metric.gain(values[column], 0.0)) if values else None
    )


def _count(comparisons: Iterable[Comparison | None]) -> WinCount:
    made = [comparison for comparison in comparisons if comparison]
    better = sum(comparison.better for comparison in made)
    return WinCount(len(made), better, sum(comparison.worse for comparison in made))
