"""Sets of ground atoms, one per predicate, with indexes for joins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

Row = tuple[str, ...]
Index = dict[Any, list[Row]]


def key_of(positions: Sequence[int]) -> Callable[[Sequence[str]], Any]:
    """A function that reads the key at some positions of a row; one position gives a bare value."""
    return itemgetter(*positions) if positions else lambda _: ()


def row_of(positions: Sequence[int]) -> Callable[[Sequence[str]], Row]:
    """A function that reads the tuple at some positions."""
    if len(positions) == 1:
        (position,) = positions
        return lambda values: (values[position],)
    return key_of(positions)


class Relation:
    """The known atoms of one predicate."""

    def __init__(self) -> None:
        self.rows: dict[Row, None] = {}
        self._indexes: dict[tuple[int, ...], tuple[Callable[[Sequence[str]], Any], Index]] = {}

    def insert(self, row: Row) -> None:
        """Add an atom that is not there yet, also to all indexes made so far."""
        self.rows[row] = None
        for key, index in self._indexes.values():
            index.setdefault(key(row), []).append(row)

    def index(self, positions: tuple[int, ...]) -> Index:
        """The rows by their values at some positions; stays up to date."""
        if positions not in self._indexes:
            key, index = key_of(positions), Index()
            for row in self.rows:
                index.setdefault(key(row), []).append(row)
            self._indexes[positions] = key, index
        return self._indexes[positions][1]

    def fanout(self, positions: tuple[int, ...]) -> float:
        """How many rows an average key of the index has."""
        return len(self.rows) / max(1, len(self.index(positions)))
