"""Estimates of states without a value: the utility of the remaining landmarks' cost."""

from __future__ import annotations

from lamp.search.lamp.kernel.landmark_sets import remaining_cost
from lamp.search.lamp.kernel.records import NO_VALUE, Search
from lamp.search.lamp.kernel.values import init_state_value, utility_of
from lamp.statespace.kernel import is_true
from lamp.util.compiling import compiled


@compiled
def estimate_state(search: Search, state: int) -> None:
    """Estimate a state without a value by u(h), with the remaining cost h; by 1 if the goal holds.

    The estimate is used for both parts of the value.
    """
    statistics = search.statistics
    if is_true(search.space, state, search.task.goal):
        init_state_value(statistics, state, 1.0, 1.0)
    elif statistics.state_value[state].basis == NO_VALUE:
        utility = utility_of(search.settings, remaining_cost(search, state), 0.0)
        init_state_value(statistics, state, utility, utility)
