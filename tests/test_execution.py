"""Episodes and their statistics, and `lamp solve`."""

from __future__ import annotations

import json

import pytest

from lamp.benchmarks import load
from lamp.execution import Episode, EpisodeEnd, Step, run_episode, summarise
from lamp.execution.statistics import wilson
from lamp.grounding import ground
from lamp.search import Lamp
from lamp.task import Action, Condition, Task
from support import lamp, task_of


def benchmark(name: str) -> Task:
    model = load(name)
    return ground(model.domain, model.problem)


def test_an_episode_is_a_walk_of_the_task_to_the_goal() -> None:
    task = benchmark("triangle_tireworld:p2")
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
    task = benchmark("prob_blocksworld:p1")
    used = Lamp(task, rollouts=20)
    run_episode(used, 1)
    again, fresh = run_episode(used, 2), run_episode(Lamp(task, rollouts=20), 2)
    assert again.actions == fresh.actions
    assert again.actions != run_episode(used, 3).actions


def test_the_budget_ends_an_episode() -> None:
    episode = run_episode(Lamp(benchmark("zenotravel:p2"), rollouts=1, budget=5))
    assert (episode.end, episode.cost) == (EpisodeEnd.BUDGET, 5)


def test_a_goal_that_holds_needs_no_action_and_a_dead_end_has_none() -> None:
    assert run_episode(Lamp(benchmark("zenotravel:p1"))).end is EpisodeEnd.GOAL
    task = task_of("(:predicates (a) (b)) (:action x :precondition (b) :effect (a))", "(:goal (a))")
    episode = run_episode(Lamp(task))
    assert (episode.end, episode.cost) == (EpisodeEnd.DEAD_END, 0)


def episode_of(end: EpisodeEnd, cost: int) -> Episode:
    action = Action("x", (), Condition(), ())
    return Episode(end, (action,) * cost, (), 0, 0, 0.0)


def test_an_episode_that_does_not_arrive_counts_as_the_budget() -> None:
    ends = [(EpisodeEnd.GOAL, 10), (EpisodeEnd.DEAD_END, 3), (EpisodeEnd.BUDGET, 200)]
    summary = summarise([episode_of(*end) for end in ends], 200)
    assert summary.mean_cost == (10 + 200 + 200) / 3
    assert summary.success_rate == 1 / 3


def test_wilson_s_interval_is_that_of_the_textbook() -> None:
    low, high = wilson(0.5, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert wilson(0.0, 10)[0] == pytest.approx(0.0)
    assert wilson(1.0, 10)[1] == pytest.approx(1.0)


def test_solve_prints_its_steps_and_ends_with_0_at_the_goal() -> None:
    done = lamp("solve", "triangle_tireworld:p2", "--greediness", "0")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("the goal is reached after")


def test_solve_prints_json_with_the_promised_keys() -> None:
    found = json.loads(lamp("solve", "elevators:p5", "--json").stdout)
    assert set(found) == {
        *("outcome", "cost", "actions", "landmarks", "seconds", "rollouts"),
        *("rollouts_per_second", "states"),
    }
    assert found["outcome"] == "goal"
    assert found["cost"] == len(found["actions"])


@pytest.mark.parametrize(
    ("arguments", "code", "outcome"),
    [
        (["zenotravel:p2", "--budget", "3"], 5, "budget"),
        (["triangle_tireworld:p2", "--greediness", "1", "--seed", "1"], 4, "dead_end"),
    ],
)
def test_the_exit_code_of_solve_tells_how_it_ended(
    arguments: list[str], code: int, outcome: str
) -> None:
    done = lamp("solve", *arguments, "--json")
    assert done.returncode == code
    assert json.loads(done.stdout)["outcome"] == outcome


def test_several_runs_give_means_with_intervals() -> None:
    arguments = ["solve", "triangle_tireworld:p1", "--runs", "5", "--greediness", "0", "--json"]
    found = json.loads(lamp(*arguments).stdout)
    assert len(found["runs"]) == 5
    assert found["success_rate"] == 1.0
    assert found["cost_interval"][0] <= found["mean_cost"] <= found["cost_interval"][1]


def test_a_wrong_setting_is_refused_with_its_range() -> None:
    done = lamp("solve", "tireworld:p1", "--greediness", "2")
    assert done.returncode == 2
    assert "from 0 to 1" in done.stderr
