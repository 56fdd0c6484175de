"""Exact values of the paper's problems: against those of another program."""

from __future__ import annotations

import pytest

from lamp.exact import Method, Solution, solve
from tests.support.reference import exact_values
from tests.support.tasks import benchmark_task

MILLIONS_OF_STATES = "zenotravel_released:p2"
"""Takes minutes: benchmarks/exact.py looks at it."""
TOO_LARGE = "tireworld:p15"
"""Cannot be enumerated."""


def agrees(solution: Solution, expected: dict[str, float]) -> bool:
    """Whether a solution has the values of the reference that are there."""
    pairs = {
        "states": solution.states,
        "dead_end_states": solution.dead_ends,
        "max_prob": solution.max_probability,
        "ssp_cost": solution.expected_cost,
        "gubs_h200": solution.gubs_utility,
    }
    return all(
        value is not None and abs(value - expected[key]) <= 1e-6
        for key, value in pairs.items()
        if key in expected
    )


@pytest.mark.sweep(10)
@pytest.mark.parametrize("name", sorted(exact_values().keys() - {MILLIONS_OF_STATES, TOO_LARGE}))
def test_solve_finds_the_reference_values(name: str) -> None:
    solution = solve(benchmark_task(name))
    assert agrees(solution, exact_values()[name])
    assert solution.error_bound <= 1e-9


@pytest.mark.sweep(10)
@pytest.mark.parametrize("name", sorted(exact_values().keys() - {MILLIONS_OF_STATES}))
def test_search_finds_the_values_of_the_reference(name: str) -> None:
    solution = solve(benchmark_task(name), method=Method.SEARCH)
    expected = {key: value for key, value in exact_values()[name].items() if "states" not in key}
    assert agrees(solution, expected)
    assert solution.error_bound <= 1e-8
