"""Statistics of the runs of one configuration, as sums."""

from __future__ import annotations

import math
from typing import NamedTuple

ROUNDING = 1e-12
"""The relative error of sums; a smaller spread of numbers that are not integers is none."""


class Sample(NamedTuple):
    """Some numbers as sums: how many there are, their sum and the sum of their squares."""

    number: int
    total: float
    squares: float

    @property
    def mean(self) -> float:
        """Their average."""
        return self.total / self.number

    @property
    def variance(self) -> float:
        """Their variance, estimated without bias; of two numbers at least."""
        # Of integers, the difference is exact.
        spread = self.number * self.squares - self.total**2
        if not isinstance(spread, int) and spread <= ROUNDING * self.number * self.squares:
            return 0.0
        return spread / (self.number * (self.number - 1))

    @property
    def standard_error(self) -> float:
        """The standard error of the mean; infinite for a single number."""
        return math.sqrt(self.variance / self.number) if self.number > 1 else math.inf


class RunStatistics(NamedTuple):
    """The runs of a configuration as sums; runs that failed have no result and do not count."""

    runs: int = 0
    goals: int = 0
    dead_ends: int = 0
    failed: int = 0
    cost_sum: float = 0
    """A run that does not reach the goal counts as `lamp.execution.counted_cost` says."""
    cost_squares: float = 0
    """The sum of the squares of the same costs."""
    length_sum: int = 0
    """A run that does not reach the goal counts as its budget of actions."""
    length_squares: int = 0
    seconds: float = 0.0
    actions: int = 0
    """The number of decisions."""

    @property
    def success_rate(self) -> float:
        """The share of runs that reach the goal."""
        return self.goals / self.runs

    @property
    def costs(self) -> Sample:
        """The costs of the runs."""
        return Sample(self.runs, self.cost_sum, self.cost_squares)

    @property
    def lengths(self) -> Sample:
        """The numbers of actions of the runs."""
        return Sample(self.runs, self.length_sum, self.length_squares)

    @property
    def decision_seconds(self) -> float | None:
        """The mean time of a decision, if there was any."""
        return self.seconds / self.actions if self.actions else None

    @property
    def run_seconds(self) -> float | None:
        """The mean time of a run."""
        return self.seconds / self.runs if self.runs else None
