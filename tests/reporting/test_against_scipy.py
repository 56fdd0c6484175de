"""P-values against those of SciPy, on random results."""

from __future__ import annotations

from typing import Any

import pytest

from lamp.reporting import TTest
from lamp.reporting.boschloo import boschloo
from tests.support.reports import random_samples, statistics_of
from tests.support.sampling import examples

pytestmark = pytest.mark.slow  # importing SciPy takes long


@pytest.fixture(scope="module")
def stats() -> Any:
    """The module `scipy.stats`."""
    from scipy import stats  # type: ignore[import-untyped]

    return stats


def test_p_values_of_boschloo_s_test_are_those_of_scipy(stats: Any) -> None:
    for (successes, runs, _), (other_successes, other_runs, _) in random_samples(examples(25)):
        expected = stats.boschloo_exact(
            [[successes, other_successes], [runs - successes, other_runs - other_successes]]
        ).pvalue
        # SciPy's search for the maximum stops early now and then; ours is the larger one.
        assert boschloo(successes, runs, other_successes, other_runs) == pytest.approx(
            expected, rel=0.01, abs=1e-15
        )


@pytest.mark.parametrize("test", TTest)
def test_p_values_of_t_tests_are_those_of_scipy(stats: Any, test: TTest) -> None:
    for (_, _, first), (_, _, second) in random_samples(examples(25)):
        expected = stats.ttest_ind(first, second, equal_var=test is TTest.STUDENT).pvalue
        samples = statistics_of(first).costs, statistics_of(second).costs
        assert test.p_value(*samples) == pytest.approx(expected, rel=1e-9)
