"""Metrics of runs: their t-tests and their intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from lamp.reporting import Metric, TTest
from lamp.reporting.run_statistics import RunStatistics, Sample
from tests.support.reports import statistics_of


def sample(numbers: Sequence[float]) -> Sample:
    return Sample(len(numbers), sum(numbers), sum(number**2 for number in numbers))


def test_t_tests_give_the_published_p_values_of_student_s_sleep_data() -> None:
    # "Student" (1908), in tenths of an hour; R's example(t.test): p = 0.07939 (Welch) and 0.07919.
    first = statistics_of([7, -16, -2, -12, -1, 34, 37, 8, 0, 20]).costs
    second = statistics_of([19, 8, 11, 1, -1, 44, 55, 16, 46, 34]).costs
    assert TTest.WELCH.p_value(first, second) == pytest.approx(0.07939, abs=5e-6)
    assert TTest.STUDENT.p_value(first, second) == pytest.approx(0.07919, abs=5e-6)


def test_equal_means_of_constant_samples_have_a_p_value_of_one() -> None:
    assert TTest.WELCH.p_value(sample([200] * 75), sample([200] * 75)) == 1.0


def test_different_means_of_constant_samples_have_a_p_value_of_zero() -> None:
    assert TTest.WELCH.p_value(sample([200] * 75), sample([199] * 75)) == 0.0


def test_the_interval_of_a_mean_is_student_s() -> None:
    # 2.776 is the 5 % point with 4 degrees of freedom; mean 3, standard deviation √2.5.
    low, high = Metric.COST.interval(statistics_of([1, 2, 3, 4, 5]))
    assert high - 3 == pytest.approx(2.776 * math.sqrt(2.5 / 5), abs=1e-3)
    assert (low + high) / 2 == pytest.approx(3)


def test_one_run_has_no_interval_of_its_cost() -> None:
    assert Metric.COST.interval(statistics_of([5])) == (-math.inf, math.inf)


def test_the_mean_length_is_a_metric_of_its_own() -> None:
    runs = RunStatistics(2, 2, cost_sum=9.5, cost_squares=50.25, length_sum=6, length_squares=20)
    assert (Metric.COST.average(runs), Metric.LENGTH.average(runs)) == (4.75, 3.0)
    assert Metric.LENGTH.interval(runs) != Metric.COST.interval(runs)
    assert Metric.LENGTH.gain(3.0, 4.0) == 1.0


def test_equal_costs_that_are_not_integers_have_no_variance() -> None:
    # In floating point, the sum of squares minus the square of the sum is not exactly 0.
    costs = [0.1] * 75
    assert 75 * sample(costs).squares != sample(costs).total ** 2
    assert sample(costs).variance == 0.0
    assert TTest.WELCH.p_value(sample(costs), sample(costs)) == 1.0


def test_the_variance_of_costs_that_are_not_integers_is_that_of_their_definition() -> None:
    costs = [1000.5, 1001.25, 999.75, 1000.0]
    mean = sum(costs) / 4
    expected = sum((cost - mean) ** 2 for cost in costs) / 3
    assert sample(costs).variance == pytest.approx(expected, rel=1e-9)
