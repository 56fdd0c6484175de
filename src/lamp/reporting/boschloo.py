"""Boschloo's exact test of whether two samples succeed with the same probability.

Fisher's exact test looks only at tables with as many successes in all as were observed. Boschloo's
takes Fisher's p-value as a measure of surprise, and asks how probable so small a one is whatever
the common probability of success may be. It is never less powerful than Fisher's.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

MOST_RUNS = 1000
"""In a sample; beyond, Fisher's p-value is given, which is hardly larger there, never smaller."""
_ANGLES = 513
"""Common probabilities that are tried at first."""
_SAME = 1 + 1e-9
"""Two p-values with a smaller ratio are one that was computed in two ways."""


@cache
def boschloo(first_goals: int, first_runs: int, goals: int, runs: int) -> float:
    """The two-tailed p-value: twice the smaller of the two one-tailed ones, as in SciPy."""
    first = more_often(first_goals, first_runs, goals, runs)
    return min(1.0, 2 * min(first, more_often(goals, runs, first_goals, first_runs)))


def more_often(first_goals: int, first_runs: int, goals: int, runs: int) -> float:
    """The one-tailed p-value against a first sample that succeeds more often than the other."""
    if max(first_runs, runs) > MOST_RUNS:
        return float(_tails(first_goals + goals, first_runs, runs)[first_goals])
    tails = _all_tails(first_runs, runs)
    observed = tails[first_goals + goals, first_goals] * _SAME
    # Given the number of successes in all, this is the probability of a table that surprises as
    # much; it does not depend on the common probability of success.
    surprising = np.where(tails <= observed, tails, 0.0).max(axis=1)
    return min(1.0, _largest_mean(surprising))


@lru_cache(maxsize=16)
def _all_tails(first_runs: int, runs: int) -> Floats:
    """Fisher's one-tailed p-values: a row for each number of successes in all."""
    return np.stack(
        [_tails(all_goals, first_runs, runs) for all_goals in range(first_runs + runs + 1)]
    )


def _tails(all_goals: int, first_runs: int, runs: int) -> Floats:
    """The probabilities that the first sample has 0, 1, … successes or more of so many in all."""
    counts = np.arange(max(0, all_goals - runs), min(all_goals, first_runs) + 1)
    logs = _log_choose(first_runs)[counts] + _log_choose(runs)[all_goals - counts]
    chances = np.zeros(first_runs + 1)
    chances[counts] = np.exp(logs - _log_choose(first_runs + runs)[all_goals])
    return np.asarray(np.minimum(chances[::-1].cumsum()[::-1], 1.0))


@lru_cache(maxsize=64)
def _log_choose(number: int) -> Floats:
    """The logarithms of the binomial coefficients of a number."""
    logs = np.concatenate([[0.0], np.log(np.arange(1, number + 1)).cumsum()])
    return np.asarray(logs[-1] - logs - logs[::-1])


def _largest_mean(values: Floats) -> float:
    """The largest mean of values under a binomial distribution, whatever its probability is.

    Probabilities are the squared sines of angles: the distribution changes evenly with the angle,
    so that an even grid finds the highest peak, and two finer ones its top.
    """
    tried, chances = _grid(len(values) - 1)
    means = chances @ values
    for _ in range(2):
        best = int(means.argmax())
        tried = np.linspace(tried[max(best - 1, 0)], tried[min(best + 1, len(tried) - 1)], 33)
        means = _binomials(len(values) - 1, tried) @ values
    return float(means.max())


@lru_cache(maxsize=4)
def _grid(number: int) -> tuple[Floats, Floats]:
    tried = np.linspace(0, np.pi / 2, _ANGLES)
    return tried, _binomials(number, tried)


def _binomials(number: int, angles: Floats) -> Floats:
    """Binomial distributions: a row for each angle whose squared sine is the probability."""
    counts = np.arange(number + 1)
    inside = np.clip(angles, 1e-9, np.pi / 2 - 1e-9)[:, None]
    logs = 2 * (counts * np.log(np.sin(inside)) + (number - counts) * np.log(np.cos(inside)))
    return np.asarray(np.exp(_log_choose(number) + logs))
