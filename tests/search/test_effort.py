"""How long a decision may take: rollouts, seconds, and being stopped."""

from __future__ import annotations

from lamp.search import Lamp, SearchEnd
from tests.support.tasks import benchmark_task


def test_seconds_alone_do_not_end_at_a_hundred_rollouts() -> None:
    task = benchmark_task("elevators:p5")
    assert Lamp(task, seconds=0.3, greediness=0.0).decide(task.initial).rollouts > 100
    both = Lamp(task, seconds=10.0, rollouts=7, greediness=0.0).decide(task.initial)
    assert both.rollouts == 7


def test_a_long_horizon_still_answers_soon() -> None:
    task = benchmark_task("zenotravel:p5")
    planner = Lamp(task, rollouts=10**6, horizon=2000, budget=3000)
    decision = planner.decide(task.initial, stop=lambda: True)
    assert decision.rollouts < 100
    assert decision.end is SearchEnd.STOPPED
