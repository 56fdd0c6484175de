"""Student's t distribution, against printed tables."""

from __future__ import annotations

import pytest

from lamp.intervals import student_outside


def test_student_s_distribution_is_that_of_the_tables() -> None:
    # Two-tailed 5 % and 1 % points, Fisher and Yates (1963), table III.
    for reach, freedom, outside in ((12.706, 1, 0.05), (2.228, 10, 0.05), (2.617, 120, 0.01)):
        assert student_outside(reach, freedom) == pytest.approx(outside, rel=2e-3)
    assert student_outside(0.0, 7.5) == 1.0
    assert student_outside(1e200, 7.5) == 0.0
