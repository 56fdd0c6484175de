"""Pattern databases: projections of a task, solved by value iteration.

`lamp.heuristics` projects a task and selects patterns. This module solves projections, with the
kernel functions that also solve tasks.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from lamp.errors import OutOfTime, TooManyStates
from lamp.exact import kernel
from lamp.exact.cost_iteration import CostIteration
from lamp.exact.costs import cost_divisor
from lamp.exact.kernel import UNKNOWN, Graph
from lamp.exact.progress import Progress, until
from lamp.exact.qualitative import QualitativeAnalysis, analyse
from lamp.exact.states import States
from lamp.exact.value_iteration import bound_probabilities, first_values
from lamp.heuristics import Estimates, Pattern, project, select_projections
from lamp.statespace import num_words, pack
from lamp.task import Task
from lamp.util import Deadline
from lamp.util.records import Floats

MAX_STATES = 20_000
"""The most states of a projection."""
PRECISION = 1e-9
CHANGE = 1e-12
"""Discounted probabilities are iterated until they change by less."""


class PatternDatabase:
    """The optimal values of a projection: estimates of all states (Klößner et al. 2021)."""

    def __init__(self, task: Task, pattern: Pattern, discount: float, progress: Progress) -> None:
        self.pattern = pattern
        divisor = cost_divisor(task)
        self._states = States(project(task, pattern), divisor=divisor, beyond_goals=True)
        self._states.explore(MAX_STATES, progress)
        self._mask = pack(pattern, num_words(len(task.atoms)))
        graph = self._states.graph(self._states.goals)
        analysis = analyse(graph, progress)
        values = first_values(graph, analysis)
        bound_probabilities(graph, analysis, values, progress)
        costs = CostIteration(graph, analysis, values)
        costs.run(PRECISION, progress)
        self._cost = np.where(analysis.almost_sure != 0, costs.lowest, math.inf)
        self._probability = values.upper
        self._discounted = _discounted(graph, analysis, discount, progress)
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


def _discounted(
    graph: Graph, analysis: QualitativeAnalysis, discount: float, progress: Progress
) -> Floats:
    """At least max E[γ^c] of each state, by value iteration from above.

    V(s) = 1 at the goal, and else V(s) = γ max_a Σ p(s′ | s, a) V(s′), from V₀(s) = γ^distance(s).
    """
    start = np.power(discount, np.maximum(analysis.distance, 0))
    value: Floats = np.where(analysis.distance == UNKNOWN, 0.0, start)
    while kernel.discounted_sweep(graph, analysis.components.order, discount, value) > CHANGE:
        progress(f"{len(value):,} states, discounted probabilities")
    return value


def select_pattern_databases(
    task: Task, discount: float, deadline: Deadline, progress: Progress
) -> list[PatternDatabase]:
    """Pattern databases whose estimates may be added; see `select_projections`.

    When the time is over, those that were chosen by then.
    """
    watch = until(deadline, lambda text: progress(f"choosing projections: {text}"))

    def solve(pattern: Pattern) -> PatternDatabase | None:
        try:
            return PatternDatabase(task, pattern, discount, watch)
        except (OutOfTime, TooManyStates):
            return None

    progress("choosing projections")
    return select_projections(task, solve, lambda: deadline.is_over)
