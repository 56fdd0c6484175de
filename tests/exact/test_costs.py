"""Exact values of tasks with costs: against all policies, in exact arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from lamp.errors import ExactError, OutOfTime
from lamp.exact import LimitReached, Limits, Method, cost_utility, evaluate, solve
from lamp.search import SearchSettings, Utility
from lamp.task import NO_COST, Action, Task
from tests.oracles.exact_values import costly_utility, oracle_of
from tests.support.exact_tasks import (
    GOAL,
    MAX_STATES,
    NUM_SMALL_TASKS,
    attempt,
    costly_optimum,
    costly_oracles,
    states_nearby,
)
from tests.support.random_tasks import hand_made, random_task, step, with_random_costs
from tests.support.tasks import benchmark_task

ONE_ACTION = SearchSettings(budget=1)


@pytest.mark.sweep(25)
@pytest.mark.parametrize("number", range(NUM_SMALL_TASKS))
def test_the_expected_cost_is_the_least_of_all_policies(number: int) -> None:
    probability, cost = costly_optimum(number)
    solution = solve(costly_oracles()[number].task, ONE_ACTION, method=Method.ENUMERATION)
    assert abs(solution.max_probability - probability) <= 1e-12
    assert (solution.expected_cost is None) == (cost is None)
    if solution.cost_bounds and cost is not None:
        assert solution.cost_bounds.lower <= cost <= solution.cost_bounds.upper
        assert solution.cost_bounds.error <= 1e-9 * (1 + cost)


@pytest.mark.sweep(25)
@pytest.mark.parametrize("number", range(NUM_SMALL_TASKS))
def test_the_utility_is_the_best_of_all_policies_that_look_at_the_cost(number: int) -> None:
    oracle = costly_oracles()[number]
    for settings in (
        SearchSettings(budget=4, goal_utility=0.2),
        SearchSettings(budget=3, cost_budget=5.5, cost_unit=2.0, utility=Utility.RECIPROCAL),
    ):
        solution = solve(oracle.task, settings, method=Method.ENUMERATION)
        expected = costly_utility(oracle, settings)
        assert solution.utility_bounds.lower - 1e-14 <= expected
        assert expected <= solution.utility_bounds.upper + 1e-14
        assert solution.utility_bounds.error < 1e-12


@pytest.mark.sweep(10)
@pytest.mark.parametrize("number", range(60))
def test_where_there_are_too_many_levels_of_cost_rounded_costs_give_bounds(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cost_utility, "MAX_LEVELS", 7)
    oracle, settings = costly_oracles()[number], SearchSettings(budget=4)
    solution = solve(oracle.task, settings, method=Method.ENUMERATION)
    expected = costly_utility(oracle, settings)
    assert solution.utility_bounds.lower - 1e-14 <= expected
    assert expected <= solution.utility_bounds.upper + 1e-14


@pytest.mark.parametrize("seed", range(20))
def test_where_every_step_costs_1_levels_of_cost_give_the_utility_of_actions(seed: int) -> None:
    task = random_task(Random(seed))
    by_actions = solve(task, SearchSettings(budget=9), method=Method.ENUMERATION)
    by_cost = solve(task, SearchSettings(cost_budget=9), method=Method.ENUMERATION)
    assert by_cost.gubs_utility == pytest.approx(by_actions.gubs_utility, abs=1e-12)


@pytest.mark.sweep(25)
@pytest.mark.parametrize("number", range(NUM_SMALL_TASKS))
def test_the_best_policy_has_the_expected_cost(number: int) -> None:
    task = costly_oracles()[number].task
    solution = solve(task, ONE_ACTION, method=Method.ENUMERATION)
    value = evaluate(task, solution.best_action, ONE_ACTION)
    assert value.probability.value == pytest.approx(solution.max_probability, abs=1e-10)
    if solution.expected_cost is not None:
        assert value.cost
        assert value.cost.value == pytest.approx(solution.expected_cost, rel=1e-9, abs=1e-12)


def test_the_random_tasks_have_free_cycles_and_goals_that_cost_nothing() -> None:
    solutions = [
        solve(oracle.task, ONE_ACTION, method=Method.ENUMERATION) for oracle in costly_oracles()
    ]
    kinds = {
        "free cycles": [bool(each.notes) for each in solutions],
        "free": [each.expected_cost == 0 for each in solutions],
        "risky": [each.max_probability not in (0, 1) for each in solutions],
    }
    assert all(sum(members) >= 10 for members in kinds.values()), kinds


def test_a_search_refuses_actions_that_cost_nothing_and_tells_a_remedy() -> None:
    task = free_cycle()
    with pytest.raises(ExactError, match="enumeration"):
        solve(task, method=Method.SEARCH)


@pytest.mark.sweep(25)
@pytest.mark.parametrize("number", range(NUM_SMALL_TASKS))
def test_a_search_finds_the_best_of_all_policies_where_costs_are_positive(number: int) -> None:
    task = without_free_steps(costly_oracles()[number].task)
    oracle, settings = oracle_of(task, MAX_STATES), SearchSettings(budget=4)
    assert oracle
    solution = solve(task, settings, method=Method.SEARCH)
    probability, cost = oracle.optimum()
    assert abs(solution.max_probability - probability) <= 1e-12
    assert (solution.expected_cost is None) == (cost is None)
    if solution.cost_bounds and cost is not None:
        assert solution.cost_bounds.lower <= cost <= solution.cost_bounds.upper
        assert solution.cost_bounds.error <= 1e-8 * (1 + cost)
    utility = costly_utility(oracle, settings)
    assert solution.utility_bounds.lower - 1e-14 <= utility
    assert utility <= solution.utility_bounds.upper + 1e-14
    assert solution.utility_bounds.error <= 1e-8


def without_free_steps(task: Task) -> Task:
    """The task in which each outcome costs 1/7 more."""
    actions = []
    for action in task.actions:
        outcomes = (
            replace(outcome, cost=outcome.cost + Fraction(1, 7)) for outcome in action.outcomes
        )
        actions.append(replace(action, outcomes=tuple(outcomes)))
    return replace(task, actions=tuple(actions))


@pytest.mark.sweep(10)
@pytest.mark.parametrize("number", range(0, NUM_SMALL_TASKS, 5))
def test_every_state_has_the_cost_of_the_task_that_begins_there(number: int) -> None:
    task = costly_oracles()[number].task
    whole = solve(task, ONE_ACTION)
    for state in states_nearby(task):
        alone = solve(replace(task, initial=state), ONE_ACTION)
        assert (alone.expected_cost is None) == (whole.cost(state) is None)
        if alone.expected_cost is not None:
            assert whole.cost(state) == pytest.approx(alone.expected_cost, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("most", [5, 40, 200])
def test_a_search_that_a_limit_ends_has_correct_bounds_on_costs(most: int) -> None:
    task = without_free_steps(
        with_random_costs(Random(most), benchmark_task("triangle_tireworld:p1"))
    )
    truth = solve(task)
    solution = solve(task, limits=Limits(states=most), method=Method.SEARCH)
    for bounds, value in (
        (solution.probability_bounds, truth.max_probability),
        (solution.utility_bounds, truth.gubs_utility),
        (solution.cost_bounds, truth.expected_cost),
    ):
        assert bounds
        assert value is not None
        assert bounds.lower - 1e-9 <= value <= bounds.upper + 1e-9


@pytest.mark.parametrize("occurrence", [1, 2, 3])
@pytest.mark.parametrize(
    "doing",
    ["marking the best actions", "costs of actions", "costs: ", "bounding", "at cost"],
)
def test_bounds_on_costs_hold_whenever_time_ends(
    doing: str, occurrence: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = with_random_costs(Random(1), benchmark_task("triangle_tireworld:p1"))
    truth = solve(task)
    report = ends_at(doing, occurrence)
    monkeypatch.setattr("lamp.exact.enumeration.until", lambda _, __: report)
    solution = solve(task, method=Method.ENUMERATION)
    assert solution.cost_bounds
    assert truth.expected_cost is not None
    assert solution.cost_bounds.lower <= truth.expected_cost + 1e-9
    assert truth.expected_cost - 1e-9 <= solution.cost_bounds.upper
    assert solution.utility_bounds.lower <= truth.gubs_utility + 1e-9
    assert truth.gubs_utility - 1e-9 <= solution.utility_bounds.upper


def test_costs_and_the_policy_are_known_where_time_ends_while_utilities_are_computed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    task = with_random_costs(Random(1), benchmark_task("triangle_tireworld:p1"))
    truth, report = solve(task), ends_at("at cost", 3)
    monkeypatch.setattr("lamp.exact.enumeration.until", lambda _, __: report)
    solution = solve(task, method=Method.ENUMERATION)
    assert solution.limit is LimitReached.SECONDS
    assert solution.cost_bounds == truth.cost_bounds
    assert solution.best_action(task.initial) == truth.best_action(task.initial)


def ends_at(doing: str, occurrence: int) -> Callable[[str], None]:
    """Progress of phases, one of which runs out of time when it tells something once more."""
    left = occurrence

    def report(text: str) -> None:
        nonlocal left
        left -= doing in text
        if left == 0 and doing in text:
            raise OutOfTime.after(1.0, text)

    return report


def free_cycle() -> Task:
    """Walk to and fro for ever at no cost, or pay 5/2 to go on where the other fact holds."""
    to, fro = step((1,), (2,), uses=(1,)), step((2,), (1,), uses=(2,))
    pay = costing(step((2,), (0,)), Fraction(5, 2))
    return hand_made(*(costing(each, NO_COST) for each in (to, fro)), pay, goal=GOAL, initial=(1,))


def costing(action: Action, cost: Fraction) -> Action:
    """An action whose outcomes all cost the same."""
    return replace(action, outcomes=tuple(replace(o, cost=cost) for o in action.outcomes))


def test_the_policy_leaves_a_cycle_that_costs_nothing() -> None:
    task = free_cycle()
    solution = solve(task)
    assert solution.cost_bounds
    assert solution.cost_bounds.lower <= 2.5 <= solution.cost_bounds.upper
    assert solution.cost(task.initial) == pytest.approx(2.5, rel=1e-12)
    assert solution.best_action(task.initial) == task.actions[0]
    assert solution.best_action(frozenset({2})) == task.actions[2]
    assert any("cost nothing" in note for note in solution.notes)


def test_a_goal_that_costs_nothing_has_the_utility_of_cost_0() -> None:
    task = hand_made(costing(attempt((), "1/3", 0), NO_COST), goal=GOAL)
    solution = solve(task)
    assert (solution.expected_cost, solution.max_probability) == (0.0, 1.0)
    assert solution.gubs_utility == pytest.approx(2.0, abs=1e-12)


@pytest.mark.parametrize("factor", [Fraction(1, 10**12), Fraction(10**12), Fraction(1, 3)])
def test_all_values_scale_with_the_costs(factor: Fraction) -> None:
    for number in range(10):
        task = costly_oracles()[number].task
        first, second = solve(task), solve(scaled(task, factor))
        if first.expected_cost is not None:
            assert second.expected_cost == pytest.approx(first.expected_cost * float(factor))
        if task.cost_unit * factor == scaled(task, factor).cost_unit:
            assert second.gubs_utility == pytest.approx(first.gubs_utility, abs=1e-12)


def scaled(task: Task, factor: Fraction) -> Task:
    """The task whose costs are a multiple of those of another one."""
    actions = []
    for action in task.actions:
        outcomes = [
            replace(
                outcome,
                cost=outcome.cost * factor,
                conditional=tuple(replace(e, cost=e.cost * factor) for e in outcome.conditional),
            )
            for outcome in action.outcomes
        ]
        actions.append(replace(action, outcomes=tuple(outcomes)))
    return replace(task, actions=tuple(actions))


def test_costs_of_very_different_size_have_bounds_that_hold() -> None:
    small = costing(step((), (1,)), Fraction(1, 10**6))
    large = costing(step((1,), (0,)), Fraction(10**6))
    solution = solve(hand_made(small, large, goal=GOAL))
    assert solution.cost_bounds
    assert solution.cost_bounds.lower <= 10**6 + Fraction(1, 10**6) <= solution.cost_bounds.upper
