"""Optimal values of tasks with too many states: by search, with bounds from projections."""

from __future__ import annotations

import contextlib
import math
import time

import numpy as np

from lamp.exact.gubs import GubsSearch
from lamp.exact.kernel import UNKNOWN, Values
from lamp.exact.limits import Limits
from lamp.exact.maxprob import MaxProbSearch
from lamp.exact.pattern_database import select_pattern_databases
from lamp.exact.progress import Progress
from lamp.exact.search_space import OutOfLimits, SearchSpace
from lamp.exact.solution import Method, Solution
from lamp.exact.ssp import SspSearch
from lamp.exact.value_iteration import Bounds
from lamp.search import SearchSettings
from lamp.task import Task


def search(
    task: Task, settings: SearchSettings, precision: float, limits: Limits, progress: Progress
) -> Solution:
    """Optimal values by search; at a limit, the bounds that are known by then."""
    start = time.perf_counter()
    projections = select_pattern_databases(task, math.exp(settings.risk_factor), progress)
    space = SearchSpace(task, projections, limits, progress)
    probability, cost, values, share = _chance_and_cost(space)
    gubs = GubsSearch(space, settings, probability.upper)
    with contextlib.suppress(OutOfLimits):
        gubs.run(precision)
    seconds = time.perf_counter() - start
    values_and_bounds = (probability, cost, gubs.bounds, seconds, space.states, values, share)
    return Solution(Method.SEARCH, len(space), None, *values_and_bounds)


def _chance_and_cost(space: SearchSpace) -> tuple[Bounds, Bounds | None, Values, float]:
    """Bounds on the maximal probability and the cost of having it; values, and their share."""
    ssp = SspSearch(space)
    with contextlib.suppress(OutOfLimits):
        ssp.run()
    if ssp.is_impossible:
        return _below_one(space)
    cost = ssp.bounds
    if not ssp.is_done:
        # The cost is that of almost sure success, which may be impossible.
        lower, upper = MaxProbSearch(space).guaranteed(), space.estimates.probability[0]
        probability = Bounds(lower, float(upper))
        return probability, Bounds(0.0, math.inf), _nothing(space), 0.0
    envelope, values = ssp.ilao_star.envelope, _nothing(space)
    reached = envelope.order[: ssp.ilao_star.reached]
    values.lower[reached] = values.upper[reached] = 1.0
    values.cost[reached] = envelope.value[reached]
    values.choice[reached] = envelope.choice[reached]
    return Bounds(1.0, 1.0), cost, values, cost.upper / cost.lower - 1 if cost.lower else 0.0


def _below_one(space: SearchSpace) -> tuple[Bounds, Bounds | None, Values, float]:
    maxprob = MaxProbSearch(space)
    with contextlib.suppress(OutOfLimits):
        maxprob.run()
    values, solved = _nothing(space), maxprob.values
    if solved is not None:
        reached = maxprob.reached
        values.lower[reached] = solved.lower[reached]
        values.upper[reached] = solved.upper[reached]
        values.cost[reached] = solved.cost[reached]
        values.choice[reached] = solved.choice[reached]
    return maxprob.probability, maxprob.cost, values, maxprob.share


def _nothing(space: SearchSpace) -> Values:
    """Values that are unknown in all states."""
    lower, upper, cost = (np.full(len(space), math.nan) for _ in range(3))
    return Values(
        lower=lower, upper=upper, cost=cost, choice=np.full(len(space), UNKNOWN, dtype=np.int32)
    )
