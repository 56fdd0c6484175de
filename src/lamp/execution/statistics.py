"""Success rate, mean cost and mean length of several episodes, with intervals of 95 %."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import fmean, stdev

from lamp.execution.episode import Episode, EpisodeEnd
from lamp.search import SearchSettings
from lamp.task import UNIT_COST, plain_number
from lamp.util import student_95, wilson

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Summary:
    """Success rate, mean cost and mean length of several episodes with the same settings."""

    runs: int
    success_rate: float
    success_interval: Interval
    """Wilson's score interval, which is also valid near 0 and 1."""
    mean_cost: float
    """An episode that does not reach the goal counts as `counted_cost` says."""
    cost_interval: Interval
    """By Student's t distribution; infinite for a single episode."""
    mean_length: float
    """The mean number of actions; an episode that does not reach the goal counts as the budget."""
    length_interval: Interval
    mean_goal_cost: float | None
    """The mean cost of the episodes that reach the goal; None where there are none."""
    mean_goal_length: float | None


def summarise(
    episodes: Sequence[Episode], settings: SearchSettings, cost_unit: Fraction = UNIT_COST
) -> Summary:
    """The means of at least one episode of a task with some `Task.cost_unit`."""
    number = len(episodes)
    arrived = [episode for episode in episodes if episode.end is EpisodeEnd.GOAL]
    rate = len(arrived) / number
    costs = [counted_cost(episode, settings, cost_unit) for episode in episodes]
    lengths = [counted_length(episode, settings) for episode in episodes]
    return Summary(
        runs=number,
        success_rate=rate,
        success_interval=wilson(rate, number),
        mean_cost=fmean(costs),
        cost_interval=_interval(costs),
        mean_length=fmean(lengths),
        length_interval=_interval(lengths),
        mean_goal_cost=fmean(episode.cost for episode in arrived) if arrived else None,
        mean_goal_length=fmean(episode.length for episode in arrived) if arrived else None,
    )


def counted_cost(
    episode: Episode, settings: SearchSettings, cost_unit: Fraction = UNIT_COST
) -> float:
    """The cost of an episode in means.

    An episode that does not reach the goal counts as the cost budget. Where that is infinite, it
    counts as `budget` steps of the task's cost unit, as in the paper, or as its own cost if that is
    greater.
    """
    if episode.end is EpisodeEnd.GOAL:
        return episode.cost
    if settings.cost_budget < math.inf:
        return plain_number(Fraction(settings.cost_budget))
    return max(episode.cost, plain_number(settings.budget * cost_unit))


def counted_length(episode: Episode, settings: SearchSettings) -> int:
    """The number of actions of an episode in means; the budget if it does not reach the goal."""
    return episode.length if episode.end is EpisodeEnd.GOAL else settings.budget


def _interval(values: Sequence[float]) -> Interval:
    """Student's interval of a mean."""
    number, mean = len(values), fmean(values)
    half = student_95(number - 1) * stdev(values) / math.sqrt(number) if number > 1 else math.inf
    return mean - half, mean + half
