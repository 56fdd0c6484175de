"""Values: means of utilities, and the two parts of a value under GUBS.

Under GUBS (Freire and Delgado 2017) with u(c) = exp(λ c), the value of a state is K_g P + E, where
P is the probability to reach the goal and E the expected utility of the cost (decision 14). Both
satisfy Bellman's equation with a factor for each step: P with `goal_discount`, E with u(c) for the
cost c of the step.
"""

from __future__ import annotations

import math

import numpy as np

from lamp.search.lamp.kernel.records import (
    ESTIMATED,
    EXPONENTIAL,
    NO_VALUE,
    RECIPROCAL,
    Settings,
    Statistics,
)
from lamp.util.compiling import compiled, inlined
from lamp.util.records import Rows


@inlined
def update_mean(estimates: Rows, index: int, utility: float) -> None:
    """Update a mean by one utility: UCB-Update of Algorithm 3."""
    visits = estimates[index].visits
    estimates[index].value = (visits * estimates[index].value + utility) / (1.0 + visits)
    estimates[index].visits = visits + 1.0


@inlined
def utility_of(settings: Settings, cost: float, bonus: float) -> float:
    """The utility of a cost, u(c), and a bonus; by table for whole numbers."""
    cost = min(cost, settings.greatest_cost)
    whole = int(cost)
    if whole == cost:
        return settings.utilities[np.uint64(whole)] + bonus
    return cost_utility(settings, cost) + bonus


@compiled
def cost_utility(settings: Settings, cost: float) -> float:
    """u(c): exp(λ c), 1 / (1 + c) or 1 - c / greatest cost."""
    if settings.utility == EXPONENTIAL:
        return math.exp(settings.risk_factor * cost)
    if settings.utility == RECIPROCAL:
        return 1.0 / (1.0 + cost)
    return 1.0 - cost / settings.greatest_cost


@inlined
def step_factor(settings: Settings, cost: float) -> float:
    """What a step leaves of the expected utility: exp(λ c) for its cost c, but less than 1.

    Otherwise a state on a circle that costs nothing would keep a value that nothing supports.
    """
    if cost == 1.0:
        return settings.unit_utility
    return min(math.exp(settings.risk_factor * cost), settings.greatest_factor)


@inlined
def init_state_value(
    statistics: Statistics, state: int, goal_probability: float, expected_utility: float
) -> None:
    """Take an estimate as the value of a state that has none."""
    if statistics.state_value[state].basis == NO_VALUE:
        statistics.state_value[state].basis = ESTIMATED
        statistics.state_value[state].goal_probability = goal_probability
        statistics.state_value[state].expected_utility = expected_utility


@inlined
def gubs_value(settings: Settings, goal_probability: float, expected_utility: float) -> float:
    """The value under GUBS: K_g P + E."""
    return settings.goal_utility * goal_probability + expected_utility
