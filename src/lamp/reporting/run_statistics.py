"""Statistics of the runs of one configuration, as sums."""

from __future__ import annotations

import math
from typing import NamedTuple


class RunStatistics(NamedTuple):
    """The runs of a configuration as sums; runs that failed have no result and do not count."""

    runs: int = 0
    goals: int = 0
    dead_ends: int = 0
    failed: int = 0
    cost_sum: int = 0
    """A run that does not reach the goal counts as its budget, as in the paper."""
    cost_squares: int = 0
    """The sum of the squares of the same costs."""
    seconds: float = 0.0
    actions: int = 0
    """The number of decisions."""

    @property
    def success_rate(self) -> float:
        """The share of runs that reach the goal."""
        return self.goals / self.runs

    @property
    def mean_cost(self) -> float:
        """The average cost."""
        return self.cost_sum / self.runs

    @property
    def cost_variance(self) -> float:
        """The variance of the costs, estimated without bias; of two runs at least."""
        # Costs are whole numbers: the difference is exact.
        spread = self.runs * self.cost_squares - self.cost_sum**2
        return spread / (self.runs * (self.runs - 1))

    @property
    def decision_seconds(self) -> float | None:
        """The mean time of a decision, if there was any."""
        return self.seconds / self.actions if self.actions else None

    @property
    def run_seconds(self) -> float | None:
        """The mean time of a run."""
        return self.seconds / self.runs if self.runs else None


def standard_error(runs: RunStatistics) -> float:
    """The standard error of the mean cost; infinite for a single run."""
    return math.sqrt(runs.cost_variance / runs.runs) if runs.runs > 1 else math.inf
