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


class Sort:
    """The objects that a variable may stand for, made once for all variables of a type."""

    def __init__(self, objects: Sequence[str]) -> None:
        self.objects = objects
        self.members = frozenset(objects)
        self.relation = Relation()
        for name in objects:
            self.relation.insert((name,))


Typing = tuple[tuple[int, Sort], ...]
"""Positions of a row and the sorts that their values must have."""


class Relation:
    """The known atoms of one predicate."""

    def __init__(self) -> None:
        self.rows: dict[Row, None] = {}
        self._indexes: dict[tuple[tuple[int, ...], Typing], _Index] = {}
        self._num_keys: dict[tuple[int, ...], int] = {}

    def insert(self, row: Row) -> None:
        """Add an atom that is not there yet, also to all indexes made so far."""
        self.rows[row] = None
        for index in self._indexes.values():
            index.insert(row)

    def index(self, positions: tuple[int, ...], typing: Typing = ()) -> Index:
        """The rows of the right types by their values at some positions; stays up to date."""
        if (positions, typing) not in self._indexes:
            index = _Index(positions, typing)
            for row in self.rows:
                index.insert(row)
            self._indexes[positions, typing] = index
        return self._indexes[positions, typing].rows

    def fanout(self, positions: tuple[int, ...]) -> float:
        """How many rows there are for an average key; of a relation that does not grow."""
        if positions not in self._num_keys:
            self._num_keys[positions] = len(set(map(key_of(positions), self.rows)))
        return len(self.rows) / max(1, self._num_keys[positions])


class _Index:
    """Rows of some types, by key: a search for trucks does not visit the rows of parcels."""

    def __init__(self, positions: tuple[int, ...], typing: Typing) -> None:
        self._key = key_of(positions)
        self._members = [(position, sort.members) for position, sort in typing]
        self.rows: Index = {}

    def insert(self, row: Row) -> None:
        for position, members in self._members:
            if row[position] not in members:
                return
        self.rows.setdefault(self._key(row), []).append(row)
