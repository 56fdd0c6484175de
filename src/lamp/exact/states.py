"""All states of a task that can be reached, by the compiled state space of the planner."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lamp.errors import TooManyStates
from lamp.exact.kernel import Graph
from lamp.exact.limits import GROWING, MANY_STATES, MOST_STATES, bytes_free, bytes_needed
from lamp.exact.progress import Progress
from lamp.landmarks import Landmark, LandmarkGraph
from lamp.search import kernel
from lamp.search.encode import encode, pack, unpack
from lamp.search.memory import StateMemory
from lamp.task import NEVER, Action, State, Task

CHUNK = 50_000
"""States between two signs of life."""


class States:
    """The states met so far, numbered in the order they were met; the initial one is 0.

    Goal states are not expanded, unless ways shall go on through them.
    """

    def __init__(self, task: Task, *, beyond_goals: bool = False) -> None:
        self.task = task
        landmarks = [Landmark(task.goal)]
        walked = replace(task, goal=NEVER) if beyond_goals else task
        self._memory = StateMemory(encode(walked, LandmarkGraph.of(landmarks, [], walked)))
        self._chance = chances(task)
        self.add(task.initial)

    def __len__(self) -> int:
        return int(self._memory.space.size[kernel.STATES])

    @property
    def goals(self) -> NDArray[np.uint8]:
        """For each state, whether the goal holds in it."""
        return self.goals_from(0)

    def goals_from(self, first: int) -> NDArray[np.uint8]:
        """For each state from some number on, whether the goal holds in it."""
        return (self._memory.space.holds[first : len(self), 0] & np.uint64(1)).astype(np.uint8)

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
        """Find all reachable states; raise TooManyStates if they are more than allowed.

        Without a number, that is when they are very many, or will be, or when memory ends.
        """
        memory, at, free = self._memory, 0, bytes_free()
        while at < len(self):
            last = at + CHUNK
            with np.errstate(over="ignore"):
                at = int(kernel.explore(memory.task, memory.space, memory.work, at, last))
            if at < min(last, len(self)) and not memory.make_room():
                raise _too_many(self.task, len(self))
            grows = len(self) > MANY_STATES and len(self) - at > GROWING * len(self)
            if len(self) > (max_states or (MANY_STATES if grows else MOST_STATES)):
                raise _too_many(self.task, max_states or len(self))
            if max_states is None and self.bytes_needed > free:
                raise _too_many(self.task, len(self))
            progress(f"{len(self):,} states, {len(self) - at:,} to be expanded")

    def expand(self, wanted: NDArray[np.int32]) -> None:
        """Find the successors of some states."""
        memory, at = self._memory, 0
        with np.errstate(over="ignore"):
            while at < len(wanted):
                memory.make_room()
                at = int(kernel.explore_some(memory.task, memory.space, memory.work, wanted, at))

    def graph(self, final: NDArray[np.uint8]) -> Graph:
        """The states and actions as a graph, in which nothing can be done in final states.

        Nor can it in states that were not expanded. Large arrays are shared, not copied.
        """
        space, num_states = self._memory.space, len(self)
        node = space.node[:num_states].copy()
        node[(final != 0) | (node[:, kernel.FIRST_EDGE] == kernel.UNKNOWN)] = 0
        return Graph(
            final,
            node,
            space.edge[: space.size[kernel.EDGES]],
            space.successor[: space.size[kernel.SLOTS]],
            self._memory.task.outcome_indptr,
            self._chance,
        )

    def shared_graph(self, final: NDArray[np.uint8]) -> Graph:
        """The graph at once, whatever its size: with room for states that are not there yet.

        A state that was not expanded has UNKNOWN as its first edge.
        """
        space = self._memory.space
        return Graph(
            final,
            space.node,
            space.edge,
            space.successor,
            self._memory.task.outcome_indptr,
            self._chance,
        )

    @property
    def is_expanded(self) -> NDArray[np.bool_]:
        """For each state, whether its successors are known."""
        first = self._memory.space.node[: len(self), kernel.FIRST_EDGE]
        known: NDArray[np.bool_] = first != kernel.UNKNOWN
        return known

    def words_from(self, first: int) -> NDArray[np.uint64]:
        """The facts of the states from some number on, as bits; a copy."""
        return self._memory.space.words[first : len(self)].copy()

    def find_masked(self, words: NDArray[np.uint64], mask: NDArray[np.uint64]) -> NDArray[np.int32]:
        """The numbers of states of which some facts only are known; the words are masked."""
        found = np.empty(len(words), dtype=np.int32)
        space = self._memory.space
        with np.errstate(over="ignore"):
            kernel.find_masked(space.table, space.words, words, mask, found)
        return found


def chances(task: Task) -> NDArray[np.float64]:
    """The probabilities of all outcomes of all actions."""
    found = [float(one.probability) for action in task.actions for one in action.outcomes]
    return np.array(found, dtype=np.float64)


def _too_many(task: Task, number: int) -> TooManyStates:
    return TooManyStates(
        f"{task.name} has more than {number:,} states, too many to enumerate",
        remedy="Allow more with --max-states, or look for its values with --method search",
    )
