"""Rows: what there is to say about one run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from lamp import __version__
from lamp.execution import Episode, counted_cost
from lamp.search import LandmarkPlan

FAILED = "failed"
"""The outcome of a run that did not end by itself; the others are those of episodes."""


class Row(NamedTuple):
    """The result of one run; all but the first field are columns of the store."""

    key: str
    """Of its configuration."""
    run: int
    seed: int
    outcome: str
    """goal, dead_end, budget or failed."""
    cost: float | None = None
    """What the actions executed cost."""
    length: int | None = None
    """Actions executed; in means, a run that does not reach the goal has its budget."""
    counted_cost: float | None = None
    """The cost in means, by `lamp.execution.counted_cost`."""
    seconds_taken: float | None = None
    rollouts_done: int | None = None
    states: int | None = None
    landmark_order: str | None = None
    """The landmarks pursued, in their order, as a JSON list."""
    version: str = __version__
    error: str | None = None


def row_of(
    key: str, run: int, episode: Episode, planner: LandmarkPlan, names: Sequence[str]
) -> Row:
    """The row of a run that ended; names are those of the planner's landmarks."""
    order = [names[position] for position in episode.subgoals]
    return Row(
        key=key,
        run=run,
        seed=episode.seed,
        outcome=episode.end.value,
        cost=_stored(episode.cost),
        length=episode.length,
        counted_cost=_stored(counted_cost(episode, planner.settings, planner.task.cost_unit)),
        seconds_taken=round(episode.seconds, 6),
        rollouts_done=episode.rollouts,
        states=episode.states,
        landmark_order=json.dumps(order, ensure_ascii=False),
    )


def _stored(cost: float) -> float:
    """A cost as SQLite can hold it: its integers have 64 bits."""
    return float(cost) if abs(cost) >= 2**63 else cost


def failed_row(key: str, run: int, seed: int, error: str, seconds: float | None = None) -> Row:
    """The row of a run that has no result."""
    return Row(key, run, seed, FAILED, seconds_taken=seconds, error=error)
