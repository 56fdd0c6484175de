"""The paper's conclusions, drawn anew: in how many rows LAMP dominates UCT."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lamp.benchmarks import PUBLISHED_TOTALS
from lamp.reporting.tables import Cell, Table

CHANCE = 0.05
"""The share of cells that differ from the published ones at p < 0.05 if nothing differs."""
PROBLEMS = 29
"""In each half of the paper's experiments."""
PUBLISHED_ROWS = 10 * PROBLEMS
"""Rows in each half of the paper's experiments: one for each number of rollouts."""


class Wins(NamedTuple):
    """Who dominates in a table."""

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
    """The cell nearest to the optimum, where that is known."""
    beside: int
    """Cells that stand beside a published one."""
    different: int
    """Of these, how many differ from it at p < 0.05; by chance alone 5 % do."""


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
    """Who dominates in a table, and in the paper's."""
    rows = [list(_comparisons(table.row(at))) for at in range(len(table.rows))]
    compared = [row for row in rows if row]
    beside = [one.published for one in table.cells.values() if one.published]
    known = [one for one in table.cells.values() if one.distance is not None]
    theirs = published_winners(table)
    return Wins(
        rows=len(compared),
        lamp=sum(any(better for better, _ in row) for row in compared),
        uct=sum(all(worse for _, worse in row) for row in compared),
        published=sum(theirs) if theirs else None,
        published_rows=len(theirs),
        nearest=min(known, key=lambda one: abs(one.distance or 0.0)) if known else None,
        beside=len(beside),
        different=sum(one.p_value is not None and one.p_value < CHANCE for one in beside),
    )


def published_winners(table: Table) -> list[bool]:
    """Whether LAMP dominates UCT in the paper, for each row that is there and in ours."""
    rows = [table.their_row(at) for at in range(len(table.rows))]
    return [any(one and one.significant for one in row) for row in rows if any(row)]


def _comparisons(row: Sequence[Cell | None]) -> Iterator[tuple[bool, bool]]:
    for cell in row:
        if cell and cell.comparison:
            yield cell.comparison.better, cell.comparison.worse


def totals(tables: Sequence[Table]) -> list[Total]:
    """The halves of the paper's experiments of which all problems are there, each once."""
    found = []
    for families, (published_tables, published_rows) in PUBLISHED_TOTALS.items():
        some = [one for one in tables if one.family in families]
        if len({one.problem for one in some}) != PROBLEMS or len(some) != PROBLEMS:
            continue
        won = [wins(one) for one in some]
        found.append(
            Total(
                families,
                sum(one.rows for one in won),
                sum(one.lamp > 0 for one in won),
                sum(one.lamp for one in won),
                published_tables,
                published_rows,
            )
        )
    return found
