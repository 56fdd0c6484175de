"""Episodes in tasks with costs: what steps cost, the cost budget, texts and records."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from lamp.execution import (
    Episode,
    EpisodeEnd,
    Execution,
    Step,
    cost_text,
    ending_text,
    episode_record,
    run_episode,
    sample_transition,
    step_record,
)
from lamp.search import Lamp, Uct
from lamp.task import Task
from tests.support.cost_tasks import door_task, gamble_task
from tests.support.tasks import benchmark_task, task_of

HALF = Fraction(1, 2)


WALK = (
    "(:predicates (a) (b) (c)) "
    "(:action ab :precondition (a) :effect (and (increase (total-cost) 1) "
    "  (probabilistic 1/3 (and (not (a)) (b))))) "
    "(:action bc :precondition (b) :effect (and (increase (total-cost) 1) "
    "  (probabilistic 1/3 (and (not (b)) (c)))))"
)
"""From a over b to c; each step succeeds with probability 1/3."""


def conditional_cost_task() -> Task:
    """`go` costs 1, and 4 more with a load."""
    return task_of(
        "(:predicates (load) (there)) "
        "(:action take :effect (and (load) (increase (total-cost) 1))) "
        "(:action go :effect (and (there) (increase (total-cost) 1) "
        "  (when (load) (increase (total-cost) 4))))",
        "(:goal (there))",
    )


# What a step costs


def test_a_step_has_the_cost_of_the_outcome_that_happened() -> None:
    task = gamble_task()
    steps: list[Step] = []
    episode = run_episode(Uct(task, rollouts=5), 3, steps.append)
    assert len(steps) > 1
    for step in steps:
        assert step.cost == (4 if task.is_goal(step.after) else HALF)
    assert episode.costs == tuple(step.cost for step in steps)
    assert episode.length == len(steps)
    assert episode.cost == 4 + Fraction(len(steps) - 1, 2)


def test_outcomes_with_one_successor_and_two_costs_happen_as_often_as_they_should() -> None:
    task = task_of(
        "(:predicates (a)) (:action x :effect (and (a) (probabilistic "
        "1/4 (increase (total-cost) 1) 3/4 (increase (total-cost) 9))))",
        "(:goal (a))",
    )
    (action,) = task.actions
    rng = np.random.default_rng(0)
    drawn = [sample_transition(task, frozenset(), action, rng) for _ in range(4000)]
    assert {state for state, _ in drawn} == {frozenset([0])}
    assert {cost for _, cost in drawn} == {1, 9}
    assert 900 < sum(cost == 1 for _, cost in drawn) < 1100


def test_a_step_costs_what_conditional_effects_add_in_its_state() -> None:
    task = conditional_cost_task()
    rng = np.random.default_rng(0)
    go = next(action for action in task.actions if action.name == "go")
    assert sample_transition(task, frozenset(), go, rng)[1] == 1
    assert sample_transition(task, frozenset([0]), go, rng)[1] == 5


def test_costs_are_added_exactly() -> None:
    third = Fraction(1, 3)
    episode = run_episode(Uct(door_task(10, third, 2 * third), rollouts=30))
    assert [str(action) for action in episode.actions] == ["(knock)", "(enter)"]
    assert (episode.cost, type(episode.cost)) == (1, int)


def test_the_cost_of_an_episode_with_unit_costs_is_its_length() -> None:
    episode = run_episode(Lamp(benchmark_task("triangle_tireworld:p1"), rollouts=10))
    assert episode.costs is None
    assert episode.cost == episode.length > 0


def test_costs_change_what_is_done_and_not_which_random_numbers_the_world_draws() -> None:
    dear, cheap = door_task(), door_task(open_cost=1)
    taken = [str(run_episode(Uct(task, rollouts=30)).actions[0]) for task in (dear, cheap)]
    assert taken == ["(knock)", "(open)"]
    task = task_of(WALK, "(:init (a)) (:goal (c))")
    doubled = task_of(WALK.replace("(total-cost) 1", "(total-cost) 2"), "(:init (a)) (:goal (c))")
    once, twice = (run_episode(Lamp(each, rollouts=20), 5) for each in (task, doubled))
    assert [str(action) for action in once.actions] == [str(action) for action in twice.actions]
    assert twice.cost == 2 * once.cost > 4


# The cost budget


@pytest.mark.parametrize(
    ("cost_budget", "end"),
    [(5.5, EpisodeEnd.GOAL), (5.4, EpisodeEnd.BUDGET), (2.9, EpisodeEnd.BUDGET)],
)
def test_a_goal_that_is_reached_above_the_cost_budget_does_not_count(
    cost_budget: float, end: EpisodeEnd
) -> None:
    task = door_task(open_cost=100)
    episode = run_episode(Uct(task, rollouts=50, cost_budget=cost_budget))
    assert episode.end is end


def test_an_episode_ends_with_the_step_that_exceeds_the_cost_budget() -> None:
    execution = Execution(Uct(gamble_task(), rollouts=5, cost_budget=0.75), 3)
    while execution.step():
        pass
    costs = execution.episode().costs
    assert costs == (HALF, HALF)
    assert execution.end is EpisodeEnd.BUDGET


def test_the_cost_budget_bounds_the_number_of_actions_where_each_costs_one() -> None:
    task = benchmark_task("zenotravel:p2")
    episode = run_episode(Lamp(task, rollouts=1, cost_budget=3))
    assert (episode.end, episode.cost) == (EpisodeEnd.BUDGET, 4)


# Texts and records


def test_the_end_of_an_episode_says_its_cost_where_that_is_not_its_length() -> None:
    task = door_task()
    ended = run_episode(Uct(task, rollouts=30))
    assert ending_text(ended) == "the goal is reached after 2 actions, cost 5.5"
    unit = task.with_unit_costs()
    assert ending_text(run_episode(Uct(unit))) == "the goal is reached after 1 action"


def test_a_cost_is_written_without_needless_digits() -> None:
    costs: list[float | Fraction] = [
        0,
        7,
        Fraction(1, 3),
        Fraction(5, 2),
        10**12,
        Fraction(10**12 + 1, 4),
        1e-9,
    ]
    words = ["0", "7", "0.333333", "2.5", "1000000000000", "250000000000.2", "1e-09"]
    assert [cost_text(cost) for cost in costs] == words


def test_records_have_the_cost_of_each_step_and_of_the_episode() -> None:
    planner = Uct(door_task(goal_reward=20), rollouts=30)
    steps: list[Step] = []
    episode = run_episode(planner, watch=steps.append)
    assert [step_record(step, planner, 0)["cost"] for step in steps] == [3, 2.5]
    record = episode_record(episode, planner)
    assert (record["cost"], record["length"], record["costs"]) == (5.5, 2, [3, 2.5])
    assert record["reward"] == 20 - 5.5


def test_an_episode_that_misses_the_goal_has_no_reward_of_it() -> None:
    planner = Uct(door_task(goal_reward=20), rollouts=30, budget=1)
    assert episode_record(run_episode(planner), planner)["reward"] == -3


def test_records_of_unit_costs_have_no_list_of_costs() -> None:
    planner = Uct(door_task().with_unit_costs(), rollouts=30)
    record = episode_record(run_episode(planner), planner)
    assert (record["cost"], record["length"]) == (1, 1)
    assert not {"costs", "reward"} & record.keys()


def test_the_table_of_an_episode_has_a_column_of_costs_where_they_differ() -> None:
    def table(episode: Episode) -> str:
        return episode._repr_html_()

    task = door_task()
    assert ">cost</th>" in table(run_episode(Uct(task, rollouts=30)))
    assert ">cost</th>" not in table(run_episode(Uct(task.with_unit_costs())))
