"""The values of an explicit graph, as far as time allows."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from lamp.exact.bounds import Bounds
from lamp.exact.kernel import UNKNOWN, Graph, Values
from lamp.exact.limits import LimitLog, LimitReached
from lamp.exact.progress import Progress, until
from lamp.exact.qualitative import analyse
from lamp.exact.utility import best_utility
from lamp.exact.value_iteration import (
    CostIteration,
    bound_probabilities,
    first_values,
    probability_bounds,
)
from lamp.search import SearchSettings
from lamp.util import Deadline

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


def solve_graph(
    graph: Graph,
    settings: SearchSettings,
    precision: float,
    deadline: Deadline,
    progress: Progress,
) -> GraphValues:
    """The values of a graph. When the time is over, the bounds known by then.

    Without time for the qualitative analysis nothing is known, and `OutOfTime` is raised.
    """
    analysis = analyse(graph, until(deadline, progress))
    values, log = first_values(graph, analysis), LimitLog()
    with log.noted():
        watch = until(deadline.part(PROBABILITY_SHARE), progress)
        bound_probabilities(graph, analysis, values, watch)
    probability = probability_bounds(values, 0)
    utility = coarse_utility(settings, int(analysis.distance[0]), probability.upper)
    with log.noted():
        watch = until(deadline.part(UTILITY_SHARE), progress)
        utility = best_utility(graph, analysis, settings, watch)
    costs = CostIteration(graph, analysis, values)
    if not log.first:
        with log.noted():
            costs.run(precision, until(deadline.part(COST_SHARE), progress))
        if log.first:
            with log.noted():
                costs.bound_error(until(deadline, progress))
    return GraphValues(
        dead_ends=analysis.num_dead_ends,
        probability=probability,
        cost=_cost(costs, int(analysis.distance[0])),
        utility=utility,
        values=unknown_values(len(graph.final)) if log.first else values,
        share=costs.share,
        limit=log.first,
    )


def _cost(costs: CostIteration, distance: int) -> Bounds | None:
    """Bounds on the cost of the first state, at least its distance from the goal."""
    if distance == UNKNOWN:
        return None
    coarse = Bounds(float(distance), math.inf)
    return costs.bounds & coarse if costs.bounds else coarse


def coarse_utility(settings: SearchSettings, distance: int, probability: float) -> Bounds:
    """Bounds on the utility by the distance from the goal and the maximal probability, at most."""
    utilities = settings.utilities()
    failure = utilities[settings.budget]
    if distance == UNKNOWN or distance > settings.budget:
        return Bounds(failure, failure)
    success = utilities[distance] + settings.goal_utility
    return Bounds(failure, failure + max(0.0, success - failure) * probability)


def unknown_values(number: int) -> Values:
    """Values of which none is known."""
    lower, upper, cost = (np.full(number, math.nan) for _ in range(3))
    return Values(
        lower=lower, upper=upper, cost=cost, choice=np.full(number, UNKNOWN, dtype=np.int32)
    )
