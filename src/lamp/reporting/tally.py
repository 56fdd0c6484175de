"""Tallies: what is known about the runs of one configuration, as sums."""

from __future__ import annotations

import math
from typing import NamedTuple


class Tally(NamedTuple):
    """The runs of a configuration, summed up; those that failed have no result and do not count."""

    runs: int = 0
    goals: int = 0
    dead_ends: int = 0
    failed: int = 0
    cost_sum: int = 0
    """A run that does not arrive counts as its budget, as in the paper."""
    cost_squares: int = 0
    """The sum of the squares of the same costs."""
    seconds: float = 0.0
    actions: int = 0
    """Decisions that were made, whatever came of them."""

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
        # Costs are whole numbers: nothing is lost in this difference.
        spread = self.runs * self.cost_squares - self.cost_sum**2
        return spread / (self.runs * (self.runs - 1))

    @property
    def decision_seconds(self) -> float | None:
        """What a decision takes on average, if there was any."""
        return self.seconds / self.actions if self.actions else None

    @property
    def run_seconds(self) -> float | None:
        """What a run takes on average."""
        return self.seconds / self.runs if self.runs else None


def standard_error(one: Tally) -> float:
    """How far the mean cost is from the true one, typically; infinite for a single run."""
    return math.sqrt(one.cost_variance / one.runs) if one.runs > 1 else math.inf
