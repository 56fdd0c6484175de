"""Reachability in the delete relaxation."""

from __future__ import annotations

from random import Random

import pytest

from lamp.heuristics import is_relaxed_reachable
from tests.support.random_tasks import random_task


@pytest.mark.sweep(12)
@pytest.mark.parametrize("seed", range(40))
def test_the_relaxation_never_reports_a_reachable_condition_as_unreachable(seed: int) -> None:
    task = random_task(Random(seed))
    states, queue = {task.initial}, [task.initial]
    while queue and len(states) < 500:
        state = queue.pop()
        for action in task.applicable(state):
            for after in task.apply(state, action):
                if after not in states:
                    states.add(after)
                    queue.append(after)
    if any(task.is_goal(state) for state in states):
        assert is_relaxed_reachable(task, task.initial, task.goal)
    for action in task.actions:
        if any(action.precondition.holds(state) for state in states):
            assert is_relaxed_reachable(task, task.initial, action.precondition)
