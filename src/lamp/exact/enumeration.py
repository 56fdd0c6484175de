"""The values of an explicit graph, as far as time allows."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from lamp.exact.bounds import Bounds
from lamp.exact.cost_iteration import CostIteration
from lamp.exact.cost_utility import CostUtility, Payoffs, best_cost_utility
from lamp.exact.costs import CostScale
from lamp.exact.kernel import UNKNOWN, Graph, Values
from lamp.exact.limits import LimitLog, LimitReached
from lamp.exact.progress import Progress, until
from lamp.exact.qualitative import analyse
from lamp.exact.utility import best_utility
from lamp.exact.value_iteration import (
    bound_probabilities,
    first_values,
    probability_bounds,
)
from lamp.search import SearchSettings
from lamp.util import Deadline

FREE_CYCLES = "cycles that cost nothing count as single states: to stay in one is no success"
PROBABILITY_SHARE, UTILITY_SHARE, COST_SHARE = 0.5, 0.7, 0.8
"""What each phase may take of the time that is left to it and to those after it."""


@dataclass(frozen=True, slots=True)
class GraphValues:
    """The values of the first state of a graph, and of all others unless a limit was reached."""

    dead_ends: int
    probability: Bounds
    cost: Bounds | None
    utility: Bounds
    values: Values
    share: float
    """By which costs may be wrong."""
    limit: LimitReached | None
    notes: tuple[str, ...]
    """How costs were treated."""


def solve_graph(
    graph: Graph,
    settings: SearchSettings,
    scale: CostScale,
    precision: float,
    deadline: Deadline,
    progress: Progress,
) -> GraphValues:
    """The values of a graph, with costs as its task has them.

    When the time is over, the bounds known by then. Without time for the qualitative analysis
    nothing is known, and `OutOfTime` is raised.
    """
    analysis, payoffs = analyse(graph, until(deadline, progress)), Payoffs(settings, scale)
    least = _least_cost(graph, int(analysis.distance[0]))
    values, log = first_values(graph, analysis), LimitLog()
    with log.noted():
        watch = until(deadline.part(PROBABILITY_SHARE), progress)
        bound_probabilities(graph, analysis, values, watch)
    probability = probability_bounds(values, 0)
    utility = CostUtility(_coarse_utility(payoffs, least, probability.upper), None)
    costs = CostIteration(graph, analysis, values)
    by_levels = len(graph.cost) > 0 or not payoffs.counts_actions
    with log.noted():
        watch = until(deadline.part(UTILITY_SHARE), progress)
        if not by_levels:
            bounds = best_utility(graph, analysis, settings, watch)
            utility = CostUtility(bounds, None)
    if not log.first:
        with log.noted():
            watch = until(deadline.part(COST_SHARE), progress)
            costs.run(precision / scale.step, watch)
        if log.first:
            with log.noted():
                costs.bound_error(until(deadline, progress))
    are_known = not log.first
    with log.noted():
        if are_known and by_levels:  # which may take long: costs come before
            watch = until(deadline, progress)
            utility = best_cost_utility(graph, analysis.components, payoffs, watch)
    cost = _cost(costs, least)
    values.cost *= scale.cost(1.0)
    return GraphValues(
        dead_ends=analysis.num_dead_ends,
        probability=probability,
        cost=cost and cost.times(scale.cost(1.0)),
        utility=utility.bounds,
        values=values if are_known else unknown_values(len(graph.final)),
        share=costs.share,
        limit=log.first,
        notes=_notes(costs, utility),
    )


def _least_cost(graph: Graph, distance: int) -> float | None:
    """At most the cost of the first state; None if there is no way to the goal."""
    if distance == UNKNOWN:
        return None
    if not distance or not len(graph.cost):
        return float(distance)
    return distance * float(graph.cost.min())


def _cost(costs: CostIteration, least: float | None) -> Bounds | None:
    """Bounds on the cost of the first state."""
    if least is None:
        return None
    coarse = Bounds(least, math.inf)
    return costs.bounds & coarse if costs.bounds else coarse


def _coarse_utility(payoffs: Payoffs, least: float | None, probability: float) -> Bounds:
    """Bounds on the utility by what the goal costs and the maximal probability, at most."""
    if least is None:
        return Bounds(payoffs.failure, payoffs.failure)
    return payoffs.coarse_bounds(payoffs.scale.exact(least), probability)


def _notes(costs: CostIteration, utility: CostUtility) -> tuple[str, ...]:
    notes = [FREE_CYCLES] if costs.has_free_cycles else []
    return (*notes, *utility.notes)


def unknown_values(number: int) -> Values:
    """Values of which none is known."""
    lower, upper, cost = (np.full(number, math.nan) for _ in range(3))
    return Values(
        lower=lower, upper=upper, cost=cost, choice=np.full(number, UNKNOWN, dtype=np.int32)
    )
