"""What several episodes say together: means, with intervals of 95 % confidence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from lamp.execution.episode import Episode, EpisodeEnd

NORMAL_95 = 1.959963984540054
"""How many standard deviations to each side hold 95 % of a normal distribution."""


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


def student_95(freedom: int) -> float:
    """How far to each side 95 % of Student's t distribution reach, by bisection."""
    low, high = NORMAL_95, 13.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        if _student_inside(middle, freedom) < 0.95:
            low = middle
        else:
            high = middle
    return high


def _student_inside(reach: float, freedom: int) -> float:
    """The probability that t is nearer to 0 than `reach`: an elementary sum in tan θ = t / √n."""
    angle = math.atan(reach / math.sqrt(freedom))
    odd = freedom % 2
    term = math.cos(angle) if odd else 1.0
    total = 0.0
    for power in range(odd, freedom - 1, 2):
        total += term
        term *= math.cos(angle) ** 2 * (power + 1) / (power + 2)
    if odd:
        return 2 / math.pi * (angle + math.sin(angle) * total)
    return math.sin(angle) * total


def wilson(rate: float, number: int) -> tuple[float, float]:
    """Wilson's interval for a probability that was estimated by a rate."""
    weight = NORMAL_95**2 / number
    middle = (rate + weight / 2) / (1 + weight)
    half = NORMAL_95 / (1 + weight) * math.sqrt(rate * (1 - rate) / number + weight / (4 * number))
    return max(0.0, middle - half), min(1.0, middle + half)
