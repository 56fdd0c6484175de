"""Episodes: their steps, how they end, and what they depend on."""

from __future__ import annotations

import pytest

from lamp.errors import ExecutionError
from lamp.execution import EpisodeEnd, Step, run_episode
from lamp.landmarks import lm_rhw
from lamp.search import Lamp, SearchSettings, SequentialPlan
from tests.support.planners import FixedChoice
from tests.support.tasks import benchmark_task, task_of


def test_the_steps_of_an_episode_follow_the_task_from_the_initial_state_to_the_goal() -> None:
    task = benchmark_task("triangle_tireworld:p2")
    steps: list[Step] = []
    episode = run_episode(Lamp(task, greediness=0.0), watch=steps.append)
    assert episode.end is EpisodeEnd.GOAL
    assert episode.cost == len(steps)
    state = task.initial
    for step in steps:
        assert step.state == state
        assert step.decision.action is not None
        assert step.after in task.apply(state, step.decision.action)
        state = step.after
    assert task.is_goal(state)


def test_the_same_seed_gives_the_same_episode_in_a_used_and_in_a_new_planner() -> None:
    task = benchmark_task("prob_blocksworld:p1")
    used = Lamp(task, rollouts=20)
    run_episode(used, 1)
    again, fresh = run_episode(used, 2), run_episode(Lamp(task, rollouts=20), 2)
    assert again.actions == fresh.actions
    assert again.actions != run_episode(used, 3).actions


def test_the_budget_ends_an_episode() -> None:
    episode = run_episode(Lamp(benchmark_task("zenotravel:p2"), rollouts=1, budget=5))
    assert (episode.end, episode.cost) == (EpisodeEnd.BUDGET, 5)


def test_an_episode_that_begins_in_a_goal_or_in_a_dead_end_takes_no_action() -> None:
    assert run_episode(Lamp(benchmark_task("zenotravel:p1"))).end is EpisodeEnd.GOAL
    task = task_of("(:predicates (a) (b)) (:action x :precondition (b) :effect (a))", "(:goal (a))")
    episode = run_episode(Lamp(task))
    assert (episode.end, episode.cost) == (EpisodeEnd.DEAD_END, 0)


def test_a_stopped_episode_holds_the_decision_so_far() -> None:
    planner = Lamp(benchmark_task("elevators:p5"), rollouts=10**9)
    calls: list[int] = []

    def stop() -> bool:
        calls.append(1)
        return len(calls) > 3

    episode = run_episode(planner, stop=stop)
    assert episode.end is EpisodeEnd.INTERRUPTED
    assert episode.final is not None
    assert episode.final.action is not None
    assert 0 < episode.final.rollouts < 10**9


def test_episodes_of_lamp_sequential_plan_and_custom_planners_can_be_stopped() -> None:
    task = benchmark_task("elevators:p2")
    graph = lm_rhw(task)
    fixed = FixedChoice(task, graph, SearchSettings())
    fixed.chosen_landmark = graph.leaves(fixed.remaining)[0]
    fixed.chosen_action = task.applicable(task.initial)[0]
    for planner in (fixed, SequentialPlan(task), Lamp(task)):
        episode = run_episode(planner, stop=lambda: True)
        assert (episode.end, episode.cost) == (EpisodeEnd.INTERRUPTED, 0)


def test_an_action_that_is_not_applicable_is_refused() -> None:
    task = benchmark_task("elevators:p2")
    graph = lm_rhw(task)
    planner = FixedChoice(task, graph, SearchSettings())
    planner.chosen_landmark = graph.leaves(planner.remaining)[0]
    planner.chosen_action = next(
        action for action in task.actions if action not in task.applicable(task.initial)
    )
    with pytest.raises(ExecutionError, match="not applicable"):
        run_episode(planner)


@pytest.mark.slow
def test_search_trees_and_the_simulated_world_draw_independent_random_numbers() -> None:
    # Both actions reach the goal with probability 1/2, so no planner can do better than that.
    task = task_of(
        "(:predicates (fresh) (won) (lost)) "
        "(:action heads :precondition (fresh) :effect (and (not (fresh)) "
        "  (probabilistic 1/2 (won) 1/2 (lost)))) "
        "(:action tails :precondition (fresh) :effect (and (not (fresh)) "
        "  (probabilistic 1/2 (lost) 1/2 (won))))",
        "(:init (fresh)) (:goal (won))",
    )
    for workers in (1, 2, 3):
        planner = Lamp(task, rollouts=workers, workers=workers)
        won = sum(run_episode(planner, seed).end is EpisodeEnd.GOAL for seed in range(400))
        assert 160 < won < 240
