"""Pattern databases: projections of a task, solved by value iteration.

`lamp.heuristics` projects a task and selects patterns. This module solves projections, with the
kernel functions that also solve tasks.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from lamp.errors import TooManyStates
from lamp.exact import kernel
from lamp.exact.kernel import UNKNOWN, Graph
from lamp.exact.progress import Progress, silent
from lamp.exact.qualitative import QualitativeAnalysis, analyse
from lamp.exact.states import States
from lamp.exact.value_iteration import bound_probabilities, iterate_costs
from lamp.heuristics import Estimates, Pattern, project, select_projections
from lamp.statespace import num_words, pack
from lamp.task import Task
from lamp.util.records import Floats

MAX_STATES = 20_000
"""The most states of a projection."""
PRECISION = 1e-9
CHANGE = 1e-12
"""Discounted probabilities are iterated until they change by less."""


class PatternDatabase:
    """The optimal values of a projection: estimates of all states (Klößner et al. 2021)."""

    def __init__(self, task: Task, pattern: Pattern, discount: float, max_states: int) -> None:
        self.pattern = pattern
        self._states = States(project(task, pattern), beyond_goals=True)
        self._states.explore(max_states, silent)
        self._mask = pack(pattern, num_words(len(task.atoms)))
        graph = self._states.graph(self._states.goals)
        analysis = analyse(graph, silent)
        values = bound_probabilities(graph, analysis, silent)
        share = iterate_costs(graph, analysis, values, PRECISION, silent)
        self._cost = np.where(analysis.almost_sure != 0, values.cost / (1 + share), math.inf)
        self._probability = values.upper
        self._discounted = _discounted(graph, analysis, discount)
        self._distance = np.where(analysis.distance == UNKNOWN, math.inf, analysis.distance)

    @property
    def initial(self) -> Estimates:
        """The estimates of the initial state."""
        return self._of(slice(1))

    def estimates(self, words: NDArray[np.uint64]) -> Estimates:
        """The estimates of some states; `words` has the bits of one state in each row."""
        return self._of(self._states.find_projected(words.copy(), self._mask))

    def _of(self, states: slice | NDArray[np.int32]) -> Estimates:
        return Estimates(
            self._cost[states],
            self._probability[states],
            self._discounted[states],
            self._distance[states],
        )


def _discounted(graph: Graph, analysis: QualitativeAnalysis, discount: float) -> Floats:
    """At least max E[γ^c] of each state, by value iteration from above.

    V(s) = 1 at the goal, and else V(s) = γ max_a Σ p(s′ | s, a) V(s′), from V₀(s) = γ^distance(s).
    """
    start = np.power(discount, np.maximum(analysis.distance, 0))
    value: Floats = np.where(analysis.distance == UNKNOWN, 0.0, start)
    while kernel.discounted_sweep(graph, analysis.components.order, discount, value) > CHANGE:
        pass
    return value


def select_pattern_databases(
    task: Task, discount: float, progress: Progress
) -> list[PatternDatabase]:
    """Pattern databases whose estimates may be added; see `select_projections`."""

    def solve(pattern: Pattern) -> PatternDatabase | None:
        try:
            return PatternDatabase(task, pattern, discount, MAX_STATES)
        except TooManyStates:
            return None

    return select_projections(task, solve, progress)
