"""Interval and value iteration: probabilities, costs and utilities of all states, with bounds."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from lamp.exact import kernel
from lamp.exact.kernel import UNKNOWN, Graph, Level, Values
from lamp.exact.progress import Progress
from lamp.exact.qualitative import QualitativeAnalysis
from lamp.search import SearchSettings
from lamp.util.records import Floats, Int8s

PRECISION = 1e-9
"""The default precision of costs."""
PROBABILITY_TOLERANCE = 1e-13
"""The greatest relative difference of the bounds of a probability."""
ROUNDING = 1e-15
"""The relative rounding error of a step of value iteration."""
LEAST_TOLERANCE = 4 * ROUNDING
NO_CHOICES = np.empty(0, dtype=np.int16)


@dataclass(frozen=True, slots=True)
class Bounds:
    """A lower and an upper bound on a value."""

    lower: float
    upper: float

    @property
    def value(self) -> float:
        """The number in the middle; the lower one if the upper one is infinite."""
        apart = self.lower < self.upper < math.inf
        return (self.lower + self.upper) / 2 if apart else self.lower

    @property
    def error(self) -> float:
        """The greatest difference of the true value from the middle."""
        return 0.0 if self.lower == self.upper else (self.upper - self.lower) / 2


def bound_probabilities(
    graph: Graph, analysis: QualitativeAnalysis, progress: Progress, final: Floats | None = None
) -> Values:
    """The values with bounds on the maximal probability; 0 and 1 are exact.

    Interval iteration (Haddad and Monmege 2014), component by component:

        L(s) = max_a Σ_s' P(s' | s, a) L(s'),  and the same for U

    from L = 0 and U = 1. Both converge to the maximal probability, since each end component counts
    as one state. Final states have the values `final`, by default 1.
    """
    almost_sure = analysis.almost_sure.astype(np.float64)
    upper = (analysis.distance != UNKNOWN).astype(np.float64)
    if final is not None:
        almost_sure[graph.final != 0] = upper[graph.final != 0] = final[graph.final != 0]
    cost = np.zeros(len(almost_sure), dtype=np.float64)
    values = Values(
        lower=almost_sure,
        upper=upper,
        cost=cost,
        choice=np.full(len(almost_sure), UNKNOWN, dtype=np.int32),
    )
    component, number = 0, len(analysis.components.indptr) - 1
    while component < number:
        progress(
            f"{len(almost_sure):,} states, probabilities: {component:,} of {number:,} components"
        )
        component = int(
            kernel.bound_components(
                graph, analysis.components, values, component, PROBABILITY_TOLERANCE
            )
        )
    return values


def iterate_costs(
    graph: Graph,
    analysis: QualitativeAnalysis,
    values: Values,
    precision: float,
    progress: Progress,
) -> float:
    """Compute costs and best actions; return the relative error of the costs.

    With V the costs as computed and T one step of value iteration, let V − T V be at most r. Then
    V / (1 + r) is below the true costs, as T raises it, and V / (1 − r) is above them, as T lowers
    it: each action costs 1, so a policy with finite bounds reaches the goal. So the bounds hold
    however V was found.
    """
    fit = np.empty(len(graph.edges), dtype=np.uint8)
    kernel.mark_optimal_edges(graph, analysis.almost_sure, values.lower, fit)
    start = np.where(graph.final, values.cost, analysis.distance * values.lower)
    values.cost[:] = np.where(analysis.distance == UNKNOWN, 0.0, start)
    tolerance = max(LEAST_TOLERANCE, min(1e-6, precision * 1e-4))
    while True:
        _settle(graph, analysis, fit, values, tolerance, progress)
        share, most = _share(graph, fit, values)
        if share * most <= precision or tolerance <= LEAST_TOLERANCE:
            return share
        tolerance = max(LEAST_TOLERANCE, tolerance / 10)


def _settle(
    graph: Graph,
    analysis: QualitativeAnalysis,
    fit: Int8s,
    values: Values,
    tolerance: float,
    progress: Progress,
) -> None:
    component, number = 0, len(analysis.components.indptr) - 1
    while component < number:
        progress(f"{len(graph.final):,} states, costs: {component:,} of {number:,} components")
        component = int(
            kernel.iterate_components(graph, analysis.components, fit, values, component, tolerance)
        )


def _share(graph: Graph, fit: Int8s, values: Values) -> tuple[float, float]:
    """The relative error of the costs, and the greatest cost."""
    residuals = np.empty(3, dtype=np.float64)
    kernel.residuals(graph, fit, values, residuals)
    most = float(residuals[2])
    with np.errstate(invalid="ignore", divide="ignore"):
        apart = np.max(
            (values.upper - values.lower) / values.upper, initial=0.0, where=values.upper > 0
        )
    wrong = float(residuals[:2].max()) + (2 * float(apart) + ROUNDING) * (most + 1)
    return (wrong / (1 - wrong) if wrong < 1 else math.inf), most


def best_utility(
    graph: Graph, analysis: QualitativeAnalysis, settings: SearchSettings, progress: Progress
) -> Bounds:
    """The best expected utility of the initial state, by backward induction over the budget.

        V(s, c) = u(c) + K_g              in goal states,
                  u(budget)               in other states, for c = budget, and in dead ends,
                  max_a Σ_s' P(s' | s, a) V(s', c + 1)   otherwise

    Only states that are reachable with cost c, and from which the goal is reachable within the
    budget, are computed.
    """
    budget, utilities = settings.budget, settings.utilities()
    prefix = _prefixes(graph, budget)
    later = np.full(len(graph.final), utilities[budget], dtype=np.float64)
    later[graph.final != 0] += settings.goal_utility
    now = later.copy()
    for cost in range(budget - 1, -1, -1):
        if cost % 10 == 0:
            progress(f"{len(graph.final):,} states, utilities: {cost} of {budget} levels to go")
        success = utilities[cost] + settings.goal_utility
        level = Level(
            num_states=prefix[cost],
            remaining=budget - cost,
            success=success,
            failure=utilities[budget],
        )
        kernel.backward_induction_step(graph, analysis.distance, level, later, now, NO_CHOICES)
        later, now = now, later
    return rounded(float(later[0]), budget)


def rounded(value: float, steps: int) -> Bounds:
    """Bounds on a number that was computed in some steps, each with the error ROUNDING."""
    error = ROUNDING * steps * abs(value)
    return Bounds(value - error, value + error)


def _prefixes(graph: Graph, budget: int) -> list[int]:
    """For each cost up to the budget, the number of the first states that are reachable with it."""
    prefixes = [1]
    while len(prefixes) < budget + 1:
        grown = (
            int(kernel.reachable_prefix(graph, prefixes[-1]))
            if prefixes[-1] < len(graph.final)
            else prefixes[-1]
        )
        prefixes.append(grown)
        if prefixes[-1] == prefixes[-2]:
            return prefixes + [grown] * (budget + 1 - len(prefixes))
    return prefixes


def cost_bounds(values: Values, share: float, state: int) -> Bounds | None:
    """Bounds on the expected cost of success from a state; None in dead ends."""
    probability = float(values.lower[state])
    if not probability:
        return None
    cost = float(values.cost[state]) / probability
    return Bounds(cost / (1 + share), cost * (1 + share))


def probability_bounds(values: Values, state: int) -> Bounds:
    """Bounds on the maximal probability of a state."""
    return Bounds(float(values.lower[state]), float(values.upper[state]))
