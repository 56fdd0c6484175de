"""The arrays of the kernel: made, and made longer when it needs room, within a limit."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from lamp.search import kernel
from lamp.search.kernel import Learned, Relaxation, Rules, Space, TaskArrays, Workspace

Kinds: TypeAlias = Mapping[str, tuple[type, str, str]]
"""Arrays by name: the type of their elements, what they have a row for, and how wide it is."""

FIRST_CAPACITY = 1024
"""Room for so many more of everything, whenever room is made."""

MOST = 2**31 - 1
"""Offsets are 32 bits wide: there cannot be more of anything. It would fill 50 GB."""

SPACE: Kinds = {
    "words": (np.uint64, "states", "words"),
    "node": (np.int32, "states", "pair"),
    "holds": (np.uint64, "states", "landmark words"),
    "edge": (np.int32, "edges", "pair"),
    "successor": (np.int32, "slots", ""),
    "verdict": (np.uint8, "states", ""),
}
LEARNED: Kinds = {
    "goal": (np.float64, "edges", "pair"),
    "part": (np.float64, "edges", "pair"),
    "worth": (np.float64, "states", "five"),
    "subgoal": (np.float64, "rows", "pair"),
    "in_tree": (np.uint8, "states", ""),
    "verdict": (np.uint8, "states", ""),
    "first_pair": (np.int32, "states", ""),
    "pair": (np.int32, "pairs", "triple"),
    "sets": (np.uint64, "sets", "landmark words"),
    "set_first": (np.int32, "sets", ""),
    "set_leaves": (np.int32, "sets", ""),
    "leaf": (np.int32, "leaves", ""),
    "leaf_set": (np.int32, "leaves", ""),
    "choice": (np.float64, "leaves", "pair"),
}


class StateMemory:
    """The state space of a task, and a place to work in."""

    def __init__(self, task: TaskArrays, horizon: int = 0, limit: float = math.inf) -> None:
        self.task = task
        self.limit = limit
        """Bytes that all arrays together may take."""
        self._widths = {
            "words": int(task.constants[kernel.NUM_WORDS]),
            "landmark words": task.predecessors.shape[1],
            "pair": 2,
            "triple": 3,
            "five": 5,
        }
        self.work = self._workspace(horizon)
        self.space: Space
        self.clear()

    def clear(self) -> None:
        """Forget all states."""
        self.space = Space(table=_no_table(), size=_no_sizes(), **self._empty(SPACE))

    def _workspace(self, horizon: int) -> Workspace:
        actions, landmarks = len(self.task.precondition), len(self.task.landmark)
        entries = 2 * horizon + landmarks + 3
        most = int(np.max(np.diff(self.task.outcome_indptr), initial=1))
        return Workspace(
            registers=np.zeros(kernel.NUM_REGISTERS, dtype=np.int64),
            entry=np.empty((entries, 4), dtype=np.int64),
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

    @property
    def num_bytes(self) -> int:
        """The bytes that all arrays take, used or not."""
        return sum(array.nbytes for array in self.space)

    def make_room(self) -> bool:
        """Give all arrays room for what the next steps may need; say whether that was possible."""
        used = _used(self.space.size)
        if not self._lengthen("space", SPACE, self._needed(used), used):
            return False
        table = self._table(self.space.table, self.space.words, used["states"])
        if table is not None and table is not self.space.table:
            self.space = self.space._replace(table=table)
        return table is not None

    def _needed(self, used: Mapping[str, int]) -> dict[str, int]:
        """How many there must be room for of everything."""
        more = {
            "states": len(self.work.row),
            "edges": len(self.task.precondition),
            "slots": len(self.task.cumulative),
            "rows": len(self.task.precondition),
            "leaves": len(self.task.landmark),
        }
        return {of: number + FIRST_CAPACITY + more.get(of, 0) for of, number in used.items()}

    def _lengthen(
        self, owner: str, kinds: Kinds, needed: Mapping[str, int], used: Mapping[str, int]
    ) -> bool:
        """Make arrays long enough, one by one: only one of them is ever there twice."""
        for name, (_, of, _) in kinds.items():
            tables = getattr(self, owner)
            old = getattr(tables, name)
            new = self.longer(old, needed[of], used[of])
            if new is None:
                return False
            if new is not old:
                setattr(self, owner, tables._replace(**{name: new}))
        return True

    def longer(self, array: NDArray[Any], length: int, used: int) -> NDArray[Any] | None:
        """An array with the same used part and at least a length, if there is room for it.

        It grows by half, if that fits. The rest is zeros, which the system gives no memory until
        something is written there.
        """
        if len(array) >= length:
            return array
        for wanted in (max(length, len(array) * 3 // 2), length):
            new = self._allocated((wanted, *array.shape[1:]), array.dtype)
            if new is not None:
                new[: min(used, len(array))] = array[:used]
                return new
        return None

    def _table(
        self, table: NDArray[np.int32], rows: NDArray[np.uint64], used: int
    ) -> NDArray[np.int32] | None:
        """A table with a place for twice as many rows as there can be, if there is room for it."""
        size = 1 << (2 * len(rows) - 1).bit_length()
        if len(table) >= size:
            return table
        new = self._allocated((size,), table.dtype)
        if new is not None:
            new[:] = kernel.UNKNOWN
            with np.errstate(over="ignore"):  # hashes overflow, if nothing is compiled
                kernel.rehash(new, rows, used)
        return new

    def _allocated(self, shape: tuple[int, ...], kind: np.dtype[Any]) -> NDArray[Any] | None:
        """Zeros, if the limit allows them beside everything that is there."""
        wanted = math.prod(shape) * kind.itemsize
        if shape[0] > MOST or self.num_bytes + wanted > self.limit:
            return None
        try:
            return np.zeros(shape, dtype=kind)
        except MemoryError:
            return None


class Memory(StateMemory):
    """The state space of a task, what a planner has learned on it, and a place to work in."""

    def clear(self) -> None:
        """Forget all states, and what was learned about them."""
        super().clear()
        self.forget()

    def forget(self) -> None:
        """Start to learn anew; the state space stays."""
        self.learned = Learned(set_table=_no_table(), size=_no_sizes(), **self._empty(LEARNED))
        self.learned.size[kernel.PAIRS] = 1  # the first stands for none

    @property
    def num_bytes(self) -> int:
        """The bytes that all arrays take, used or not."""
        return super().num_bytes + sum(array.nbytes for array in self.learned)

    def make_room(self) -> bool:
        """Give all arrays room for what the next steps may need; say whether that was possible."""
        if not super().make_room():
            return False
        used = _used(self.space.size + self.learned.size)  # each counts what the other does not
        needed = self._needed(used)
        # The space may have grown by more than was asked for, and all of it has statistics.
        needed |= {"states": len(self.space.words), "edges": len(self.space.edge)}
        if not self._lengthen("learned", LEARNED, needed, used):
            return False
        table = self._table(self.learned.set_table, self.learned.sets, used["sets"])
        if table is not None and table is not self.learned.set_table:
            self.learned = self.learned._replace(set_table=table)
        return table is not None


def relaxation(rules: Rules, outcomes: int) -> Relaxation:
    """Rules and a place to use them, for a task with so many outcomes."""
    literals = len(rules.needing_indptr) - 1
    return Relaxation(
        rules,
        counts=np.zeros(kernel.NUM_COUNTS, dtype=np.int64),
        reached=np.empty(len(rules.needed), dtype=np.uint64),
        lost=np.empty(len(rules.needed), dtype=np.uint64),
        queue=np.empty(literals, dtype=np.int32),
        giver=np.empty(literals, dtype=np.int32),
        recipe=np.zeros((outcomes, 1 + kernel.MOST_RULES), dtype=np.int32),
    )


def _used(size: NDArray[np.int64]) -> dict[str, int]:
    """How many there are of everything, by name."""
    names = ("states", "edges", "slots", "rows", "pairs", "sets", "leaves")  # as in the kernel
    return dict(zip(names, size.tolist(), strict=True))


def _no_table() -> NDArray[np.int32]:
    return np.full(2, kernel.UNKNOWN, dtype=np.int32)


def _no_sizes() -> NDArray[np.int64]:
    return np.zeros(kernel.NUM_SIZES, dtype=np.int64)
