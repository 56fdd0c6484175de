"""The arrays of a state space: made longer when compiled functions need room, within a limit."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lamp.statespace import kernel
from lamp.statespace.kernel import Scratch, Space, TaskArrays
from lamp.statespace.packing import pack, unpack
from lamp.task import State
from lamp.util.records import Int32s, Record, Words

MARGIN = 1024
"""Rows of each array that are added beyond those needed, whenever arrays are made longer."""

MAX_LENGTH = 2**31 - 1
"""The greatest length of an array: offsets have 32 bits."""


class StateSpace:
    """The states of a task that were reached; `make_room` lets them grow up to a limit.

    States go in and come out as sets of facts. They are numbered in the order they were reached.
    """

    def __init__(self, task: TaskArrays, limit: float = math.inf) -> None:
        self.task = task
        self.limit = limit
        """The most bytes that all arrays together may take."""
        self.scratch = _scratch(task)
        self.space: Space
        self.clear()

    def clear(self) -> None:
        """Delete all states."""
        self.space = self.new_record(Space)

    def new_record(self, record: type[Record], **fields: Any) -> Any:  # noqa: ANN401
        """A record whose arrays are empty, but for those given, with the widths of the task."""
        sizes = {"words": self.task.num_words, "tracked words": self.task.affected.shape[1]}
        empty = {name: declared.empty(sizes) for name, declared in record.arrays.items()}
        for name, declared in record.arrays.items():
            if declared.index_of:
                empty[name] = np.full(2, kernel.UNKNOWN, dtype=np.int32)
        return record(**{**empty, **fields})

    def reset(self, record: Record, used: Mapping[str, int]) -> None:
        """Make a record as if it were new, but keep the memory of its arrays."""
        for name, declared in record.arrays.items():
            if declared.index_of:
                getattr(record, name).fill(kernel.UNKNOWN)
            else:
                # As bytes: numpy sets these sooner than elements with named fields.
                getattr(record, name)[: used[str(declared.shape[0])]].view(np.uint8).fill(0)
        for name in counts(record):
            setattr(record, f"num_{name}", 0)

    # States

    def intern(self, state: State) -> int:
        """The number of a state, a new one if it was never reached. There must be room for it."""
        with np.errstate(over="ignore"):  # hashes overflow, if nothing is compiled
            return int(kernel.intern_state(self.task, self.space, self.pack(state)))

    def find(self, state: State) -> int | None:
        """The number of a state; None if it was never reached."""
        with np.errstate(over="ignore"):
            number = int(kernel.find_state(self.space, self.pack(state)))
        return None if number == kernel.UNKNOWN else number

    def pack(self, state: State) -> Words:
        """A state as bits."""
        return pack(state, self.task.num_words)

    def state(self, number: int) -> State:
        """The facts that are true in a state."""
        return unpack(self.space.words[number])

    def expand(self, number: int) -> None:
        """Compute the edges of a state, unless it was done before. There must be room for them."""
        if self.space.nodes[number].first_edge == kernel.UNKNOWN:
            with np.errstate(over="ignore"):
                kernel.expand(self.task, self.space, self.scratch, number)

    def expand_fully(self, states: Int32s) -> bool:
        """Compute the edges and successors of some states; return whether there was room."""
        done = 0
        while done < len(states):
            with np.errstate(over="ignore"):
                done = int(kernel.expand_states(self.task, self.space, self.scratch, states, done))
            if done < len(states) and not self.make_room():
                return False
        return True

    def edges(self, number: int) -> slice:
        """The edges of a state that was expanded."""
        node = self.space.nodes[number]
        return slice(int(node.first_edge), int(node.first_edge) + int(node.num_edges))

    def actions(self, number: int) -> list[int]:
        """The actions of a state that was expanded, by their numbers in the task."""
        actions: list[int] = self.space.edges[self.edges(number)]["action"].tolist()
        return actions

    # Memory

    @property
    def num_bytes(self) -> int:
        """The bytes that all arrays take, used or not."""
        return self.space.num_bytes

    def make_room(self) -> bool:
        """Lengthen all arrays as the next calls may need; return whether the limit allowed it."""
        used = counts(self.space)
        return self.lengthen(self.space, self.needed(used), used)

    def needed(self, used: Mapping[str, int]) -> dict[str, int]:
        """For each dimension of the arrays, the length that the next calls may need."""
        margins = {
            "states": len(self.scratch.rows),
            "edges": len(self.task.precondition),
            "successors": len(self.task.cumulative),
        }
        return {name: number + MARGIN + margins.get(name, 0) for name, number in used.items()}

    def lengthen(self, record: Record, needed: Mapping[str, int], used: Mapping[str, int]) -> bool:
        """Make the arrays of a record long enough, one after the other, to save memory."""
        for name, declared in record.arrays.items():
            dimension = str(declared.shape[0])
            if declared.index_of:
                if not self._rehash(record, name, used):
                    return False
                continue
            array = getattr(record, name)
            if len(array) >= needed[dimension]:
                continue
            new = self.longer(array, needed[dimension], used[dimension])
            if new is None:
                return False
            setattr(record, name, new)
        return True

    def longer(self, array: NDArray[Any], length: int, used: int) -> NDArray[Any] | None:
        """An array with the same used part and at least a length; None beyond the limit.

        It grows by half, if the limit allows that. The rest is zeros, which take no memory before
        they are written.
        """
        if len(array) >= length:
            return array
        for new_length in (max(length, len(array) * 3 // 2), length):
            new = self._allocated((new_length, *array.shape[1:]), array.dtype)
            if new is not None:
                if used and len(array):
                    new[: min(used, len(array))] = array[:used]
                return new
        return None

    def _rehash(self, record: Record, name: str, used: Mapping[str, int]) -> bool:
        """Give a hash table twice as many slots as rows; return whether the limit allowed it."""
        indexed = record.arrays[name].index_of
        table, rows = getattr(record, name), getattr(record, indexed)
        size = 1 << (2 * len(rows) - 1).bit_length()
        if len(table) >= size:
            return True
        new = self._allocated((size,), table.dtype)
        if new is None:
            return False
        new[:] = kernel.UNKNOWN
        dimension = record.arrays[indexed].shape[0]
        with np.errstate(over="ignore"):  # hashes overflow, if nothing is compiled
            kernel.rehash(new, rows, used[str(dimension)])
        setattr(record, name, new)
        return True

    def _allocated(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any] | None:
        """An array of zeros; None beyond the limit."""
        num_bytes = math.prod(shape) * dtype.itemsize
        if shape[0] > MAX_LENGTH or self.num_bytes + num_bytes > self.limit:
            return None
        try:
            return np.zeros(shape, dtype=dtype)
        except MemoryError:
            return None


def counts(record: Record) -> dict[str, int]:
    """The numbers `num_…` of a record, by what they count."""
    return {
        name.removeprefix("num_"): getattr(record, name)
        for name in record.numbers
        if name.startswith("num_")
    }


def _scratch(task: TaskArrays) -> Scratch:
    actions = len(task.precondition)
    most = int(np.max(np.diff(task.outcome_indptr), initial=1))
    return Scratch(
        applicable=np.empty(actions, dtype=np.int32),
        signature=np.empty(actions, dtype=np.uint64),
        rows=np.empty((2 * most + 1, task.num_words), dtype=np.uint64),
    )
