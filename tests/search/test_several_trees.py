"""Decisions of several search trees (`workers`)."""

from __future__ import annotations

import pytest

from lamp.search import Lamp
from tests.support.tasks import benchmark_task


def test_several_trees_share_the_rollouts_and_decide_deterministically() -> None:
    task = benchmark_task("elevators:p5")
    decisions = [Lamp(task, rollouts=101, workers=3).decide(task.initial) for _ in range(2)]
    assert decisions[0].evidence == decisions[1].evidence
    assert decisions[0].rollouts == 202  # for the landmark, and for the action
    alone = Lamp(task, rollouts=101, greediness=0.0, workers=3).decide(task.initial)
    assert alone.rollouts == 101


def test_the_estimates_of_trees_are_means_weighted_by_tries() -> None:
    task = benchmark_task("elevators:p5")
    together = Lamp(task, rollouts=90, workers=2)
    decision = together.decide(task.initial)
    trees = [tree.for_goal(task.initial) for tree in together.trees]
    for index, evidence in enumerate(decision.evidence):
        tries = [tree.visits[index] for tree in trees]
        values = [tree.values[index] for tree in trees]
        assert evidence.goal.tries == sum(tries)
        mean = sum(n * q for n, q in zip(tries, values, strict=True)) / sum(tries)
        assert evidence.goal.value == pytest.approx(mean)
