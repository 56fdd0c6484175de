"""Metrics: what a table shows of each configuration, with intervals and tests."""

from __future__ import annotations

import math
from enum import StrEnum

from lamp.reporting.boschloo import boschloo
from lamp.reporting.run_statistics import RunStatistics, Sample
from lamp.util import student_95, student_outside, wilson

Interval = tuple[float, float]


class Metric(StrEnum):
    """The quantity that is averaged over runs."""

    COST = "cost"
    """Lower is better."""
    LENGTH = "length"
    """The number of actions: lower is better."""
    SUCCESS = "success"
    """Higher is better."""

    @property
    def label(self) -> str:
        """Its name, as in the paper."""
        return "success rate" if self is Metric.SUCCESS else f"average {self.value}"

    @property
    def lower_is_better(self) -> bool:
        """Whether small values are good."""
        return self is not Metric.SUCCESS

    @property
    def direction(self) -> str:
        """Whether small or large values are good."""
        return "lower is better" if self.lower_is_better else "higher is better"

    @property
    def decimals(self) -> int:
        """The number of decimals, as in the paper."""
        return 2 if self is Metric.SUCCESS else 1

    def test(self, t_test: TTest) -> str:
        """The name of the test that compares two configurations."""
        if self is Metric.SUCCESS:
            return "two-tailed Boschloo exact test"
        return f"{t_test.value.capitalize()}'s t-test"

    def average(self, statistics: RunStatistics) -> float:
        """The average of a statistics; of one run at least."""
        return statistics.success_rate if self is Metric.SUCCESS else self._sample(statistics).mean

    def _sample(self, statistics: RunStatistics) -> Sample:
        """The numbers whose mean it is, where it is no rate."""
        return statistics.lengths if self is Metric.LENGTH else statistics.costs

    def interval(self, statistics: RunStatistics) -> Interval:
        """An interval of 95 % confidence: Student's for means, Wilson's for rates."""
        if self is Metric.SUCCESS:
            return wilson(statistics.success_rate, statistics.runs)
        if statistics.runs < 2:
            return -math.inf, math.inf
        sample = self._sample(statistics)
        half = student_95(statistics.runs - 1) * sample.standard_error
        return max(0.0, sample.mean - half), sample.mean + half

    def gain(self, value: float, over: float) -> float:
        """The improvement of a value over another one; negative if it is worse."""
        return over - value if self.lower_is_better else value - over

    def p_value(self, first: RunStatistics, second: RunStatistics, t_test: TTest) -> float | None:
        """The p-value of the difference; None without two runs of each."""
        if min(first.runs, second.runs) < 2:
            return None
        if self is Metric.SUCCESS:
            return boschloo(first.goals, first.runs, second.goals, second.runs)
        return t_test.p_value(self._sample(first), self._sample(second))


class TTest(StrEnum):
    """The tests for two means."""

    WELCH = "welch"
    """Does not suppose that both spread equally: they never do here."""
    STUDENT = "student"
    """The classical one, SciPy's default. With as many runs in both, t is the same as Welch's."""

    def p_value(self, first: Sample, second: Sample) -> float:
        """The two-tailed p-value."""
        variances = [first.variance, second.variance]
        runs = [first.number, second.number]
        difference = first.mean - second.mean
        if not any(variances):
            return float(difference == 0)
        if self is TTest.STUDENT:
            freedom: float = sum(runs) - 2
            pooled = sum(v * (n - 1) for v, n in zip(variances, runs, strict=True)) / freedom
            squared = pooled * sum(1 / n for n in runs)
        else:
            squared_errors = [v / n for v, n in zip(variances, runs, strict=True)]
            squared = sum(squared_errors)
            weights = sum(
                squared_error**2 / (n - 1)
                for squared_error, n in zip(squared_errors, runs, strict=True)
            )
            freedom = squared**2 / weights
        return student_outside(difference / math.sqrt(squared), freedom)
