"""Confidence intervals, compared with textbooks and tables."""

from __future__ import annotations

import pytest

from lamp.util.statistics import student_95, student_outside, wilson


def test_the_quantiles_of_student_s_t_are_those_of_the_tables() -> None:
    assert [round(student_95(freedom), 3) for freedom in (1, 2, 4, 9, 30)] == [
        *(12.706, 4.303, 2.776, 2.262, 2.042)
    ]


def test_wilson_s_interval_is_that_of_the_textbook() -> None:
    low, high = wilson(0.5, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert wilson(0.0, 10)[0] == pytest.approx(0.0)
    assert wilson(1.0, 10)[1] == pytest.approx(1.0)


def test_student_s_distribution_is_that_of_the_tables() -> None:
    # Two-tailed 5 % and 1 % points, Fisher and Yates (1963), table III.
    for reach, freedom, outside in ((12.706, 1, 0.05), (2.228, 10, 0.05), (2.617, 120, 0.01)):
        assert student_outside(reach, freedom) == pytest.approx(outside, rel=2e-3)
    assert student_outside(0.0, 7.5) == 1.0
    assert student_outside(1e200, 7.5) == 0.0
