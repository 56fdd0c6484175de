"""Costs of all states by value iteration, with bounds on their error."""

from __future__ import annotations

import math

import numpy as np

from lamp.exact import kernel
from lamp.exact.bounds import ROUNDING, Bounds
from lamp.exact.collapse import Collapsed, collapse
from lamp.exact.kernel import (
    FINISHED,
    SLOW,
    UNKNOWN,
    Cursor,
    Graph,
    OptimalEdges,
    Residuals,
    Values,
)
from lamp.exact.local_model import LARGEST
from lamp.exact.progress import Progress, pieces
from lamp.exact.qualitative import QualitativeAnalysis
from lamp.exact.slack import slack_of
from lamp.exact.slow_components import skip_component, solve_cost
from lamp.exact.value_iteration import cost_bounds, iteration_text
from lamp.util.records import Floats

PRECISION = 1e-9
"""How exact costs are, unless the user says otherwise."""
LEAST_TOLERANCE = 4 * ROUNDING


class CostIteration:
    """Value iteration over costs, and bounds on their error.

    With V the costs as computed and T one step of value iteration by an edge that costs w, let
    V − T V be at most r w. Then V / (1 + r) is below the true costs, as T raises it, and
    V / (1 − r) is above them, as T lowers it. So the bounds hold however V was found. Where edges
    cost nothing, V is first lowered, or raised, by a little that makes up for residuals there
    (`slack_of`).
    """

    def __init__(self, graph: Graph, analysis: QualitativeAnalysis, values: Values) -> None:
        self._graph = graph
        self._components = analysis.components
        self._analysis = analysis
        self._values = values
        self.optimal = _no_edges(graph)
        """The edges that keep the maximal probability."""
        self._collapsed: Collapsed | None = None
        self._greatest = 0.0
        self.lowered = self.risen = math.inf
        """The share by which a step of value iteration may lower, and raise, a cost (r)."""
        self._change = 0.0
        """By how much costs are lowered, and raised, for each unit of slack (δ)."""
        self._slack = np.empty(0, dtype=np.float64)

    @property
    def has_free_cycles(self) -> bool:
        """Whether some cycles cost nothing."""
        return self._collapsed is not None

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
        slack = self._slack_share(0)
        upper = (cost.upper + slack) / (1 - self.risen) if self.risen < 1 else math.inf
        return Bounds(max(cost.lower - slack, 0.0) / (1 + self.lowered), upper)

    @property
    def _error(self) -> float:
        """At least how wrong a cost is."""
        error = self.share * self._greatest
        if not self._change:
            return error
        alive = self._values.lower > 0
        shares = self._slack[alive] / self._values.lower[alive]
        return error + self._change * float(shares.max(initial=0.0))

    @property
    def lowest(self) -> Floats:
        """Lower bounds on the costs of all states, as shares of their probabilities."""
        cost = self._values.cost
        if self._change:
            root = self._collapsed.root if self._collapsed else np.arange(len(cost))
            cost = np.maximum(cost - self._change * self._slack[root], 0.0)
        lowest: Floats = cost / (1 + self.share)
        return lowest

    def _slack_share(self, state: int) -> float:
        """By how much the cost of a state is lowered, or raised, before it is a bound."""
        if not self._change:
            return 0.0
        return self._change * float(self._slack[state]) / float(self._values.lower[state])

    def run(self, precision: float, progress: Progress) -> None:
        """Fill in costs and best actions, until they are as precise as wanted or can be."""
        self._begin(progress)
        tolerance = max(LEAST_TOLERANCE, min(1e-6, precision * 1e-4))
        while True:
            self._settle(tolerance, progress)
            self.bound_error(progress)
            if self._error <= precision or tolerance <= LEAST_TOLERANCE:
                break
            tolerance = max(LEAST_TOLERANCE, tolerance / 10)
        if self._collapsed:
            self._collapsed.expand(self._values, progress)

    def _begin(self, progress: Progress) -> None:
        """Mark the edges of maximal probability, and set first costs."""
        graph, values, distance = self._graph, self._values, self._analysis.distance
        almost_sure, optimal = self._analysis.almost_sure, self.optimal
        for first, last in pieces(len(graph.final), progress, "marking the best actions"):
            kernel.mark_optimal_edges(graph, almost_sure, values.lower, optimal.kept, first, last)
        has_costs = len(graph.cost) > 0
        lowest = 0.0 if has_costs else distance * values.lower
        start = np.where(graph.final, values.cost, lowest)
        values.cost[:] = np.where(distance == UNKNOWN, 0.0, start)
        if has_costs:
            self._begin_costs(progress)

    def _begin_costs(self, progress: Progress) -> None:
        """Compute the costs of edges, and make single states of components that cost nothing."""
        graph, optimal = self._graph, self.optimal
        optimal.cost = np.zeros(len(graph.edges), dtype=np.float64)
        for first, last in pieces(len(graph.final), progress, "costs of actions"):
            kernel.write_edge_costs(graph, self._values.lower, optimal, first, last)
        free = (optimal.kept != 0) & (optimal.cost == 0)
        self._collapsed = collapse(graph, free.astype(np.uint8), progress)
        if self._collapsed:
            self._graph, edges = self._collapsed.graph, self._collapsed.edges
            self._components = self._collapsed.components(self._components)
            self.optimal = OptimalEdges(kept=optimal.kept[edges], cost=optimal.cost[edges])

    def _settle(self, tolerance: float, progress: Progress) -> None:
        """Sweep over each component until its costs change by less than the tolerance."""
        arguments = (self._graph, self._components, self.optimal, self._values)
        cursor = Cursor(tolerance=tolerance, largest=LARGEST)
        while (status := kernel.iterate_components(*arguments, cursor)) != FINISHED:
            progress(iteration_text("costs", self._components, cursor))
            if status == SLOW:
                if solve_cost(*arguments, cursor.component, progress):
                    skip_component(cursor)
                else:
                    cursor.largest = 0

    def bound_error(self, progress: Progress) -> None:
        """Find out how wrong costs may be."""
        values, has_costs = self._values, len(self.optimal.cost) > 0
        found = self._residuals(0.0, progress)
        if found.uneven > 0 and has_costs:
            free = (self.optimal.kept != 0) & (self.optimal.cost == 0)
            if not len(self._slack):
                order = self._components.order
                self._slack = slack_of(self._graph, free, values.lower, order, progress)
            found = self._residuals(found.uneven, progress)
        self._greatest, self._change = found.greatest, found.change
        with np.errstate(invalid="ignore", divide="ignore"):
            apart = (values.upper - values.lower) / values.upper
        distance = float(np.max(apart, initial=0.0, where=values.upper > 0))
        rounding = 2 * distance + ROUNDING
        rounding *= 1 if has_costs else self._greatest + 1
        self.risen, self.lowered = found.risen + rounding, found.lowered + rounding

    def _residuals(self, change: float, progress: Progress) -> Residuals:
        """The residuals of costs, lowered or raised by a change for each unit of slack."""
        rounding = 2 * ROUNDING if len(self.optimal.cost) else 0.0
        found = Residuals(slack=self._slack, change=change, rounding=rounding)
        text = "bounding the error of costs"
        for first, last in pieces(len(self._graph.final), progress, text):
            kernel.residuals(self._graph, self.optimal, self._values, found, first, last)
        return found


def _no_edges(graph: Graph) -> OptimalEdges:
    none: Floats = np.empty(0, dtype=np.float64)
    return OptimalEdges(kept=np.zeros(len(graph.edges), dtype=np.uint8), cost=none)
