"""The value of a given policy."""

from __future__ import annotations

import math
from random import Random

import pytest

from lamp.errors import ExactError
from lamp.exact import evaluate, solve
from lamp.search import SearchSettings
from tests.support.exact_tasks import GOAL, attempt
from tests.support.random_tasks import hand_made, random_task, step


def test_a_policy_without_an_action_has_goal_probability_0() -> None:
    task = hand_made(attempt((), "1/2", 0), goal=GOAL)
    value = evaluate(task, {})
    assert (value.states, value.probability.value, value.cost) == (1, 0.0, None)


def test_the_value_of_a_policy_is_that_of_its_markov_chain() -> None:
    half_chance, quarter = attempt((), "1/2", 0), attempt((), "1/4", 0)
    task = hand_made(half_chance, quarter, goal=GOAL)
    value = evaluate(task, lambda state: quarter, SearchSettings(budget=1))
    assert value.cost
    assert value.cost.value == pytest.approx(4.0)
    expected = 0.25 * (math.exp(-0.1) + 1) + 0.75 * math.exp(-0.1)
    assert value.utility.value == pytest.approx(expected)


@pytest.mark.sweep(20)
@pytest.mark.parametrize("seed", range(200, 300))
def test_the_best_policy_has_the_values_of_the_solution(seed: int) -> None:
    task = random_task(Random(seed))
    solution = solve(task)
    value = evaluate(task, solution.best_action)
    assert value.probability.value == pytest.approx(solution.max_probability, abs=1e-10)
    if solution.expected_cost is not None:
        assert value.cost
        assert value.cost.value == pytest.approx(solution.expected_cost, rel=1e-9)
    assert value.utility.lower <= solution.utility_bounds.upper


def test_a_policy_must_choose_applicable_actions() -> None:
    action = step((3,), (0,))
    with pytest.raises(ExactError, match="not applicable"):
        evaluate(hand_made(action, goal=GOAL), lambda state: action)
