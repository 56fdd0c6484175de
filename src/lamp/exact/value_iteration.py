"""Interval and value iteration: probabilities and costs of all states, with bounds."""

from __future__ import annotations

import math

import numpy as np

from lamp.exact import kernel
from lamp.exact.bounds import ROUNDING, Bounds
from lamp.exact.kernel import FINISHED, SLOW, UNKNOWN, Components, Cursor, Graph, Values
from lamp.exact.local_model import LARGEST
from lamp.exact.progress import Progress, pieces
from lamp.exact.qualitative import QualitativeAnalysis
from lamp.exact.slow_components import skip_component, solve_cost, solve_probability
from lamp.util.records import Floats

PRECISION = 1e-9
"""How exact costs are, unless the user says otherwise."""
PROBABILITY_TOLERANCE = 1e-13
"""How far the bounds of a probability may be from each other, relatively."""
LEAST_TOLERANCE = 4 * ROUNDING


def first_values(
    graph: Graph, analysis: QualitativeAnalysis, final: Floats | None = None
) -> Values:
    """Bounds on the maximal probability by the analysis alone: 0 and 1, where these are exact.

    Final states are worth 1, unless told.
    """
    almost_sure = analysis.almost_sure.astype(np.float64)
    upper = (analysis.distance != UNKNOWN).astype(np.float64)
    if final is not None:
        almost_sure[graph.final != 0] = upper[graph.final != 0] = final[graph.final != 0]
    return Values(
        lower=almost_sure,
        upper=upper,
        cost=np.zeros(len(almost_sure), dtype=np.float64),
        choice=np.full(len(almost_sure), UNKNOWN, dtype=np.int32),
    )


def bound_probabilities(
    graph: Graph, analysis: QualitativeAnalysis, values: Values, progress: Progress
) -> None:
    """Bring the bounds on the maximal probability together; they hold at any time.

    Interval iteration, component by component: both bounds converge, since end components, in
    which one could stay for ever, count as single states.
    """
    components = analysis.components
    cursor = Cursor(tolerance=PROBABILITY_TOLERANCE, largest=LARGEST)
    while (status := kernel.bound_components(graph, components, values, cursor)) != FINISHED:
        progress(_text("probabilities", components, cursor))
        if status == SLOW:
            solve_probability(graph, components, values, cursor.component, progress)
            skip_component(cursor)


class CostIteration:
    """Value iteration over costs, and bounds on their error.

    With V the costs as computed and T one step of value iteration, let V − T V be at most r. Then
    V / (1 + r) is below the true costs, as T raises it, and V / (1 − r) is above them, as T lowers
    it: each action costs 1, so a policy with finite bounds reaches the goal. So the bounds hold
    however V was found.
    """

    def __init__(self, graph: Graph, analysis: QualitativeAnalysis, values: Values) -> None:
        self._graph = graph
        self._analysis = analysis
        self._values = values
        self.optimal = np.zeros(len(graph.edges), dtype=np.uint8)
        """For each edge, whether it keeps the maximal probability."""
        self._greatest = 0.0
        self.lowered = self.risen = math.inf
        """The share by which a step of value iteration may lower, and raise, a cost (r)."""

    @property
    def share(self) -> float:
        """The share by which costs may be wrong."""
        wrong = max(self.lowered, self.risen)
        return wrong / (1 - wrong) if wrong < 1 else math.inf

    @property
    def bounds(self) -> Bounds | None:
        """Bounds on the expected cost of success from the first state; none where there is none."""
        cost = cost_bounds(self._values, 0.0, 0)
        if not cost:
            return None
        upper = cost.upper / (1 - self.risen) if self.risen < 1 else math.inf
        return Bounds(cost.lower / (1 + self.lowered), upper)

    def run(self, precision: float, progress: Progress) -> None:
        """Fill in costs and best actions, until they are as precise as wanted or can be."""
        self._begin(progress)
        tolerance = max(LEAST_TOLERANCE, min(1e-6, precision * 1e-4))
        while True:
            self._settle(tolerance, progress)
            self.bound_error(progress)
            if self.share * self._greatest <= precision or tolerance <= LEAST_TOLERANCE:
                return
            tolerance = max(LEAST_TOLERANCE, tolerance / 10)

    def _begin(self, progress: Progress) -> None:
        """Mark the edges of maximal probability, and set first costs."""
        graph, values, distance = self._graph, self._values, self._analysis.distance
        almost_sure, optimal = self._analysis.almost_sure, self.optimal
        for first, last in pieces(len(graph.final), progress, "marking the best actions"):
            kernel.mark_optimal_edges(graph, almost_sure, values.lower, optimal, first, last)
        start = np.where(graph.final, values.cost, distance * values.lower)
        values.cost[:] = np.where(distance == UNKNOWN, 0.0, start)

    def _settle(self, tolerance: float, progress: Progress) -> None:
        """Sweep over each component until its costs change by less than the tolerance."""
        arguments = (self._graph, self._analysis.components, self.optimal, self._values)
        cursor = Cursor(tolerance=tolerance, largest=LARGEST)
        while (status := kernel.iterate_components(*arguments, cursor)) != FINISHED:
            progress(_text("costs", self._analysis.components, cursor))
            if status == SLOW:
                if solve_cost(*arguments, cursor.component, progress):
                    skip_component(cursor)
                else:
                    cursor.largest = 0

    def bound_error(self, progress: Progress) -> None:
        """Find out how wrong costs may be."""
        values, residuals = self._values, np.zeros(3, dtype=np.float64)
        text = "bounding the error of costs"
        for first, last in pieces(len(self._graph.final), progress, text):
            kernel.residuals(self._graph, self.optimal, values, residuals, first, last)
        self._greatest = float(residuals[2])
        with np.errstate(invalid="ignore", divide="ignore"):
            apart = (values.upper - values.lower) / values.upper
        distance = float(np.max(apart, initial=0.0, where=values.upper > 0))
        rounding = (2 * distance + ROUNDING) * (self._greatest + 1)
        self.risen, self.lowered = float(residuals[0]) + rounding, float(residuals[1]) + rounding


def _text(what: str, components: Components, cursor: Cursor) -> str:
    """How far value iteration has come."""
    number = len(components.indptr) - 1
    text = (
        f"{len(components.order):,} states, {what}: {cursor.component:,} of {number:,} components"
    )
    if cursor.sweep:
        text += f", {cursor.sweep:,} sweeps over the next one"
    return text


def cost_bounds(values: Values, share: float, state: int) -> Bounds | None:
    """Bounds on the expected cost of success from a state; nothing where there is none."""
    probability = float(values.lower[state])
    if not probability:
        return None
    cost = float(values.cost[state]) / probability
    return Bounds(cost / (1 + share), cost * (1 + share))


def probability_bounds(values: Values, state: int) -> Bounds:
    """Bounds on the maximal probability of a state."""
    return Bounds(float(values.lower[state]), float(values.upper[state]))
