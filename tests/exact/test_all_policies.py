"""Exact values of random tasks: against all policies, and against their state graphs."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest

from lamp.exact import Method, solve
from lamp.search import SearchSettings
from tests.oracles.state_graph import bits_of
from tests.support.exact_tasks import NUM_SMALL_TASKS, optimum, small_oracles, states_nearby
from tests.support.random_tasks import explored, random_task

SMALL_BUDGET = 12


@pytest.mark.sweep(25)
@pytest.mark.parametrize("number", range(NUM_SMALL_TASKS))
def test_values_are_the_best_of_all_policies(number: int) -> None:
    oracle = small_oracles()[number]
    probability, cost = optimum(number)
    settings = SearchSettings(budget=SMALL_BUDGET)
    solution = solve(oracle.task, settings)
    assert solution.states == len(oracle.choices)
    assert abs(solution.max_probability - probability) <= 1e-12
    assert (solution.expected_cost is None) == (cost is None)
    if solution.cost_bounds and cost is not None:
        assert solution.cost_bounds.lower <= cost <= solution.cost_bounds.upper
        assert abs(solution.cost_bounds.value - cost) <= 1e-9 * (1 + cost)
    assert solution.gubs_utility == pytest.approx(oracle.utility(settings), abs=1e-12)


@pytest.mark.sweep(25)
@pytest.mark.parametrize("number", range(NUM_SMALL_TASKS))
def test_search_finds_the_best_of_all_policies(number: int) -> None:
    oracle = small_oracles()[number]
    probability, cost = optimum(number)
    settings = SearchSettings(budget=SMALL_BUDGET)
    solution = solve(oracle.task, settings, method=Method.SEARCH)
    assert abs(solution.max_probability - probability) <= 1e-12
    assert (solution.expected_cost is None) == (cost is None)
    if solution.cost_bounds and cost is not None:
        assert solution.cost_bounds.lower <= cost <= solution.cost_bounds.upper
        assert abs(solution.cost_bounds.value - cost) <= 1e-8 * (1 + cost)
    assert solution.gubs_utility == pytest.approx(oracle.utility(settings), abs=1e-8)


def test_the_random_tasks_are_sure_risky_and_unsolvable_ones() -> None:
    solutions = [solve(oracle.task) for oracle in small_oracles()]
    kinds = {
        "risky": [solution.max_probability not in (0, 1) for solution in solutions],
        "sure": [
            solution.max_probability == 1 and bool(solution.dead_ends) for solution in solutions
        ],
        "unsolvable": [solution.max_probability == 0 for solution in solutions],
        "of a fractional cost": [(solution.expected_cost or 0) % 1 > 0 for solution in solutions],
    }
    assert all(sum(members) >= 10 for members in kinds.values()), kinds


@pytest.mark.sweep(25)
@pytest.mark.parametrize("seed", range(200))
def test_dead_ends_are_the_states_that_cannot_reach_the_goal(seed: int) -> None:
    task = random_task(Random(seed))
    graph = explored(task)
    solution = solve(task, SearchSettings(budget=1))
    assert solution.states == len(graph.states)
    assert solution.dead_ends == graph.live().count(False)
    live = dict(zip(graph.states, graph.live(), strict=True))
    for state in states_nearby(task):
        assert solution.is_dead_end(state) == (not live[bits_of(state)])


@pytest.mark.sweep(10)
@pytest.mark.parametrize("seed", range(300, 340))
def test_every_state_has_the_value_of_the_task_that_begins_there(seed: int) -> None:
    task = random_task(Random(seed))
    whole = solve(task)
    for state in states_nearby(task)[:5]:
        alone = solve(dataclasses.replace(task, initial=state), SearchSettings(budget=1))
        assert alone.max_probability == pytest.approx(whole.probability(state), abs=1e-12)
        assert (alone.expected_cost or 0.0) == pytest.approx(whole.cost(state) or 0.0, rel=1e-9)
