"""Exact values by search: as by enumeration, and beyond what can be enumerated."""

from __future__ import annotations

from random import Random

import pytest

from lamp.exact import Limits, Method, evaluate, solve
from lamp.exact.pattern_database import select_pattern_databases
from lamp.exact.progress import silent
from lamp.heuristics import additive_estimates
from lamp.search import SearchSettings, Utility
from lamp.statespace import num_words, pack
from lamp.util import Deadline
from tests.support.exact_tasks import states_nearby
from tests.support.random_tasks import random_task
from tests.support.tasks import benchmark_task

BEYOND_ENUMERATION = {
    "elevators:p6": 22.0,
    "prob_blocksworld:p6": 28.7777777778,
    "prob_blocksworld:p8": 30.9166666667,
    "prob_blocksworld:p9": 26.0555555556,
    "tireworld:p13": 2.8,
}
"""Problems with too many states, and their expected costs."""


@pytest.mark.parametrize("utility", Utility)
def test_search_and_enumeration_agree_for_every_utility(utility: Utility) -> None:
    settings = SearchSettings(utility=utility, budget=30, goal_utility=0.3)
    tasks = [random_task(Random(seed)) for seed in range(500, 520)]
    for task in [benchmark_task("tireworld:p1"), benchmark_task("triangle_tireworld:p1"), *tasks]:
        first, second = (solve(task, settings, method=method) for method in Method)
        assert first.gubs_utility == pytest.approx(second.gubs_utility, abs=1e-8)


@pytest.mark.sweep(15)
@pytest.mark.parametrize("seed", range(400, 460))
def test_pattern_databases_bound_the_values_of_all_states(seed: int) -> None:
    task = random_task(Random(seed))
    whole = solve(task)
    databases = select_pattern_databases(task, 0.9, Deadline(), silent)
    width = num_words(len(task.atoms))
    for state in states_nearby(task):
        estimates = additive_estimates(databases, pack(state, width).reshape(1, width))
        chance, cost = whole.probability(state), whole.cost(state)
        assert estimates.probability[0] >= chance - 1e-9
        if cost is not None and not task.is_goal(state):
            assert estimates.distance[0] <= cost + 1e-9
            assert estimates.discounted[0] >= chance * 0.9**cost - 1e-9
            if chance == 1:
                assert estimates.cost[0] <= cost + 1e-9


@pytest.mark.parametrize("most", [5, 20, 100, 500])
def test_a_search_that_a_limit_ends_has_correct_bounds(most: int) -> None:
    for name in ("tireworld:p1", "triangle_tireworld:p2", "exploding_blocksworld:p4"):
        task = benchmark_task(name)
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


def test_the_policy_that_search_found_has_the_values_of_the_solution() -> None:
    for name in ("prob_blocksworld:p9", "tireworld:p1"):
        task = benchmark_task(name)
        solution = solve(task, method=Method.SEARCH)
        value = evaluate(task, solution.best_action)
        assert value.probability.value == pytest.approx(solution.max_probability, abs=1e-10)
        assert value.cost
        assert value.cost.value == pytest.approx(solution.expected_cost, rel=1e-9)


def test_more_states_than_can_be_enumerated_are_searched_instead() -> None:
    solution = solve(benchmark_task("triangle_tireworld:p2"), limits=Limits(states=1000))
    assert solution.method is Method.SEARCH
    assert solution.expected_cost == pytest.approx(11.859375)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("name", BEYOND_ENUMERATION)
def test_search_solves_what_cannot_be_enumerated(name: str) -> None:
    solution = solve(benchmark_task(name), method=Method.SEARCH)
    assert solution.max_probability == 1.0
    assert solution.expected_cost == pytest.approx(BEYOND_ENUMERATION[name], abs=1e-9)
    assert solution.error_bound <= 1e-8
