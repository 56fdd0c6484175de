"""Bounds on the values of a task's states, by tasks that see only some of the facts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lamp.exact import kernel
from lamp.exact.kernel import UNKNOWN, Graph
from lamp.exact.progress import silent
from lamp.exact.projection import Facts, project
from lamp.exact.qualitative import QualitativeAnalysis, analyse
from lamp.exact.states import States
from lamp.exact.value_iteration import bound_probabilities, iterate_costs
from lamp.statespace import num_words, pack
from lamp.task import Task

Floats = NDArray[np.float64]

PRECISION = 1e-9
CHANGE = 1e-12
"""Discounted probabilities are iterated until they change by less."""


class Estimates(NamedTuple):
    """What is known of some states before they are expanded."""

    cost: Floats
    """At most the expected cost; infinite where the goal is not reached surely."""
    probability: Floats
    """At least the maximal probability."""
    discounted: Floats
    """At least the best expected discount, with nothing for failures."""
    distance: Floats
    """At most the number of actions to the goal; infinite where there is no way."""


AT_GOALS = (0.0, 1.0, 1.0, 0.0)
"""The estimates of goal states."""


class Abstraction:
    """A projection with its optimal values, which are bounds for all states of the task."""

    def __init__(self, task: Task, facts: Facts, discount: float, max_states: int) -> None:
        self.facts = facts
        self._states = States(project(task, facts), beyond_goals=True)
        self._states.explore(max_states, silent)
        self._mask = pack(facts, num_words(len(task.atoms)))
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
        """What it says of the initial state."""
        return self._of(slice(1))

    def estimates(self, words: NDArray[np.uint64]) -> Estimates:
        """What it says of some states, given by their bits."""
        return self._of(self._states.find_projected(words.copy(), self._mask))

    def _of(self, which: slice | NDArray[np.int32]) -> Estimates:
        return Estimates(
            self._cost[which],
            self._probability[which],
            self._discounted[which],
            self._distance[which],
        )


def _discounted(graph: Graph, analysis: QualitativeAnalysis, discount: float) -> Floats:
    """At least the best expected discount of each state, by value iteration from above."""
    start = np.power(discount, np.maximum(analysis.distance, 0))
    value: Floats = np.where(analysis.distance == UNKNOWN, 0.0, start)
    while kernel.discounted_sweep(graph, analysis.components.order, discount, value) > CHANGE:
        pass
    return value


def estimates_together(abstractions: Sequence[Abstraction], words: NDArray[np.uint64]) -> Estimates:
    """What several abstractions say together of states in which the goal does not hold.

    No action may change two of them. Then costs are added, and discounts multiplied: an action has
    its price in one abstraction, and leaves the others as they are. One action at least is needed.
    """
    number = len(words)
    total = Estimates(np.zeros(number), np.ones(number), np.ones(number), np.zeros(number))
    for abstraction in abstractions:
        one = abstraction.estimates(words)
        total = Estimates(
            total.cost + one.cost,
            np.minimum(total.probability, one.probability),
            total.discounted * one.discounted,
            total.distance + one.distance,
        )
    return total._replace(
        cost=np.maximum(total.cost, 1.0), distance=np.maximum(total.distance, 1.0)
    )
