"""The limits of a decision: rollouts, seconds, and the stop signal."""

from __future__ import annotations

import math

from lamp.search import Lamp, SearchEnd, SearchSettings
from lamp.search.budget import FIRST_BATCH_ACTIONS, DecisionBudget
from tests.support.tasks import benchmark_task


def test_a_time_limit_without_rollouts_is_not_limited_by_the_default_number_of_rollouts() -> None:
    task = benchmark_task("elevators:p5")
    assert Lamp(task, seconds=0.3, greediness=0.0).decide(task.initial).rollouts > 100
    both = Lamp(task, seconds=10.0, rollouts=7, greediness=0.0).decide(task.initial)
    assert both.rollouts == 7


def test_a_search_with_a_long_horizon_stops_soon_after_the_stop_signal() -> None:
    task = benchmark_task("zenotravel:p5")
    planner = Lamp(task, rollouts=10**6, horizon=2000, budget=3000)
    decision = planner.decide(task.initial, stop=lambda: True)
    assert decision.rollouts < 100
    assert decision.end is SearchEnd.STOPPED


def test_where_time_is_limited_the_first_batch_is_a_single_rollout() -> None:
    settings = SearchSettings(rollouts=10**6, horizon=10)
    assert next(DecisionBudget(settings).batches()) == FIRST_BATCH_ACTIONS // 10
    limited = DecisionBudget(settings.changed(seconds=1000.0))
    assert next(limited.batches()) == 1
    assert limited.limit < math.inf
