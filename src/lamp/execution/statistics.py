"""What several episodes say together: means, with intervals of 95 % confidence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from lamp.execution.episode import Episode, EpisodeEnd
from lamp.util import student_95, wilson


@dataclass(frozen=True, slots=True)
class Summary:
    """The results of several episodes with one budget."""

    runs: int
    success_rate: float
    success_interval: tuple[float, float]
    """By Wilson's score, which also works near 0 and 1."""
    mean_cost: float
    """An episode that does not reach the goal counts as the budget, as in the paper."""
    cost_interval: tuple[float, float]


def summarise(episodes: Sequence[Episode], budget: int) -> Summary:
    """The success rate and the mean cost of some episodes; one at least."""
    number = len(episodes)
    reached = [episode.end is EpisodeEnd.GOAL for episode in episodes]
    costs = [
        one.cost if arrived else budget for one, arrived in zip(episodes, reached, strict=True)
    ]
    mean = fmean(costs)
    spread = student_95(number - 1) * stdev(costs) / math.sqrt(number) if number > 1 else math.inf
    rate = sum(reached) / number
    return Summary(number, rate, wilson(rate, number), mean, (mean - spread, mean + spread))
