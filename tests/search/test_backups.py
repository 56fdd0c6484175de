"""Bellman backups: the value of an action is the expected value of its successors."""

from __future__ import annotations

import math
from typing import Any

import pytest

from lamp.search import Lamp, SearchSettings
from lamp.task import Action, Condition
from tests.support.random_tasks import hand_made
from tests.support.search_tasks import evidence_by_name, move, trap_task

LASTING = 1 - 1 / 200
"""The probability that the budget lasts for another action."""


def goal_values(*actions: Action, goal: int, **changes: Any) -> dict[str, float]:
    """Q_g of the actions in the state of fact 0, by Bellman's equation."""
    task = hand_made(*actions, goal=Condition((goal,)), initial=[0])
    settings = SearchSettings.paper(backups="bellman", greediness=0.0, **changes)
    evidence = evidence_by_name(Lamp(task, settings=settings))
    return {name: known.goal.value for name, known in evidence.items()}


def test_bellman_backups_weight_outcomes_by_probability_not_by_sampled_frequency() -> None:
    values = goal_values(move("risk", 0, 1, 2), goal=1, rollouts=21)
    assert values["risk"] == pytest.approx((LASTING + math.exp(-0.1)) / 2)


def test_bellman_backups_count_a_dead_end_before_it_is_sampled() -> None:
    risk = move("risk", 0, 1, 2, 2, 2)
    values = [
        goal_values(risk, goal=1, rollouts=1, seed=seed, dead_ends=True)["risk"]
        for seed in range(12)
    ]
    lucky, unlucky = pytest.approx((LASTING + math.exp(-0.1)) / 4), 0.0
    assert all(value in (lucky, unlucky) for value in values)
    assert any(value == lucky for value in values)


def test_the_bellman_value_of_a_state_is_the_value_of_its_best_action() -> None:
    actions = move("go", 0, 1), move("well", 1, 2), move("ill", 1, 3), move("worse", 1, 4)
    values = goal_values(*actions, goal=2, exploration=50.0, rollouts=30)
    assert values["go"] == pytest.approx(LASTING**2 + math.exp(-0.2))


def test_bellman_values_do_not_depend_on_the_cost_so_far() -> None:
    task = hand_made(move("go", 0, 1), move("stay", 2, 0), goal=Condition((1,)), initial=[0])
    planner = Lamp(task, settings=SearchSettings.paper(backups="bellman", greediness=0.0))
    first = planner.decide(task.initial).evidence[0].goal.value
    for _ in range(5):
        planner.decide(frozenset([2]))
    assert planner.cost == 5  # the outcome of the last action is not seen yet
    assert planner.decide(task.initial).evidence[0].goal.value == first


def test_bellman_backups_fall_back_to_means_for_utilities_other_than_the_exponential() -> None:
    mean, bellman = (
        Lamp(trap_task(), settings=SearchSettings.paper(utility="linear", backups=backups))
        for backups in ("mean", "bellman")
    )
    assert evidence_by_name(mean) == evidence_by_name(bellman)
