"""All states of a task that can be reached, in the state space of `lamp.statespace`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lamp.errors import TooManyStates
from lamp.exact.kernel import Graph
from lamp.exact.limits import GROWING, MANY_STATES, MOST_STATES, bytes_free, bytes_needed
from lamp.exact.progress import Progress
from lamp.statespace import UNKNOWN, StateSpace, encode
from lamp.statespace import kernel as statespace_kernel
from lamp.task import NEVER, Action, State, Task

CHUNK = 50_000
"""States between two reports of progress."""


class States:
    """The states reached so far, numbered in this order; the initial one is 0.

    Goal states are not expanded, except with `beyond_goals`.
    """

    def __init__(self, task: Task, *, beyond_goals: bool = False) -> None:
        self.task = task
        explored = replace(task, goal=NEVER) if beyond_goals else task
        tracked = [task.goal, explored.goal] if beyond_goals else [task.goal]
        self._memory = StateSpace(encode(explored, tracked))
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
        """The number of a state; a new one if it was never reached."""
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
        """The memory for solving the states reached so far."""
        space = self._memory.space
        width = space.words.shape[1]
        return bytes_needed(len(self), space.num_edges, space.num_successors, width)

    def explore(self, max_states: int | None, progress: Progress) -> None:
        """Find all reachable states; raise TooManyStates if they are more than allowed.

        Without a number, the limits are those of `lamp.exact.limits`, and the free memory.
        """
        memory, done, free = self._memory, 0, bytes_free()
        while done < len(self):
            last = done + CHUNK
            with np.errstate(over="ignore"):  # hashes overflow, if nothing is compiled
                done = int(
                    statespace_kernel.explore(memory.task, memory.space, memory.scratch, done, last)
                )
            if done < min(last, len(self)) and not memory.make_room():
                raise _too_many(self.task, len(self))
            grows = len(self) > MANY_STATES and len(self) - done > GROWING * len(self)
            if len(self) > (max_states or (MANY_STATES if grows else MOST_STATES)):
                raise _too_many(self.task, max_states or len(self))
            if max_states is None and self.bytes_needed > free:
                raise _too_many(self.task, len(self))
            progress(f"{len(self):,} states, {len(self) - done:,} to be expanded")

    def expand(self, states: NDArray[np.int32]) -> None:
        """Find the successors of some states."""
        if not self._memory.expand_fully(states):
            raise _too_many(self.task, len(self))

    def graph(self, final: NDArray[np.uint8]) -> Graph:
        """The graph, in which final states and states that were not expanded have no edges.

        Large arrays are shared, not copied.
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
        )

    def shared_graph(self, final: NDArray[np.uint8]) -> Graph:
        """The graph without a copy of any array, which may be longer than there are states.

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
        """The numbers of the projections of some states; their words are masked in place."""
        states = np.empty(len(words), dtype=np.int32)
        with np.errstate(over="ignore"):
            statespace_kernel.find_projected(self._memory.space, words, mask, states)
        return states


def _too_many(task: Task, number: int) -> TooManyStates:
    return TooManyStates(
        f"{task.name} has more than {number:,} states, too many to enumerate",
        remedy="Allow more with --max-states, or look for its values with --method search",
    )
