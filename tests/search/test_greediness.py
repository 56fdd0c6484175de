"""Greediness: the weight of the current landmark against the goal, and how it decreases."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from lamp.search import Lamp, LandmarkPlan, SearchSettings, SequentialPlan, Uct
from lamp.task import Task
from tests.support.search_tasks import facts_as_landmarks, trap_task
from tests.support.tasks import benchmark_task


def test_automatic_greediness_begins_at_0_5_and_is_0_25_after_50_tries() -> None:
    settings = SearchSettings()
    assert settings.greediness_after(0) == 0.5
    assert settings.greediness_after(50) == 0.25
    assert SearchSettings(greediness=0.3).greediness_after(50) == 0.3


def test_a_decision_mixes_by_the_number_of_tries_in_its_state() -> None:
    task = trap_task()
    settings = SearchSettings.paper(greediness="auto", rollouts=25)
    decision = Lamp(task, facts_as_landmarks(task, 1), settings).decide(task.initial)
    assert sum(evidence.goal.tries for evidence in decision.evidence) == 50
    assert decision.greediness == 0.25
    for evidence in decision.evidence:
        assert evidence.value == pytest.approx(
            0.25 * evidence.subgoal.value + 0.75 * evidence.goal.value
        )


@pytest.mark.parametrize("planner", [Uct, partial(Lamp, greediness=0), SequentialPlan])
def test_the_greediness_of_a_decision_is_0_for_planners_that_do_not_mix_values(
    planner: Callable[[Task], LandmarkPlan],
) -> None:
    task = benchmark_task("elevators:p2")
    assert planner(task).decide(task.initial).greediness == 0
