"""Optimal values of tasks with too many states: by search, with bounds from abstractions."""

from __future__ import annotations

import contextlib
import math
import time

import numpy as np

from lamp.exact.cheapest import Cheapest
from lamp.exact.iteration import Bounds
from lamp.exact.kernel import UNKNOWN, Values
from lamp.exact.knowledge import Knowledge, OutOfLimits
from lamp.exact.likeliest import Likeliest
from lamp.exact.limits import Limits
from lamp.exact.patterns import choose_abstractions
from lamp.exact.progress import Progress
from lamp.exact.solution import Method, Solution
from lamp.exact.utility import MostUseful
from lamp.search import SearchSettings
from lamp.task import Task


def search(
    task: Task, settings: SearchSettings, precision: float, limits: Limits, progress: Progress
) -> Solution:
    """Optimal values by search; at a limit, the bounds that are known by then."""
    start = time.perf_counter()
    abstractions = choose_abstractions(task, math.exp(settings.risk_factor), progress)
    knowledge = Knowledge(task, abstractions, limits, progress)
    probability, cost, values, share = _chance_and_cost(knowledge)
    useful = MostUseful(knowledge, settings, probability.upper)
    with contextlib.suppress(OutOfLimits):
        useful.run(precision)
    seconds = time.perf_counter() - start
    found = (probability, cost, useful.bounds, seconds, knowledge.states, values, share)
    return Solution(Method.SEARCH, len(knowledge), None, *found)


def _chance_and_cost(knowledge: Knowledge) -> tuple[Bounds, Bounds | None, Values, float]:
    """Bounds on the maximal probability and the cost of having it; values, and their share."""
    cheapest = Cheapest(knowledge)
    with contextlib.suppress(OutOfLimits):
        cheapest.run()
    if cheapest.is_impossible:
        return _below_one(knowledge)
    cost = cheapest.bounds
    if not cheapest.is_done:
        # The cost is that of sure success, of which nobody knows whether it is possible.
        lower, upper = Likeliest(knowledge).guaranteed(), knowledge.estimates.probability[0]
        probability = Bounds(lower, float(upper))
        return probability, Bounds(0.0, math.inf), _nothing(knowledge), 0.0
    front, values = cheapest.follower.front, _nothing(knowledge)
    reached = front.order[: cheapest.follower.reached]
    values.lower[reached] = values.upper[reached] = 1.0
    values.cost[reached] = front.value[reached]
    values.choice[reached] = front.choice[reached]
    return Bounds(1.0, 1.0), cost, values, cost.upper / cost.lower - 1 if cost.lower else 0.0


def _below_one(knowledge: Knowledge) -> tuple[Bounds, Bounds | None, Values, float]:
    likeliest = Likeliest(knowledge)
    with contextlib.suppress(OutOfLimits):
        likeliest.run()
    values, known = _nothing(knowledge), likeliest.values
    if known is not None:
        reached = likeliest.reached
        values.lower[reached] = known.lower[reached]
        values.upper[reached] = known.upper[reached]
        values.cost[reached] = known.cost[reached]
        values.choice[reached] = known.choice[reached]
    return likeliest.probability, likeliest.cost, values, likeliest.share


def _nothing(knowledge: Knowledge) -> Values:
    """Values of which none is known."""
    lower, upper, cost = (np.full(len(knowledge), math.nan) for _ in range(3))
    return Values(lower, upper, cost, np.full(len(knowledge), UNKNOWN, dtype=np.int32))
