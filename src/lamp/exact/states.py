"""All states of a task that can be reached, by the compiled state space of the planner."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lamp.errors import TooManyStates
from lamp.exact.kernel import Graph
from lamp.exact.limits import bytes_free, bytes_needed
from lamp.exact.progress import Progress
from lamp.landmarks import LandmarkGraph
from lamp.search import kernel
from lamp.search.encode import encode, pack, unpack
from lamp.search.memory import StateMemory
from lamp.task import Action, State, Task

CHUNK = 50_000
"""States between two signs of life."""


class States:
    """The states met so far, numbered in the order they were met; the initial one is 0."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self._memory = StateMemory(encode(task, LandmarkGraph.of([], [], task)))
        self._memory.make_room()
        self.add(task.initial)

    def __len__(self) -> int:
        return int(self._memory.space.size[kernel.STATES])

    @property
    def goals(self) -> NDArray[np.uint8]:
        """For each state, whether the goal holds in it."""
        return (self._memory.space.holds[: len(self), 0] & np.uint64(1)).astype(np.uint8)

    def add(self, state: State) -> int:
        """The number of a state; a new one if it was never met."""
        self._memory.make_room()
        with np.errstate(over="ignore"):  # hashes overflow, if nothing is compiled
            return int(kernel.intern(self._memory.task, self._memory.space, self._pack(state)))

    def find(self, state: State) -> int | None:
        """The number of a state; nothing if it was never met."""
        with np.errstate(over="ignore"):
            number = int(kernel.find_state(self._memory.space, self._pack(state)))
        return None if number == kernel.UNKNOWN else number

    def _pack(self, state: State) -> NDArray[np.uint64]:
        return pack(state, int(self._memory.task.constants[kernel.NUM_WORDS]))

    def state(self, number: int) -> State:
        """The facts of a state."""
        return unpack(self._memory.space.words[number])

    def action(self, number: int, choice: int) -> Action:
        """One of the actions of a state, by its position among them."""
        space = self._memory.space
        return self.task.actions[
            int(space.edge[space.node[number, kernel.FIRST_EDGE] + choice, kernel.ACTION])
        ]

    @property
    def bytes_needed(self) -> int:
        """The memory for solving the states met so far."""
        size = self._memory.space.size
        edges, slots = int(size[kernel.EDGES]), int(size[kernel.SLOTS])
        return bytes_needed(len(self), edges, slots, self._memory.space.words.shape[1])

    def explore(self, max_states: int | None, progress: Progress) -> None:
        """Find all reachable states; raise TooManyStates if they are too many.

        Without a number, that is when solving them would take more memory than there is.
        """
        memory, at, free = self._memory, 0, bytes_free()
        with np.errstate(over="ignore"):
            while at < len(self):
                last = at + CHUNK
                at = int(kernel.explore(memory.task, memory.space, memory.work, at, last))
                if at < min(last, len(self)) and not memory.make_room():
                    raise _too_many(self.task, f"the {len(self):,} states there is memory for")
                if max_states is not None and len(self) > max_states:
                    raise _too_many(self.task, f"{max_states:,} states")
                if max_states is None and self.bytes_needed > free:
                    raise _too_many(self.task, f"the {len(self):,} states there is memory for")
                progress(f"{len(self):,} states, {len(self) - at:,} to be expanded")

    def graph(self, final: NDArray[np.uint8]) -> Graph:
        """The states and actions as a graph."""
        space, num_states = self._memory.space, len(self)
        num_edges = int(space.size[kernel.EDGES])
        return Graph(
            final,
            space.node[:num_states, kernel.FIRST_EDGE].astype(np.int64),
            space.node[:num_states, kernel.NUM_EDGES].copy(),
            space.edge[:num_edges, kernel.ACTION].copy(),
            space.edge[:num_edges, kernel.FIRST_SLOT].astype(np.int64),
            space.successor[: space.size[kernel.SLOTS]],
            self._memory.task.outcome_indptr,
            chances(self.task),
        )


def chances(task: Task) -> NDArray[np.float64]:
    """The probabilities of all outcomes of all actions."""
    found = [float(one.probability) for action in task.actions for one in action.outcomes]
    return np.array(found, dtype=np.float64)


def _too_many(task: Task, allowed: str) -> TooManyStates:
    return TooManyStates(
        f"{task.name} has more than {allowed}",
        remedy="Allow more with --max-states, or search for its values without all states",
    )
