"""The summary of several episodes."""

from __future__ import annotations

from lamp.execution import Episode, EpisodeEnd, summarise
from lamp.task import Action, Condition


def episode_of(end: EpisodeEnd, cost: int) -> Episode:
    action = Action("x", (), Condition(), ())
    return Episode(end, (action,) * cost, (), 0, 0, 0.0)


def test_an_episode_that_misses_the_goal_counts_with_the_cost_of_the_budget() -> None:
    ends = [(EpisodeEnd.GOAL, 10), (EpisodeEnd.DEAD_END, 3), (EpisodeEnd.BUDGET, 200)]
    summary = summarise([episode_of(*end) for end in ends], 200)
    assert summary.mean_cost == (10 + 200 + 200) / 3
    assert summary.success_rate == 1 / 3
