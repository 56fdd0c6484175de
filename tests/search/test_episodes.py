"""The results of a planner in an episode do not depend on earlier episodes."""

from __future__ import annotations

from random import Random

import pytest

from lamp.execution import run_episode
from lamp.search import Lamp, SearchSettings, TreeGrowth
from lamp.task import Condition, State
from tests.support.kernel_comparison import SMALL_PROBLEMS, benchmark_landmarks
from tests.support.random_tasks import hand_made, random_task
from tests.support.search_tasks import evidence_by_name, evidence_of_episode, move, stuck_task
from tests.support.tasks import benchmark_task


@pytest.mark.parametrize("name", SMALL_PROBLEMS)
def test_an_episode_does_not_depend_on_earlier_episodes(name: str) -> None:
    task, graph = benchmark_task(name), benchmark_landmarks(name)
    expected = evidence_of_episode(Lamp(task, graph, rollouts=60, budget=40))
    used = Lamp(task, graph, rollouts=200, exploration=5.0, budget=40)
    for seed in range(3):
        run_episode(used, seed=seed)
    run_episode(used)
    again = Lamp(task, graph, rollouts=60, budget=40)
    assert again.reuse_states(used)
    assert evidence_of_episode(again) == expected


@pytest.mark.parametrize("name", ["exploding_blocksworld:p4", "triangle_tireworld:p2"])
def test_an_episode_with_many_dead_ends_does_not_depend_on_earlier_episodes(name: str) -> None:
    task, graph = benchmark_task(name), benchmark_landmarks(name)
    expected = evidence_of_episode(Lamp(task, graph, rollouts=200, dead_ends=True))
    used = Lamp(task, graph, rollouts=700, exploration=5.0, dead_ends=True)
    for seed in range(3):
        run_episode(used, seed=seed)
    again = Lamp(task, graph, rollouts=200, dead_ends=True)
    assert again.reuse_states(used)
    assert evidence_of_episode(again) == expected


@pytest.mark.sweep(12)
@pytest.mark.parametrize("seed", range(30))
def test_an_episode_of_a_random_task_does_not_depend_on_earlier_episodes(seed: int) -> None:
    task = random_task(Random(seed))
    fresh = Lamp(task, rollouts=40, horizon=4, budget=10)
    expected = evidence_of_episode(fresh)
    used = Lamp(task, fresh.graph, SearchSettings.paper(rollouts=90, exploration=5.0, budget=10))
    run_episode(used, seed=seed)
    again = Lamp(task, fresh.graph, rollouts=40, horizon=4, budget=10)
    assert again.reuse_states(used)
    assert evidence_of_episode(again) == expected


def test_states_of_earlier_episodes_do_not_change_rollouts_that_end_at_the_horizon() -> None:
    moves = move("one", 0, 1), move("two", 1, 2), move("risk", 2, 3, 4)
    task = hand_made(*moves, goal=Condition((4,)), initial=[0])
    planner = Lamp(task, rollouts=1, horizon=3, tree_growth=TreeGrowth.EXPAND)
    assert_same_after(planner, frozenset([3]))


def test_dead_ends_that_the_relaxation_misses_are_not_kept_from_earlier_episodes() -> None:
    assert_same_after(Lamp(stuck_task(), rollouts=5, horizon=1), frozenset([2]))


def assert_same_after(planner: Lamp, state: State) -> None:
    """What the planner finds does not depend on an episode in which it was asked about a state."""
    expected = evidence_by_name(planner)
    planner.start()
    planner.decide(state)
    planner.start()
    assert evidence_by_name(planner) == expected
