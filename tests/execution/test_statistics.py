"""The summary of several episodes."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from lamp.execution import Episode, EpisodeEnd, counted_cost, summarise
from lamp.search import SearchSettings
from lamp.task import Action, Condition

BUDGET_OF_50 = SearchSettings(budget=50)
HALF = Fraction(1, 2)


def episode_of(end: EpisodeEnd, length: int, cost: Fraction | None = None) -> Episode:
    action = Action("x", (), Condition(), ())
    costs = None if cost is None else (cost,) * length
    return Episode(end, (action,) * length, (), 0, 0, 0.0, costs=costs)


def test_an_episode_that_misses_the_goal_counts_with_the_cost_of_the_budget() -> None:
    ends = [(EpisodeEnd.GOAL, 10), (EpisodeEnd.DEAD_END, 3), (EpisodeEnd.BUDGET, 200)]
    summary = summarise([episode_of(*end) for end in ends], SearchSettings())
    assert summary.mean_cost == summary.mean_length == (10 + 200 + 200) / 3
    assert summary.success_rate == 1 / 3


def test_an_episode_that_misses_the_goal_counts_as_a_budget_of_typical_steps() -> None:
    episode = episode_of(EpisodeEnd.DEAD_END, 2, HALF)
    assert counted_cost(episode, BUDGET_OF_50, Fraction(3)) == 150


def test_an_episode_that_misses_the_goal_counts_at_least_as_its_own_cost() -> None:
    episode = episode_of(EpisodeEnd.BUDGET, 50, Fraction(7))
    assert counted_cost(episode, BUDGET_OF_50, Fraction(3)) == 350


@pytest.mark.parametrize("end", [EpisodeEnd.DEAD_END, EpisodeEnd.BUDGET])
def test_an_episode_that_misses_the_goal_counts_as_the_cost_budget(end: EpisodeEnd) -> None:
    settings = BUDGET_OF_50.changed(cost_budget=12.5)
    assert counted_cost(episode_of(end, 5, Fraction(3)), settings, Fraction(3)) == 12.5


def test_cost_and_length_are_separate_means() -> None:
    episodes = [
        episode_of(EpisodeEnd.GOAL, 4, HALF),
        episode_of(EpisodeEnd.GOAL, 2, Fraction(4)),
        episode_of(EpisodeEnd.DEAD_END, 1, HALF),
    ]
    summary = summarise(episodes, BUDGET_OF_50, HALF)
    assert summary.mean_cost == (2 + 8 + 25) / 3
    assert summary.mean_length == (4 + 2 + 50) / 3
    assert (summary.mean_goal_cost, summary.mean_goal_length) == (5, 3)
    low, high = summary.length_interval
    assert (low + high) / 2 == pytest.approx(summary.mean_length)
    assert low < summary.cost_interval[0]


def test_without_an_episode_that_reaches_the_goal_there_are_no_means_of_such() -> None:
    summary = summarise([episode_of(EpisodeEnd.BUDGET, 50)], BUDGET_OF_50)
    assert (summary.mean_goal_cost, summary.mean_goal_length) == (None, None)
    assert summary.cost_interval == (-math.inf, math.inf)
