"""Figure 1 of the paper, where one action leads to the landmark and the other to the goal."""

from __future__ import annotations

import math

import pytest

from lamp.search import Lamp, SearchSettings
from tests.support.search_tasks import figure_1

HALVING = SearchSettings.paper(risk_factor=-math.log(2), goal_utility=0.0)
"""With u(c) = 2^-c all values are half of those in the paper."""


@pytest.mark.parametrize(("greediness", "action"), [(0.19, "a1"), (0.21, "a4")])
def test_greediness_above_0_2_prefers_the_landmark_and_below_0_2_the_goal(
    greediness: float, action: str
) -> None:
    task, graph = figure_1()
    decision = Lamp(task, graph, HALVING.changed(greediness=greediness)).decide(task.initial)
    values = {
        evidence.action.name: (evidence.goal.value, evidence.subgoal.value)
        for evidence in decision.evidence
    }
    assert values["a1"] == pytest.approx((1 / 8, 1 / 4))
    assert values["a4"] == pytest.approx((1 / 16, 1 / 2))
    assert decision.action is not None
    assert decision.action.name == action


@pytest.mark.parametrize(("rollouts", "action"), [(5, "a4"), (100, "a1")])
def test_automatic_greediness_prefers_the_landmark_at_first_and_the_goal_after_many_rollouts(
    rollouts: int, action: str
) -> None:
    task, graph = figure_1()
    settings = HALVING.changed(greediness="auto", rollouts=rollouts)
    decision = Lamp(task, graph, settings).decide(task.initial)
    assert decision.action is not None
    assert decision.action.name == action
