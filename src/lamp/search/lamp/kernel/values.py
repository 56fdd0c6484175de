"""Values: means of utilities, and the two parts of a value under GUBS.

Under GUBS (Freire and Delgado 2017) with u(c) = exp(λ c), the value of a state is K_g P + E, where
P is the probability to reach the goal and E the expected utility of the cost (decision 14). Both
satisfy Bellman's equation with a factor for each action: P with `goal_discount`, E with exp(λ) =
u(1).
"""

from __future__ import annotations

from lamp.search.lamp.kernel.records import ESTIMATED, NO_VALUE, Settings, Statistics
from lamp.util.compiling import inlined
from lamp.util.records import Rows


@inlined
def update_mean(estimates: Rows, index: int, utility: float) -> None:
    """Update a mean by one utility: UCB-Update of Algorithm 3."""
    visits = estimates[index].visits
    estimates[index].value = (visits * estimates[index].value + utility) / (1.0 + visits)
    estimates[index].visits = visits + 1.0


@inlined
def utility_of(settings: Settings, cost: int, bonus: float) -> float:
    """The utility of a cost, u(c), and a bonus; costs beyond the table count as its last one."""
    return settings.utility[min(cost, len(settings.utility) - 1)] + bonus


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
