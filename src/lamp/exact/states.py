"""All states of a task that can be reached, in the state space of `lamp.statespace`."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from lamp.errors import TooManyStates
from lamp.exact import kernel
from lamp.exact.costs import cost_divisor
from lamp.exact.growing import longer
from lamp.exact.kernel import Graph
from lamp.exact.limits import GROWING, MANY_STATES, MOST_STATES, MemoryCheck, bytes_needed
from lamp.exact.progress import Progress
from lamp.statespace import UNKNOWN, StateSpace, encode
from lamp.statespace import kernel as statespace_kernel
from lamp.task import NEVER, Action, State, Task
from lamp.util.records import Floats

WORK = 2_000_000
"""Actions to look at between two signs of life: about 0.1 seconds."""
MOST_AT_ONCE = 20_000
"""States to expand between two signs of life, at most."""


class States:
    """The states met so far, numbered in the order they were met; the initial one is 0.

    Goal states are not expanded, unless ways shall go on through them. Costs are counted as
    multiples of a number, by default of their greatest common divisor.
    """

    def __init__(
        self, task: Task, *, divisor: Fraction | None = None, beyond_goals: bool = False
    ) -> None:
        self.task = task
        self.divisor = cost_divisor(task) if divisor is None else divisor
        explored = replace(task, goal=NEVER) if beyond_goals else task
        tracked = [task.goal, explored.goal] if beyond_goals else [task.goal]
        self._memory = StateSpace(encode(explored, tracked, self.divisor))
        self._cost: Floats = np.empty(0, dtype=np.float64)
        self._memory_check = MemoryCheck()
        self._num_explored = 0
        self.at_once = max(1, min(MOST_AT_ONCE, WORK // max(1, len(task.actions))))
        """How many states are expanded between two signs of life."""
        self.add(task.initial)

    def __len__(self) -> int:
        return self._memory.space.num_states

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
        return self._memory.intern(state)

    def find(self, state: State) -> int | None:
        """The number of a state; None if it was never reached."""
        return self._memory.find(state)

    def state(self, number: int) -> State:
        """The facts of a state."""
        return self._memory.state(number)

    def action(self, number: int, choice: int) -> Action:
        """One of the actions of a state, by its position among them."""
        return self.task.actions[self._memory.actions(number)[choice]]

    @property
    def bytes_needed(self) -> int:
        """The memory for solving the states met so far."""
        space = self._memory.space
        width = space.words.shape[1]
        costs = 0 if self._memory.task.has_unit_costs else space.num_edges + space.num_successors
        return bytes_needed(len(self), space.num_edges, space.num_successors, width) + 8 * costs

    def explore(self, max_states: int | None, progress: Progress, upto: float = math.inf) -> bool:
        """Find reachable states, all or until some number is known; return whether these are all.

        Raise TooManyStates if they are more than allowed: without a number, that is when they are
        very many, or will be, or when memory ends.
        """
        while self._num_explored < len(self) < upto:
            progress(f"{len(self):,} states, {len(self) - self._num_explored:,} to be expanded")
            last = self._num_explored + self.at_once
            if not self._explore(last) or (max_states is None and self.is_full):
                raise _too_many(self.task, len(self))
            num_open = len(self) - self._num_explored
            grows = len(self) > MANY_STATES and num_open > GROWING * len(self)
            if len(self) > (max_states or (MANY_STATES if grows else MOST_STATES)):
                raise _too_many(self.task, max_states or len(self))
        return self._num_explored == len(self)

    def _explore(self, last: int) -> bool:
        """Expand the states before `last`, as far as there is room; whether there will be more."""
        memory, first = self._memory, self._num_explored
        with np.errstate(over="ignore"):  # hashes overflow, if nothing is compiled
            self._num_explored = int(
                statespace_kernel.explore(memory.task, memory.space, memory.scratch, first, last)
            )
        self._note_costs(np.arange(first, self._num_explored, dtype=np.int32))
        return self._num_explored == min(last, len(self)) or memory.make_room()

    @property
    def is_full(self) -> bool:
        """Whether memory has no room for solving the states met so far."""
        return self._memory_check.is_full(self.bytes_needed, self._memory.num_bytes)

    def expand(self, states: NDArray[np.int32]) -> bool:
        """Find the successors of some states; whether there was room for them."""
        has_room = self._memory.expand_fully(states)
        self._note_costs(states)
        return has_room

    def _note_costs(self, states: NDArray[np.int32]) -> None:
        """Note the costs of all steps from some states, unless every step costs 1."""
        memory = self._memory
        if not memory.task.has_unit_costs:
            self._cost = longer(self._cost, len(memory.space.successors), 0.0)
            kernel.write_step_costs(memory.task, memory.space, states, self._cost)

    def graph(self, final: NDArray[np.uint8]) -> Graph:
        """The states and actions as a graph, in which final states have no edges.

        Nor have states that were not expanded. Large arrays are shared, not copied.
        """
        space, task = self._memory.space, self._memory.task
        nodes = space.nodes[: len(self)].copy()
        has_none = (final != 0) | (nodes["first_edge"] == UNKNOWN)
        nodes["first_edge"][has_none] = 0
        nodes["num_edges"][has_none] = 0
        return Graph(
            final=final,
            nodes=nodes,
            edges=space.edges[: space.num_edges],
            successors=space.successors[: space.num_successors],
            outcome_indptr=task.outcome_indptr,
            probability=task.probability,
            cost=self._cost[: space.num_successors],
        )

    def shared_graph(self, final: NDArray[np.uint8]) -> Graph:
        """The graph at once, whatever its size: with room for states that are not there yet.

        A state that was not expanded has UNKNOWN as its first edge.
        """
        space, task = self._memory.space, self._memory.task
        return Graph(
            final=final,
            nodes=space.nodes,
            edges=space.edges,
            successors=space.successors,
            outcome_indptr=task.outcome_indptr,
            probability=task.probability,
            cost=self._cost,
        )

    @property
    def is_expanded(self) -> NDArray[np.bool_]:
        """For each state, whether its successors are known."""
        expanded: NDArray[np.bool_] = self._memory.space.nodes[: len(self)]["first_edge"] != UNKNOWN
        return expanded

    def words_from(self, first: int) -> NDArray[np.uint64]:
        """The facts of the states from some number on, as bits; a copy."""
        return self._memory.space.words[first : len(self)].copy()

    def find_projected(
        self, words: NDArray[np.uint64], mask: NDArray[np.uint64]
    ) -> NDArray[np.int32]:
        """The numbers of states of which some facts only are known; the words are masked."""
        states = np.empty(len(words), dtype=np.int32)
        with np.errstate(over="ignore"):
            statespace_kernel.find_projected(self._memory.space, words, mask, states)
        return states


def _too_many(task: Task, number: int) -> TooManyStates:
    return TooManyStates(
        f"{task.name} has more than {number:,} states, too many to enumerate",
        remedy="Allow more with --max-states, or look for its values with --method search",
    )
