"""Decisions: states without actions, budgets that are spent, and limits of time."""

from __future__ import annotations

from lamp.search import PAPER, Lamp, SearchEnd
from tests.support.tasks import benchmark_task, task_of


def test_a_state_without_applicable_actions_gets_no_action() -> None:
    task = task_of("(:predicates (a) (b)) (:action x :precondition (b) :effect (a))", "(:goal (a))")
    assert Lamp(task).decide(task.initial).action is None


def test_decisions_after_the_end_of_the_budget_keep_values_in_their_range() -> None:
    task = benchmark_task("elevators:p5")
    beyond = Lamp(task, rollouts=2, budget=3, horizon=2)
    paper = Lamp(task, rollouts=2, budget=3, horizon=2, **PAPER)
    least = paper.settings.utilities()[-1]
    for _ in range(50):
        assert all(0 <= entry.value <= 2 for entry in beyond.decide(task.initial).evidence)
        decision = paper.decide(task.initial)
        assert all(entry.value == 0 or least <= entry.value <= 2 for entry in decision.evidence)


def test_seconds_end_a_decision_before_its_rollouts() -> None:
    task = benchmark_task("elevators:p5")
    decision = Lamp(task, rollouts=10**9, seconds=0.05).decide(task.initial)
    assert decision.end is SearchEnd.SECONDS
    assert decision.rollouts < 10**9
