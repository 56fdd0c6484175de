"""Exact values of tasks that can be solved by hand."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from lamp.exact import solve
from lamp.search import SearchSettings
from lamp.task import ALWAYS, NEVER, Action, Condition, Outcome
from tests.oracles.exact_values import oracle_of
from tests.support.exact_tasks import GOAL, attempt, half
from tests.support.random_tasks import hand_made, step


def test_a_goal_that_holds_costs_nothing() -> None:
    solution = solve(hand_made(goal=ALWAYS))
    assert (solution.states, solution.dead_ends) == (1, 0)
    assert (solution.max_probability, solution.expected_cost) == (1.0, 0.0)
    assert solution.gubs_utility == 2.0


def test_an_unreachable_goal_has_no_expected_cost_and_the_utility_of_the_budget() -> None:
    solution = solve(hand_made(step((), (1,)), goal=NEVER))
    assert (solution.states, solution.dead_ends, solution.max_probability) == (2, 2, 0.0)
    assert solution.expected_cost is None
    assert solution.gubs_utility == pytest.approx(math.exp(-20), rel=1e-12)


def test_trying_again_costs_one_over_the_probability() -> None:
    solution = solve(hand_made(attempt((), "1/4", 0), goal=GOAL))
    assert solution.max_probability == 1.0
    assert solution.expected_cost == pytest.approx(4.0, abs=1e-12)


def test_the_utility_of_the_goal_counts_only_within_the_budget() -> None:
    solution = solve(hand_made(attempt((), "1/4", 0), goal=GOAL), SearchSettings(budget=2))
    at_once, later = 0.25 * (math.exp(-0.1) + 1), 0.75 * 0.25 * (math.exp(-0.2) + 1)
    assert solution.gubs_utility == pytest.approx(at_once + later + 0.75**2 * math.exp(-0.2))


def test_the_expected_cost_of_a_risky_task_is_conditional_on_reaching_the_goal() -> None:
    # After a first step that fails half of the time for good, three more are needed.
    risky = Action("risk", (), Condition((1,)), (half((2,), (1,)), half((), (1,))))
    walk = [step((2,), (3,), uses=(2,)), step((3,), (4,), uses=(3,)), step((4,), (0,))]
    solution = solve(hand_made(risky, *walk, goal=GOAL, initial=(1,)))
    assert solution.max_probability == 0.5
    assert solution.expected_cost == pytest.approx(4.0, abs=1e-12)


def test_the_goal_probability_is_maximised_before_the_cost_is_minimised() -> None:
    # One action wins or loses at once; the other way is sure, and long.
    gamble = Action("gamble", (), Condition((1,)), (half((0,), (1,)), half((), (1,))))
    walk = [step((1,), (2,), uses=(1,)), step((2,), (3,)), step((3,), (0,))]
    task = hand_made(gamble, *walk, goal=GOAL, initial=(1,))
    solution = solve(task)
    assert (solution.max_probability, solution.expected_cost) == (1.0, 3.0)
    assert solution.best_action(task.initial) == walk[0]


def test_staying_in_an_end_component_for_ever_does_not_count_as_success() -> None:
    # Alternate between two facts for ever, or try: a third of the tries reach the goal.
    to, fro = step((1,), (2,), uses=(1,)), step((2,), (1,), uses=(2,))
    third = Outcome(Fraction(1, 3), (0,), (2,)), Outcome(Fraction(2, 3), (), (2,))
    try_once = Action("try", (), Condition((2,)), third)
    solution = solve(hand_made(to, fro, try_once, goal=GOAL, initial=(1,)))
    assert solution.max_probability == pytest.approx(1 / 3, abs=1e-15)
    assert solution.probability_bounds.error < 1e-13
    assert solution.expected_cost == pytest.approx(2.0, abs=1e-12)


def test_a_policy_of_best_utility_may_depend_on_the_cost_so_far() -> None:
    # With enough budget left the sure way is better; near its end, the risky action.
    gamble = Action("gamble", (), Condition((1,)), (half((0,), (1,)), half((), (1,))))
    slow = attempt((1,), "9/10", 0)
    settings = SearchSettings(budget=3, goal_utility=1.0)
    task = hand_made(gamble, slow, goal=GOAL, initial=(1,))
    oracle = oracle_of(task, 10)
    assert oracle
    assert solve(task, settings).gubs_utility == pytest.approx(oracle.utility(settings))
