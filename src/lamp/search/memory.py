"""The arrays of the kernel: made, and made longer when it needs room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from lamp.search import kernel
from lamp.search.kernel import Learned, Space, TaskArrays, Workspace

Tables = TypeVar("Tables", Space, Learned)
Kinds: TypeAlias = Mapping[str, tuple[type, str, str]]
"""Arrays by name: the type of their elements, what they have a row for, and how wide it is."""

FIRST_CAPACITY = 1024
"""Room for so many more of everything, whenever room is made."""

SPACE: Kinds = {
    "words": (np.uint64, "states", "words"),
    "first_edge": (np.int64, "states", ""),
    "num_edges": (np.int32, "states", ""),
    "holds": (np.uint64, "states", "landmark words"),
    "edge_action": (np.int32, "edges", ""),
    "edge_slot": (np.int64, "edges", ""),
    "successor": (np.int32, "slots", ""),
}
LEARNED: Kinds = {
    "goal": (np.float64, "edges", "statistics"),
    "subgoal": (np.float64, "rows", "statistics"),
    "in_tree": (np.uint8, "states", ""),
    "first_pair": (np.int32, "states", ""),
    "pair_subgoal": (np.int32, "pairs", ""),
    "pair_row": (np.int64, "pairs", ""),
    "pair_next": (np.int32, "pairs", ""),
    "sets": (np.uint64, "sets", "landmark words"),
    "set_first": (np.int32, "sets", ""),
    "set_leaves": (np.int32, "sets", ""),
    "leaf": (np.int32, "leaves", ""),
    "leaf_set": (np.int32, "leaves", ""),
    "choice": (np.float64, "leaves", "statistics"),
}


class StateMemory:
    """The state space of a task, and a place to work in."""

    def __init__(self, task: TaskArrays, horizon: int = 0) -> None:
        self.task = task
        self._widths = {
            "words": int(task.constants[kernel.NUM_WORDS]),
            "landmark words": task.predecessors.shape[1],
            "statistics": 3,
        }
        self.work = self._workspace(horizon)
        self.space = Space(table=_no_table(), size=_no_sizes(), **self._empty(SPACE))

    def _workspace(self, horizon: int) -> Workspace:
        actions, landmarks = len(self.task.precondition), len(self.task.landmark)
        entries = horizon + landmarks + 2
        most = int(np.max(np.diff(self.task.outcome_indptr), initial=1))
        return Workspace(
            registers=np.zeros(kernel.NUM_REGISTERS, dtype=np.int64),
            entry_kind=np.empty(entries, dtype=np.uint8),
            entry_at=np.empty(entries, dtype=np.int64),
            entry_row=np.empty(entries, dtype=np.int64),
            entry_cost=np.empty(entries, dtype=np.int64),
            applicable=np.empty(actions, dtype=np.int32),
            signature=np.empty(actions, dtype=np.uint64),
            row=np.empty((2 * most + 1, self._widths["words"]), dtype=np.uint64),
            set_words=np.empty(self._widths["landmark words"], dtype=np.uint64),
        )

    def _empty(self, kinds: Kinds) -> dict[str, NDArray[Any]]:
        return {
            name: np.empty((0, self._widths[width]) if width else (0,), dtype=kind)
            for name, (kind, _, width) in kinds.items()
        }

    def make_room(self) -> None:
        """Give all arrays room for what the next steps may need."""
        size = self.space.size
        actions, outcomes = len(self.task.precondition), len(self.task.cumulative)
        lengths = {
            "states": int(size[kernel.STATES]) + FIRST_CAPACITY,
            "edges": int(size[kernel.EDGES]) + FIRST_CAPACITY + actions,
            "slots": int(size[kernel.SLOTS]) + FIRST_CAPACITY + outcomes,
        }
        self.space = _grown(self.space, SPACE, lengths)
        table = _table(self.space.table, self.space.words, int(size[kernel.STATES]))
        self.space = self.space._replace(table=table)


class Memory(StateMemory):
    """The state space of a task, what a planner has learned on it, and a place to work in."""

    def __init__(self, task: TaskArrays, horizon: int) -> None:
        super().__init__(task, horizon)
        self.learned: Learned
        self.forget()

    def forget(self) -> None:
        """Start to learn anew; the state space stays."""
        self.learned = Learned(set_table=_no_table(), size=_no_sizes(), **self._empty(LEARNED))
        self.make_room()

    def make_room(self) -> None:
        """Give all arrays room for what the next steps may need."""
        super().make_room()
        size = self.learned.size
        lengths = {
            "rows": int(size[kernel.ROWS]) + FIRST_CAPACITY + len(self.task.precondition),
            "pairs": int(size[kernel.PAIRS]) + FIRST_CAPACITY,
            "sets": int(size[kernel.SETS]) + FIRST_CAPACITY,
            "leaves": int(size[kernel.LEAVES]) + FIRST_CAPACITY + len(self.task.landmark),
            # The space may have grown by more than was asked for, and all of it has statistics.
            "states": len(self.space.words),
            "edges": len(self.space.edge_action),
        }
        old = self.learned
        self.learned = _grown(old, LEARNED, lengths)
        self.learned.goal[len(old.goal) :] = 0.0
        self.learned.in_tree[len(old.in_tree) :] = 0
        self.learned.first_pair[len(old.first_pair) :] = kernel.UNKNOWN
        table = _table(self.learned.set_table, self.learned.sets, int(size[kernel.SETS]))
        self.learned = self.learned._replace(set_table=table)


def _no_table() -> NDArray[np.int32]:
    return np.full(2, kernel.UNKNOWN, dtype=np.int32)


def _no_sizes() -> NDArray[np.int64]:
    return np.zeros(kernel.NUM_SIZES, dtype=np.int64)


def _grown(tables: Tables, kinds: Kinds, lengths: Mapping[str, int]) -> Tables:
    """The tables with arrays that are long enough."""
    arrays = {
        name: _longer(getattr(tables, name), lengths[of]) for name, (_, of, _) in kinds.items()
    }
    return tables._replace(**arrays)


def _longer(array: NDArray[Any], length: int) -> NDArray[Any]:
    """An array with the same beginning and at least a length; grown by half, at least."""
    if len(array) >= length:
        return array
    new = np.empty((max(length, len(array) * 3 // 2), *array.shape[1:]), dtype=array.dtype)
    new[: len(array)] = array
    return new


def _table(table: NDArray[np.int32], rows: NDArray[np.uint64], used: int) -> NDArray[np.int32]:
    """A table with a place for twice as many rows as there can be."""
    size = 1 << (2 * len(rows) - 1).bit_length()
    if len(table) >= size:
        return table
    new = np.full(size, kernel.UNKNOWN, dtype=np.int32)
    kernel.rehash(new, rows, used)
    return new
