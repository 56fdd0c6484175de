"""The search space: the states that a search has met, and bounds on their values."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lamp.exact.costs import least_cost
from lamp.exact.growing import longer
from lamp.exact.kernel import Graph
from lamp.exact.limits import LimitReached, OutOfLimits
from lamp.exact.progress import Progress
from lamp.exact.states import States
from lamp.heuristics import GOAL_ESTIMATES, Estimates, ProjectionHeuristic, additive_estimates
from lamp.task import Task

PER_NEW_STATE = 20.0
"""What it takes to meet a state, in units of 0.1 µs, as measured (docs/exact.md)."""
PER_EXPANSION = 1_600.0
"""What it takes to expand states, however few."""


class SearchSpace:
    """The states that a search has met, some of them expanded, and the estimates of each.

    The arrays have room for states that are still to come.
    """

    def __init__(
        self,
        task: Task,
        projections: Sequence[ProjectionHeuristic],
        max_states: int | None,
        progress: Progress,
    ) -> None:
        self.states = States(task)
        self.least_cost = float(least_cost(task) / self.states.divisor)
        """Each step costs so many divisors, at least."""
        self._projections = projections
        self._max_states = max_states
        self.progress = progress
        self.work = 0.0
        """What was done so far: counted, in units of about 0.1 µs."""
        self.most_work = math.inf
        """When there was so much, the search is to pause."""
        self._num_known = 0
        self._graph: Graph | None = None
        self.final = np.empty(0, dtype=np.uint8)
        self.estimates = Estimates(*(np.empty(0, dtype=np.float64) for _ in GOAL_ESTIMATES))
        self._learn()

    def __len__(self) -> int:
        return len(self.states)

    @property
    def graph(self) -> Graph:
        """All that is known of what can be done; see `States.shared_graph`."""
        if self._graph is None:
            self._graph = self.states.shared_graph(self.final)
        return self._graph

    @property
    def fringe(self) -> NDArray[np.bool_]:
        """For each state, whether it must be expanded if one comes to it."""
        open_ends: NDArray[np.bool_] = ~self.states.is_expanded & (self.final[: len(self)] == 0)
        return open_ends

    @property
    def shall_pause(self) -> bool:
        """Whether the work that the search may do for now is done."""
        return self.work >= self.most_work

    def expand(self, states: NDArray[np.int32], doing: str) -> None:
        """Expand some states, unless a limit is met."""
        self.check(doing)
        self.work += PER_EXPANSION if len(states) else 0.0
        for first in range(0, len(states), self.states.at_once):
            self._graph = None  # arrays may move
            if not self.states.expand(states[first : first + self.states.at_once]):
                raise OutOfLimits(LimitReached.MEMORY)
            self._learn()
            self.check(doing)

    def check(self, doing: str) -> None:
        """Tell how far the search is; stop it at a limit."""
        self.progress(f"{len(self):,} states met, {doing}")
        if self._max_states is None and self.states.is_full:
            raise OutOfLimits(LimitReached.MEMORY)
        if self._max_states is not None and len(self) > self._max_states:
            raise OutOfLimits(LimitReached.STATES)

    def _learn(self) -> None:
        """Estimate the values of new states; in goal states they are known."""
        first, number = self._num_known, len(self)
        if first == number:
            return
        words = self.states.words_from(first)
        new = additive_estimates(self._projections, words, self.least_cost)
        goals = self.states.goals_from(first)
        self.final = longer(self.final, number, 0)
        self.final[first:number] = goals
        self.estimates = Estimates(*(longer(old, number, 0.0) for old in self.estimates))
        for old, estimate, at_goal in zip(self.estimates, new, GOAL_ESTIMATES, strict=True):
            old[first:number] = np.where(goals != 0, at_goal, estimate)
        self._num_known = number
        self.work += (number - first) * PER_NEW_STATE
