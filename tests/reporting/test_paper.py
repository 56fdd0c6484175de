"""The paper's numbers beside ours: whether a difference may be chance."""

from __future__ import annotations

import random

import pytest

from lamp.reporting.metrics import Metric
from lamp.reporting.paper import Published
from tests.support.reports import statistics_of

FAILED = 200


def p_value(costs: list[int], published: float) -> float:
    """Of a published mean cost of 75 runs beside our costs."""
    cell = Published(published, significant=False, best=False, runs=75)
    p = cell.beside(statistics_of(costs), Metric.COST).p_value
    assert p is not None
    return p


def test_a_mean_near_ours_is_no_difference_and_a_distant_one_is() -> None:
    costs = [20, 30, 40] * 25
    assert p_value(costs, 31.0) > 0.3
    assert p_value(costs, 45.0) < 1e-6


@pytest.mark.parametrize("published", [200.0, 199.8, 195.2])
def test_a_few_arrivals_in_the_paper_are_no_difference_where_no_run_of_ours_arrives(
    published: float,
) -> None:
    assert p_value([FAILED] * 75, published) > 0.05


def test_many_arrivals_in_the_paper_are_a_difference_where_no_run_of_ours_arrives() -> None:
    assert p_value([FAILED] * 75, 113.4) < 1e-6


def test_the_deviation_of_two_arrivals_is_not_taken_for_that_of_the_paper() -> None:
    # Two arrive just before the end: the spread of these costs is that of nearly nothing.
    assert p_value([FAILED] * 73 + [188, 188], 197.2) > 0.05


@pytest.mark.parametrize("costs", [[150] * 4, [140, 150, 160]])
def test_equal_means_of_a_few_runs_that_arrive_are_no_difference(costs: list[int]) -> None:
    assert p_value(costs, 150.0) > 0.9


def test_equal_rates_of_rare_arrivals_in_fewer_runs_are_no_difference() -> None:
    assert p_value([FAILED] * 21 + [100] * 4, 184.0) > 0.9


def test_equal_rates_of_rare_arrivals_rarely_differ_significantly() -> None:
    rng = random.Random(5)

    def costs() -> list[int]:
        return [rng.randint(60, 199) if rng.random() < 0.04 else FAILED for _ in range(75)]

    samples = [costs() for _ in range(300)]
    means = [round(sum(costs()) / 75, 1) for _ in samples]
    few = sum(p_value(sample, mean) < 0.05 for sample, mean in zip(samples, means, strict=True))
    assert few <= 0.08 * len(samples)
