"""Metrics of runs: their t-tests and their intervals."""

from __future__ import annotations

import math

import pytest

from lamp.reporting import Metric, TTest
from tests.support.reports import statistics_of


def test_t_tests_give_the_published_p_values_of_student_s_sleep_data() -> None:
    # "Student" (1908), in tenths of an hour; R's example(t.test): p = 0.07939 (Welch) and 0.07919.
    first = statistics_of([7, -16, -2, -12, -1, 34, 37, 8, 0, 20])
    second = statistics_of([19, 8, 11, 1, -1, 44, 55, 16, 46, 34])
    assert TTest.WELCH.p_value(first, second) == pytest.approx(0.07939, abs=5e-6)
    assert TTest.STUDENT.p_value(first, second) == pytest.approx(0.07919, abs=5e-6)


def test_equal_means_of_constant_samples_have_a_p_value_of_one() -> None:
    assert TTest.WELCH.p_value(statistics_of([200] * 75), statistics_of([200] * 75)) == 1.0


def test_different_means_of_constant_samples_have_a_p_value_of_zero() -> None:
    assert TTest.WELCH.p_value(statistics_of([200] * 75), statistics_of([199] * 75)) == 0.0


def test_the_interval_of_a_mean_is_student_s() -> None:
    # 2.776 is the 5 % point with 4 degrees of freedom; mean 3, standard deviation √2.5.
    low, high = Metric.COST.interval(statistics_of([1, 2, 3, 4, 5]))
    assert high - 3 == pytest.approx(2.776 * math.sqrt(2.5 / 5), abs=1e-3)
    assert (low + high) / 2 == pytest.approx(3)


def test_one_run_has_no_interval_of_its_cost() -> None:
    assert Metric.COST.interval(statistics_of([5])) == (-math.inf, math.inf)
