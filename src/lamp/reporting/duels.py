"""One column against each of the others, over all tables: by problem, or by family if many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from lamp.reporting.focus import Focus, Score, total_duels

MOST = 8
"""Problems that stand side by side; more are summed up by family, and more families altogether."""
ALL = "all"
_NAMES: tuple[Callable[[Focus], str], ...] = (
    lambda one: one.table.title,
    lambda one: one.table.family,
)
"""By what tables are put together, the finest first."""


class Duels(NamedTuple):
    """Tables that are looked at together."""

    name: str
    rows: int
    """Of the tables, with runs or without."""
    scores: dict[str, Score]
    """By the heading of the other column."""


def duels(some: Sequence[Focus]) -> list[Duels]:
    """The scores of all together, then those of each problem or family; empty without any."""
    if not any(one.duels for one in some):
        return []
    parts = [_together(name, tables) for name, tables in _parts(some).items()]
    return parts if len(parts) == 1 else [_together(ALL, some), *parts]


def _parts(some: Sequence[Focus]) -> dict[str, list[Focus]]:
    for name in _NAMES:
        found: dict[str, list[Focus]] = {}
        for one in some:
            found.setdefault(name(one), []).append(one)
        if len(found) <= MOST:
            return found
    return {}


def _together(name: str, some: Sequence[Focus]) -> Duels:
    return Duels(name, sum(len(one.rows) for one in some), total_duels(some))
