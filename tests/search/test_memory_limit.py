"""A search in limited memory (`megabytes`): it ends early, says so, and stays deterministic."""

from __future__ import annotations

import math

import pytest

from lamp.errors import SettingsError
from lamp.execution import Step, run_episode
from lamp.search import Lamp, SearchEnd
from tests.support.tasks import benchmark_task


def test_full_memory_ends_the_search_with_the_decision_so_far_and_planning_goes_on() -> None:
    planner = Lamp(benchmark_task("zenotravel_released:p5"), rollouts=20_000, megabytes=8, budget=4)
    steps: list[Step] = []
    episode = run_episode(planner, watch=steps.append)
    assert episode.cost == 4
    full = [step.decision for step in steps if step.decision.end is SearchEnd.MEMORY]
    assert len(full) >= 2
    assert all(100 < decision.rollouts < 40_000 for decision in full)
    assert all(decision.chosen and decision.chosen.goal.tries for decision in full)
    (tree,) = planner.trees
    assert tree.memory.num_bytes <= 8e6


def test_memory_that_is_too_small_for_the_problem_is_refused() -> None:
    task = benchmark_task("zenotravel_released:p5")
    with pytest.raises(SettingsError, match="too few for this problem"):
        Lamp(task, megabytes=0.01).decide(task.initial)


def test_memory_that_is_large_enough_changes_nothing() -> None:
    task = benchmark_task("elevators:p5")
    episodes = [run_episode(Lamp(task, megabytes=size)) for size in (20.0, math.inf)]
    assert episodes[0].actions == episodes[1].actions


def test_an_episode_in_little_memory_does_not_depend_on_earlier_episodes() -> None:
    task = benchmark_task("zenotravel_released:p5")
    used, fresh = (Lamp(task, rollouts=300, megabytes=5, budget=6) for _ in range(2))
    run_episode(used, 4)
    assert run_episode(used, 5).actions == run_episode(fresh, 5).actions


def test_lost_statistics_are_reported_as_full_memory() -> None:
    planner = Lamp(benchmark_task("zenotravel_released:p5"), rollouts=150, megabytes=5, budget=30)
    steps: list[Step] = []
    run_episode(planner, watch=steps.append)
    states = [step.decision.states for step in steps]
    shrunk = [index for index in range(1, len(steps)) if states[index] < states[index - 1]]
    assert shrunk
    assert all(
        SearchEnd.MEMORY in (steps[index - 1].decision.end, steps[index].decision.end)
        for index in shrunk
    )
