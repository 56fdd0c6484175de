"""The arrays of the kernel: made, and made longer when it needs room."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lamp.search import kernel
from lamp.search.kernel import Learned, Space, TaskArrays, Workspace

FIRST_CAPACITY = 1024


def longer(array: NDArray[Any], length: int) -> NDArray[Any]:
    """An array with the same beginning and at least a length; grown by half, at least."""
    if len(array) >= length:
        return array
    new = np.empty((max(length, len(array) * 3 // 2), *array.shape[1:]), dtype=array.dtype)
    new[: len(array)] = array
    return new


def _empty(shapes: Iterable[tuple[type, tuple[int, ...]]]) -> list[NDArray[Any]]:
    return [np.empty(shape, dtype=kind) for kind, shape in shapes]


class Memory:
    """The state space of a task, what a planner has learned on it, and a place to work in."""

    def __init__(self, task: TaskArrays, horizon: int) -> None:
        self.task = task
        words = int(task.constants[kernel.NUM_WORDS])
        landmarks, landmark_words = task.predecessors.shape
        most = int(np.max(np.diff(task.outcome_indptr), initial=1))
        actions = len(task.precondition)
        entries = horizon + landmarks + 2
        sizes = [(np.uint64, (0, words)), (np.int32, (2,)), (np.int64, (0,)), (np.int32, (0,))]
        sizes += [(np.uint64, (0, landmark_words)), (np.int32, (0,)), (np.int64, (0,))]
        sizes += [(np.int32, (0,)), (np.int64, (kernel.NUM_SIZES,))]
        self.space = Space(*_empty(sizes))
        self.space.table[:] = kernel.UNKNOWN
        self.space.size[:] = 0
        self.work = Workspace(
            np.zeros(kernel.NUM_REGISTERS, dtype=np.int64),
            *_empty([(np.uint8, (entries,)), *[(np.int64, (entries,))] * 3]),
            *_empty([(np.int32, (actions,)), (np.uint64, (actions,))]),
            *_empty([(np.uint64, (2 * most + 1, words)), (np.uint64, (landmark_words,))]),
        )
        self.learned: Learned
        self.forget()
        self.make_room()

    def forget(self) -> None:
        """Start to learn anew; the state space stays."""
        landmark_words = self.task.predecessors.shape[1]
        shapes: list[tuple[type, tuple[int, ...]]] = [(np.float64, (0, 3)), (np.float64, (0, 3))]
        shapes += [(np.uint8, (0,)), (np.int32, (0,)), (np.int32, (0,)), (np.int64, (0,))]
        shapes += [(np.int32, (0,)), (np.uint64, (0, landmark_words)), (np.int32, (2,))]
        shapes += [(np.int32, (0,))] * 4
        shapes += [(np.float64, (0, 3)), (np.int64, (kernel.NUM_SIZES,))]
        self.learned = Learned(*_empty(shapes))
        self.learned.set_table[:] = kernel.UNKNOWN
        self.learned.size[:] = 0

    def make_room(self) -> None:
        """Give all arrays room for what the next steps may need."""
        self._grow_space()
        self._grow_learned()

    def _grow_space(self) -> None:
        space = self.space
        actions, outcomes = len(self.task.precondition), len(self.task.cumulative)
        states = int(space.size[kernel.STATES]) + FIRST_CAPACITY
        edges = int(space.size[kernel.EDGES]) + actions + FIRST_CAPACITY
        slots = int(space.size[kernel.SLOTS]) + outcomes + FIRST_CAPACITY
        self.space = Space(
            longer(space.words, states),
            space.table,
            longer(space.first_edge, states),
            longer(space.num_edges, states),
            longer(space.holds, states),
            longer(space.edge_action, edges),
            longer(space.edge_slot, edges),
            longer(space.successor, slots),
            space.size,
        )
        table = _table(self.space.table, self.space.words, int(space.size[kernel.STATES]))
        self.space = self.space._replace(table=table)

    def _grow_learned(self) -> None:
        learned, size = self.learned, self.learned.size
        states, edges = len(self.space.words), len(self.space.edge_action)
        landmarks = len(self.task.landmark)
        pairs = int(size[kernel.PAIRS]) + FIRST_CAPACITY
        rows = int(size[kernel.ROWS]) + len(self.task.precondition) + FIRST_CAPACITY
        sets = int(size[kernel.SETS]) + FIRST_CAPACITY
        leaves = int(size[kernel.LEAVES]) + landmarks + FIRST_CAPACITY
        known_edges, known_states = len(learned.goal), len(learned.first_pair)
        self.learned = Learned(
            longer(learned.goal, edges),
            longer(learned.subgoal, rows),
            longer(learned.in_tree, states),
            longer(learned.first_pair, states),
            longer(learned.pair_subgoal, pairs),
            longer(learned.pair_row, pairs),
            longer(learned.pair_next, pairs),
            longer(learned.sets, sets),
            learned.set_table,
            longer(learned.set_first, sets),
            longer(learned.set_leaves, sets),
            longer(learned.leaf, leaves),
            longer(learned.leaf_set, leaves),
            longer(learned.choice, leaves),
            size,
        )
        self.learned.goal[known_edges:] = 0.0
        self.learned.in_tree[known_states:] = 0
        self.learned.first_pair[known_states:] = kernel.UNKNOWN
        table = _table(self.learned.set_table, self.learned.sets, int(size[kernel.SETS]))
        self.learned = self.learned._replace(set_table=table)


def _table(table: NDArray[np.int32], rows: NDArray[np.uint64], used: int) -> NDArray[np.int32]:
    """A table with a place for twice as many rows as there can be."""
    size = 1 << (2 * len(rows) - 1).bit_length()
    if len(table) >= size:
        return table
    new = np.full(size, kernel.UNKNOWN, dtype=np.int32)
    kernel.rehash(new, rows, used)
    return new
