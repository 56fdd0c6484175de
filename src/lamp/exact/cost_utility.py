"""The best expected utility where steps have costs, by backwards induction over the cost so far.

Costs are whole numbers there: multiples of their greatest common divisor, which is exact, if the
budget has few levels enough; else of a multiple of that. Costs that are rounded down then give an
upper bound, and costs rounded up a lower one, since more cost is never of more utility.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from lamp.exact import kernel
from lamp.exact.bounds import ROUNDING, Bounds
from lamp.exact.collapse import collapse, free_order
from lamp.exact.costs import CostScale
from lamp.exact.kernel import Components, CostLevel, Graph, OptimalEdges
from lamp.exact.limits import LimitReached, OutOfLimits, bytes_free
from lamp.exact.progress import Progress, pieces
from lamp.exact.slack import slack_of
from lamp.search import SearchSettings
from lamp.task import plain_number
from lamp.util.records import Floats, Int32s

MAX_LEVELS = 20_000
"""Levels of cost; if there are more, costs are rounded."""
MAX_WORK = 5e9
"""Levels times successors of states; if there are more, costs are rounded."""
LEAST_CHANGE = 1e-15
"""Utilities at a level are iterated until they change by less."""


@dataclass(frozen=True, slots=True)
class Payoffs:
    """What an episode is worth by its cost: u(c) + K_g at the goal within the budget, else u(B)."""

    settings: SearchSettings
    scale: CostScale

    @property
    def budget(self) -> Fraction:
        """The greatest cost at which the goal counts (B)."""
        if math.isfinite(self.settings.cost_budget):
            return Fraction(self.settings.cost_budget)
        return self.settings.budget * self.scale.unit

    @property
    def counts_actions(self) -> bool:
        """Whether the budget and utilities are by the number of actions, if each costs 1."""
        return self.scale.unit == 1 and math.isinf(self.settings.cost_budget)

    @property
    def failure(self) -> float:
        """The utility where the goal is not reached within the budget."""
        return self.settings.utility_of(float(self.budget / self.scale.unit))

    def success(self, cost: Fraction) -> float:
        """The utility of reaching the goal at a cost within the budget."""
        return self.settings.utility_of(float(cost / self.scale.unit)) + self.settings.goal_utility

    def coarse_bounds(self, least: Fraction, probability: float) -> Bounds:
        """Bounds by a cost that reaching the goal takes at least, and its maximal probability."""
        if least > self.budget:
            return Bounds(self.failure, self.failure)
        bonus = max(0.0, self.success(least) - self.failure)
        return Bounds(self.failure, self.failure + bonus * probability)


@dataclass(frozen=True, slots=True)
class CostUtility:
    """Bounds on the best expected utility."""

    bounds: Bounds
    rounded_to: Fraction | None
    """The number of which costs were rounded to multiples; None if they were not."""

    @property
    def notes(self) -> list[str]:
        """That costs were rounded, if they were."""
        if not self.rounded_to:
            return []
        size = plain_number(self.rounded_to)
        return [f"utility: bounds by costs that are rounded to multiples of {size:g}"]


def best_cost_utility(
    graph: Graph, components: Components, payoffs: Payoffs, progress: Progress
) -> CostUtility:
    """The best expected utility from the first state, over policies that look at the cost."""
    if not len(graph.cost):
        graph = graph.changed(cost=np.ones(len(graph.successors), dtype=np.float64))
    divisor = payoffs.scale.divisor
    multiple = _multiple(graph, payoffs.budget // divisor)
    if multiple == 1:
        return CostUtility(_Levels(graph, payoffs, divisor).solve(components, progress), None)
    size = divisor * multiple
    cheap, dear = (
        graph.changed(cost=rounding(graph.cost / multiple)) for rounding in (np.floor, np.ceil)
    )
    upper = _Levels(cheap, payoffs, size).solve(components, progress).upper
    lower = _Levels(dear, payoffs, size).solve(components, progress).lower
    return CostUtility(Bounds(lower, upper), size)


def _multiple(graph: Graph, num_levels: int) -> int:
    """Of how many divisors a level must be, for time and memory to be enough."""
    most = max(1.0, min(MAX_LEVELS, MAX_WORK / max(1, len(graph.successors))))
    multiple = max(1, math.ceil(num_levels / most))
    row = 8 * len(graph.final)
    num_rows = min(float(graph.cost.max(initial=0)), num_levels) + 1
    rows_free = bytes_free() // 2 // row
    if rows_free < 3:
        raise OutOfLimits(LimitReached.MEMORY)
    return max(multiple, math.ceil(num_rows / (rows_free - 2)))


class _Levels:
    """Backwards induction over the levels of cost up to the budget."""

    def __init__(self, graph: Graph, payoffs: Payoffs, size: Fraction) -> None:
        self._graph = graph
        self._payoffs = payoffs
        self._size = size
        self._last = payoffs.budget // size
        self._has_free_steps = bool((graph.cost == 0).any())

    def solve(self, components: Components, progress: Progress) -> Bounds:
        """Bounds on the utility of the first state.

        Where steps cost nothing, utilities at a level are iterated from below. If the last sweep
        raises them by d at most, they are within d φ of the truth (`slack_of`), as far as that
        level is concerned; what was lost at later levels adds up.
        """
        order, most_slack = components.order, 0.0
        if self._has_free_steps:
            order = self._collapse(components, progress)
            most_slack = float(self._slack(order, progress).max(initial=0.0))
        greatest = min(float(self._graph.cost.max(initial=0.0)), self._last)
        shape = (int(greatest) + 1, len(self._graph.final))
        values = np.full(shape, self._payoffs.failure, dtype=np.float64)
        changes = sum(
            self._settle(cost, order, values, progress) for cost in range(self._last, -1, -1)
        )
        value = float(values[0, 0])
        rounding = ROUNDING * (self._last + 2) * abs(value)
        return Bounds(value - rounding, value + rounding + changes * most_slack)

    def _settle(self, cost: int, order: Int32s, values: Floats, progress: Progress) -> float:
        """Compute the utilities at a cost; return by how much the last sweep has raised them."""
        level = CostLevel(
            cost=cost,
            budget=self._last,
            success=self._payoffs.success(cost * self._size),
            failure=self._payoffs.failure,
        )
        values[cost % len(values)] = self._payoffs.failure
        while True:
            change = 0.0
            for first, last in pieces(len(order), progress, f"utilities at cost {cost:,}"):
                done = kernel.induce_cost_level(self._graph, order, level, values, first, last)
                change = max(change, done)
            if not self._has_free_steps or change <= LEAST_CHANGE:
                return change if self._has_free_steps else 0.0

    def _collapse(self, components: Components, progress: Progress) -> Int32s:
        """Make single states of end components that cost nothing; return the order of states."""
        graph = self._graph
        edges = _edge_costs(graph, progress)
        collapsed = collapse(graph, (edges == 0).astype(np.uint8), progress)
        if not collapsed:
            return free_order(graph, components.order, progress)
        self._graph = collapsed.graph
        return free_order(self._graph, collapsed.components(components).order, progress)

    def _slack(self, order: Int32s, progress: Progress) -> Floats:
        every, ones = (
            np.ones(len(self._graph.edges), dtype=np.bool_),
            np.ones(len(self._graph.final)),
        )
        return slack_of(self._graph, every, ones, order, progress)


def _edge_costs(graph: Graph, progress: Progress) -> Floats:
    """The expected cost of each edge."""
    number = len(graph.edges)
    edges = OptimalEdges(kept=np.ones(number, dtype=np.uint8), cost=np.ones(number))
    for first, last in pieces(len(graph.final), progress, "costs of actions"):
        kernel.write_edge_costs(graph, np.ones(len(graph.final)), edges, first, last)
    return edges.cost
