"""Boschloo's exact test, by hand and by published examples; test_against_scipy.py has more."""

from __future__ import annotations

import pytest

from lamp.reporting.boschloo import MOST_RUNS, boschloo, more_often


def test_boschloo_s_test_gives_scipy_s_example() -> None:
    # The documentation of scipy.stats.boschloo_exact: job satisfaction, alternative="greater".
    assert more_often(74, 117, 31, 63) == pytest.approx(0.0355564833, rel=3e-4)
    # SciPy 1.17.1, whose maximum is nearer to the true one than that of the documentation.
    assert more_often(74, 117, 31, 63) == pytest.approx(0.03556406430, rel=1e-8)
    assert boschloo(74, 117, 31, 63) == pytest.approx(0.07112812860, rel=1e-8)


def test_boschloo_s_test_of_a_table_worked_out_by_hand() -> None:
    # 2 of 2 against 0 of 2, the only table so surprising: its probability is q²(1-q)² <= 1/16.
    assert more_often(2, 2, 0, 2) == pytest.approx(1 / 16)
    assert boschloo(2, 2, 0, 2) == pytest.approx(1 / 8)
    assert boschloo(1, 2, 1, 2) == 1.0


def test_large_samples_get_fisher_s_p_value_which_is_never_smaller() -> None:
    runs = MOST_RUNS
    beyond = more_often(runs - 100, runs + 1, runs - 150, runs + 1)
    assert more_often(runs - 100, runs, runs - 150, runs) < beyond < 0.001


def test_equal_rates_have_a_p_value_of_one() -> None:
    assert boschloo(0, 75, 0, 75) == 1.0
    assert boschloo(75, 75, 75, 75) == 1.0
