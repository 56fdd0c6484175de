"""The paper's conclusions, drawn anew: in how many rows LAMP dominates UCT."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lamp.benchmarks import PAPER_TOTALS
from lamp.reporting.tables import Cell, Table

CHANCE = 0.05
"""The share of cells that differ from the published ones at p < 0.05 if nothing differs."""
PROBLEMS = 29
"""In each half of the paper's experiments."""
PUBLISHED_ROWS = 10 * PROBLEMS
"""Rows in each half of the paper's experiments: one for each number of rollouts."""


class Wins(NamedTuple):
    """The numbers of rows of a table in which LAMP or UCT dominates."""

    rows: int
    """Rows in which something was compared with UCT."""
    lamp: int
    """Rows in which LAMP dominates UCT with one greediness at least."""
    uct: int
    """Rows in which UCT dominates LAMP with every greediness."""
    published: int | None
    """Rows in which LAMP dominates UCT in the paper, of those that ours have, too."""
    published_rows: int
    nearest: Cell | None
    """The cell nearest to the optimum, if there is an optimum."""
    beside: int
    """Cells that have a published counterpart."""
    different: int
    """The number of these that differ from it at p < 0.05; by chance alone 5 % do."""


class Total(NamedTuple):
    """Half of the paper's experiments: 29 problems, 290 rows."""

    families: tuple[str, ...]
    rows: int
    won_tables: int
    won_rows: int
    published_tables: int
    published_rows: int
    """Of `PUBLISHED_ROWS`, whatever rows ours have."""


def wins(table: Table) -> Wins:
    """The rows in which LAMP or UCT dominates in a table, and in the paper's."""
    rows = [list(_comparisons(table.row(index))) for index in range(len(table.rows))]
    compared = [row for row in rows if row]
    beside = [cell.published for cell in table.cells.values() if cell.published]
    with_distance = [cell for cell in table.cells.values() if cell.distance is not None]
    theirs = published_winners(table)
    return Wins(
        rows=len(compared),
        lamp=sum(any(better for better, _ in row) for row in compared),
        uct=sum(all(worse for _, worse in row) for row in compared),
        published=sum(theirs) if theirs else None,
        published_rows=len(theirs),
        nearest=min(with_distance, key=lambda cell: abs(cell.distance or 0.0), default=None),
        beside=len(beside),
        different=sum(
            published.p_value is not None and published.p_value < CHANCE for published in beside
        ),
    )


def published_winners(table: Table) -> list[bool]:
    """Whether LAMP dominates UCT in the paper, for each row that is there and in ours."""
    rows = [table.their_row(index) for index in range(len(table.rows))]
    return [any(cell and cell.significant for cell in row) for row in rows if any(row)]


def _comparisons(row: Sequence[Cell | None]) -> Iterator[tuple[bool, bool]]:
    for cell in row:
        if cell and cell.comparison:
            yield cell.comparison.better, cell.comparison.worse


def totals(tables: Sequence[Table]) -> list[Total]:
    """The halves of the paper's experiments of which all problems are there, each once."""
    halves = []
    for families, (published_tables, published_rows) in PAPER_TOTALS.items():
        half = [table for table in tables if table.family in families]
        if len({table.problem for table in half}) != PROBLEMS or len(half) != PROBLEMS:
            continue
        won = [wins(table) for table in half]
        halves.append(
            Total(
                families,
                sum(table.rows for table in won),
                sum(table.lamp > 0 for table in won),
                sum(table.lamp for table in won),
                published_tables,
                published_rows,
            )
        )
    return halves
