"""Exact values of tasks with costs: against all policies, in exact arithmetic."""

from __future__ import annotations

import pytest

from lamp.exact import Method, evaluate, solve
from lamp.search import SearchSettings
from tests.support.exact_tasks import NUM_SMALL_TASKS, costly_optimum, costly_oracles

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
