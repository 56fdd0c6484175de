"""Success rate and mean cost of several episodes, with confidence intervals of 95 %."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from lamp.execution.episode import Episode, EpisodeEnd
from lamp.util import student_95, wilson


@dataclass(frozen=True, slots=True)
class Summary:
    """Success rate and mean cost of several episodes with one budget."""

    runs: int
    success_rate: float
    success_interval: tuple[float, float]
    """Wilson's score interval, which is also valid near 0 and 1."""
    mean_cost: float
    """An episode that does not reach the goal has the cost of the budget, as in the paper."""
    cost_interval: tuple[float, float]
    """By Student's t distribution; infinite for a single episode."""


def summarise(episodes: Sequence[Episode], budget: int) -> Summary:
    """The success rate and the mean cost of at least one episode."""
    number = len(episodes)
    successes = [episode for episode in episodes if episode.end is EpisodeEnd.GOAL]
    rate = len(successes) / number
    costs = [episode.cost if episode.end is EpisodeEnd.GOAL else budget for episode in episodes]
    mean = fmean(costs)
    half = student_95(number - 1) * stdev(costs) / math.sqrt(number) if number > 1 else math.inf
    return Summary(number, rate, wilson(rate, number), mean, (mean - half, mean + half))
