"""Costs of zenotravel problems, against the cheapest sequence of activities found another way."""

from __future__ import annotations

import json
from random import Random

import pytest

from lamp.benchmarks import FAMILIES, NAMES
from lamp.benchmarks.zenotravel import ZENOTRAVEL, Airways
from lamp.exact import solve
from tests.oracles.airways import COSTS, least_expected_cost
from tests.support.paths import ROOT
from tests.support.reference import exact_values
from tests.support.tasks import benchmark_task

OPTIMUM = json.loads((ROOT / "docs/results/optimum.json").read_text(encoding="utf-8"))
PROBLEMS = [name for name in NAMES if name.startswith("zenotravel")]


def least_cost(name: str) -> float:
    """The least expected cost of a problem, by the oracle."""
    family, _, instance = name.partition(":")
    airways = [*FAMILIES[family].instances.values()][int(instance[1:]) - 1]
    assert isinstance(airways, Airways)
    return float(least_expected_cost(airways, COSTS[family]))


@pytest.mark.parametrize("name", [name for name in exact_values() if "zenotravel" in name])
def test_the_oracle_finds_the_costs_of_the_reference(name: str) -> None:
    assert least_cost(name) == pytest.approx(exact_values()[name]["ssp_cost"])


@pytest.mark.slow
@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", PROBLEMS)
def test_the_recorded_optimum_is_the_cost_of_the_cheapest_activities(name: str) -> None:
    low, high = OPTIMUM[name]["bounds"]["expected_cost"]
    assert low - 1e-6 <= least_cost(name) <= high + 1e-6


@pytest.mark.slow
@pytest.mark.sweep(4)
@pytest.mark.parametrize("family", COSTS)
@pytest.mark.parametrize("seed", range(4))
def test_exact_costs_of_generated_problems_are_those_of_the_cheapest_activities(
    family: str, seed: int
) -> None:
    sizes = {"cities": 3, "aircraft": 1, "fuel": 3}
    airways = ZENOTRAVEL.generate(Random(seed), sizes)
    assert isinstance(airways, Airways)
    text = ",".join(f"{key}={value}" for key, value in sizes.items())
    solution = solve(benchmark_task(f"{family}:{text},seed={seed}"))
    expected = float(least_expected_cost(airways, COSTS[family]))
    assert solution.expected_cost == pytest.approx(expected)
