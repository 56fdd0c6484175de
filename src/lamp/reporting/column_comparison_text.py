"""The texts of a column comparison, as all formats show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lamp.reporting.column_comparison import LEVEL, ColumnComparison, WinCount, WinCounts
from lamp.reporting.formatting import MISSING, levels, number
from lamp.reporting.pairwise_wins import PairwiseWins
from lamp.reporting.tables import Cell, Comparison, Table


class TextTable(NamedTuple):
    """A table as texts."""

    headings: list[str]
    rows: list[list[str]]


def title(name: str) -> str:
    """The heading of the comparison of a column."""
    return f"{name} against the others"


def note(name: str) -> str:
    """The meaning of the win counts."""
    return (
        f"Rows in which {name} is significantly better : worse than UCT, than the best fixed α of "
        "the row, and than the better of these two; then the best α against UCT. The best is the "
        "one with the best mean of the same runs, which favours it a little. Significant is "
        f"p < {LEVEL:.4g}, the paper's level, however many columns there are."
    )


def headline(name: str, counts: WinCounts) -> str:
    """The win counts of all tables, as a sentence."""
    clauses = [
        f"{than} in {count.better} of {count.rows} rows and worse in {count.worse}"
        for than, count in (("UCT", counts.uct), ("the best α of each row", counts.alpha))
        if count.rows
    ]
    return f"{name} is significantly better than {'; than '.join(clauses)}." if clauses else ""


def count_headings(name: str) -> list[str]:
    """The headings of the win counts of a table."""
    return [f"{name}: UCT", f"{name}: best α", f"{name}: best of both", "best α: UCT"]


def count_texts(counts: WinCounts) -> list[str]:
    """The win counts of a table."""
    return [_with_rows(count) for count in counts]


def _with_rows(count: WinCount) -> str:
    return f"{_pair(count)} of {count.rows}" if count.rows else ""


def _pair(count: WinCount) -> str:
    return f"{count.better} : {count.worse}"


def pairwise_title(name: str) -> str:
    """The heading of a column against each of the others."""
    return f"{name} against each column"


def pairwise_table(name: str, groups: Sequence[PairwiseWins]) -> TextTable:
    """A line for each other column; the first group is that of all, and has every column."""
    first, *others = groups
    rows = [
        [other, _with_rows(count), *(_short(group, other) for group in others)]
        for other, count in first.win_counts.items()
    ]
    return TextTable([f"{name} against", *(group.name for group in groups)], rows)


def _short(group: PairwiseWins, other: str) -> str:
    """A win count; the number of rows follows only where some of them have no runs."""
    count = group.win_counts.get(other, WinCount(0, 0, 0))
    return _pair(count) if count.rows == group.rows else _with_rows(count)


def pairwise_note(comparisons: Sequence[ColumnComparison], groups: Sequence[PairwiseWins]) -> str:
    """The meaning of the pairwise win counts, and the numbers of rows."""
    level = levels([comparison.table for comparison in comparisons])
    return (
        f"Rows in which {comparisons[0].name} is significantly better : worse than each other "
        f"column. {_rows(groups[1:])}Significant is p < {level}, the level "
        "of the tables and not the one above: 0.05 by the number of other columns (Bonferroni in "
        "each row)."
    )


def _rows(groups: Sequence[PairwiseWins]) -> str:
    """The numbers of rows of groups, as their cells do not contain them."""
    if not groups:
        return ""
    numbers = {group.rows for group in groups}
    if len(numbers) == 1:
        sizes = f"Each name at the top but the first stands for {numbers.pop()} rows"
    else:
        listed = ", ".join(f"{group.name} {group.rows}" for group in groups)
        sizes = f"Numbers of rows: {listed}"
    return f"{sizes}; where fewer have runs, a cell says how many. "


def caption(comparison: ColumnComparison) -> str:
    """The metric of a table, or the distance to the optimum."""
    table = comparison.table
    if table.optimum is None:
        return f"{table.metric.label} ({table.metric.direction})"
    return f"{table.metric.label}, distance to the optimum ({number(table.optimum, table)})"


def text_table(comparison: ColumnComparison) -> TextTable:
    """The rows of a table: UCT, the best fixed α, and the compared column."""
    table = comparison.table
    headings = [table.axes.rows, "UCT", "best α", comparison.name, "against UCT", "against best α"]
    rows = [
        [
            row.label,
            _value(row.uct, table),
            _value(row.best, table) + ("" if row.alpha is None else _which(table, row.alpha)),
            _value(row.cell, table),
            standing(row.to_uct),
            standing(row.to_alpha),
        ]
        for row in comparison.rows
    ]
    return TextTable(headings, rows)


def _which(table: Table, column: int) -> str:
    return f" ({table.greediness[column]:g})"


def _value(cell: Cell | None, table: Table) -> str:
    if cell is None:
        return MISSING
    return number(cell.value if cell.distance is None else cell.distance, table)


def standing(comparison: Comparison | None) -> str:
    """The result of a comparison in words."""
    if comparison is None:
        return MISSING
    if comparison.better:
        return "better"
    return "worse" if comparison.worse else "no difference"
