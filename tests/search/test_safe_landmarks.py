"""Safe landmarks: a landmark counts as achieved only if no dead end comes after it."""

from __future__ import annotations

import math

import pytest

from lamp.search import Lamp, SearchSettings
from tests.support.search_tasks import evidence_by_name, facts_as_landmarks, trap_task


@pytest.mark.parametrize("safe", [False, True])
def test_a_landmark_in_a_dead_end_counts_as_achieved_unless_safe_landmarks_is_set(
    *, safe: bool
) -> None:
    task = trap_task()
    settings = SearchSettings.paper(safe_landmarks=safe)
    evidence = evidence_by_name(Lamp(task, facts_as_landmarks(task, 1), settings))
    # In the trap, 19 of the 20 actions of the horizon are left.
    expected = math.exp(-0.1 * 20) if safe else math.exp(-0.1) + 1.0
    assert evidence["trap"].subgoal.value == pytest.approx(expected)
    assert evidence["good"].subgoal.value > math.exp(-0.1 * 20)


def test_safe_landmarks_does_not_check_for_applicable_actions_at_the_horizon() -> None:
    task = trap_task()
    settings = SearchSettings.paper(horizon=1, safe_landmarks=True)
    evidence = evidence_by_name(Lamp(task, facts_as_landmarks(task, 1), settings))
    assert evidence["trap"].subgoal.value == pytest.approx(math.exp(-0.1) + 1.0)
