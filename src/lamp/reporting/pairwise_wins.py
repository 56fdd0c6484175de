"""One column against each of the others, over all tables: by problem, or by family if many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from lamp.reporting.column_comparison import ColumnComparison, WinCount, total_pairwise

MOST_GROUPS = 8
"""Problems side by side; more are summed by family, and more families altogether."""
ALL = "all"
_GROUP_NAMES: tuple[Callable[[ColumnComparison], str], ...] = (
    lambda comparison: comparison.table.title,
    lambda comparison: comparison.table.family,
)
"""The names by which tables are grouped, the finest first."""


class PairwiseWins(NamedTuple):
    """The win counts of a group of tables."""

    name: str
    rows: int
    """Of the tables, with runs or without."""
    win_counts: dict[str, WinCount]
    """By the heading of the other column."""


def pairwise_wins(comparisons: Sequence[ColumnComparison]) -> list[PairwiseWins]:
    """The win counts of all together, then those of each problem or family; empty without any."""
    if not any(comparison.pairwise for comparison in comparisons):
        return []
    groups = [_group(name, members) for name, members in _groups(comparisons).items()]
    return groups if len(groups) == 1 else [_group(ALL, comparisons), *groups]


def _groups(comparisons: Sequence[ColumnComparison]) -> dict[str, list[ColumnComparison]]:
    """The comparisons by the finest name of which there are few."""
    for name_of in _GROUP_NAMES:
        groups: dict[str, list[ColumnComparison]] = {}
        for comparison in comparisons:
            groups.setdefault(name_of(comparison), []).append(comparison)
        if len(groups) <= MOST_GROUPS:
            return groups
    return {}


def _group(name: str, comparisons: Sequence[ColumnComparison]) -> PairwiseWins:
    rows = sum(len(comparison.rows) for comparison in comparisons)
    return PairwiseWins(name, rows, total_pairwise(comparisons))
