"""The search space: the states that a search has reached, with estimates of their values."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lamp.exact.kernel import Graph
from lamp.exact.limits import Limits, bytes_free
from lamp.exact.progress import Progress
from lamp.exact.states import States
from lamp.heuristics import GOAL_ESTIMATES, Estimates, ProjectionHeuristic, additive_estimates
from lamp.task import Task


class OutOfLimits(Exception):
    """A search has reached a limit; its bounds so far stay valid."""


class SearchSpace:
    """The states that a search has reached, some of them expanded, and the estimates of each.

    The arrays may be longer than there are states.
    """

    def __init__(
        self,
        task: Task,
        projections: Sequence[ProjectionHeuristic],
        limits: Limits,
        progress: Progress,
    ) -> None:
        self.states = States(task)
        self._projections = projections
        self._limits = limits
        self._progress = progress
        self._start = time.perf_counter()
        self._free = bytes_free()
        self._num_known = 0
        self.final = np.empty(0, dtype=np.uint8)
        self.estimates = Estimates(*(np.empty(0, dtype=np.float64) for _ in GOAL_ESTIMATES))
        self._learn()

    def __len__(self) -> int:
        return len(self.states)

    @property
    def graph(self) -> Graph:
        """The graph of the states expanded so far; see `States.shared_graph`."""
        return self.states.shared_graph(self.final)

    @property
    def fringe(self) -> NDArray[np.bool_]:
        """For each state, whether it is in the fringe: neither expanded nor a goal state."""
        open_ends: NDArray[np.bool_] = ~self.states.is_expanded & (self.final[: len(self)] == 0)
        return open_ends

    def expand(self, states: NDArray[np.int32], doing: str) -> None:
        """Expand some states, unless a limit is met."""
        self.check(doing)
        self.states.expand(states)
        self._learn()

    def check(self, doing: str) -> None:
        """Report progress; raise OutOfLimits at a limit."""
        self._progress(f"{len(self):,} states met, {doing}")
        most = self._limits.states
        full = self.states.bytes_needed > self._free if most is None else len(self) > most
        if full or time.perf_counter() - self._start > self._limits.seconds:
            raise OutOfLimits

    def _learn(self) -> None:
        """Estimate the values of new states; goal states have GOAL_ESTIMATES."""
        first, number = self._num_known, len(self)
        if first == number:
            return
        new = additive_estimates(self._projections, self.states.words_from(first))
        goals = self.states.goals_from(first)
        self.final = longer(self.final, number, 0)
        self.final[first:number] = goals
        self.estimates = Estimates(*(longer(old, number, 0.0) for old in self.estimates))
        for old, estimate, at_goal in zip(self.estimates, new, GOAL_ESTIMATES, strict=True):
            old[first:number] = np.where(goals != 0, at_goal, estimate)
        self._num_known = number


def longer(array: NDArray[Any], length: int, fill: float) -> NDArray[Any]:
    """An array with the same beginning and at least a length; grown by half, at least."""
    if len(array) >= length:
        return array
    new = np.full(max(length, len(array) * 3 // 2), fill, dtype=array.dtype)
    new[: len(array)] = array
    return new
