"""The budget of one decision: rollouts, seconds, and the stop signal."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from lamp.search.decision import SearchEnd
from lamp.search.settings import SearchSettings
from lamp.util import Deadline

Stop: TypeAlias = Callable[[], bool]
"""The stop signal: true if the search must end and return the decision so far."""

POLL_SECONDS = 0.01
"""Seconds between two checks of the time limit and of the stop signal, approximately."""
MIN_BATCH_ACTIONS = 1280
"""Actions in a batch of rollouts, at least, if each rollout reaches the horizon."""
LANDMARK_SHARE = 0.5
"""The share of a decision's time after which a landmark is chosen, if one is to be chosen."""
FIRST_BATCH_ACTIONS = 16 * MIN_BATCH_ACTIONS
"""Actions in the first batch of a decision without time limit."""


@dataclass(frozen=True, slots=True)
class TimedStop:
    """A stop signal that is given by another one, or when the time of a decision is over.

    Unlike other signals, it is known beforehand when it will be given at the latest.
    """

    deadline: Deadline
    other: Stop | None = None

    def __call__(self) -> bool:
        """Whether to stop now."""
        return self.deadline.is_over or (self.other is not None and self.other())


class DecisionBudget:
    """The rollouts and seconds that a decision has used, and why its search ended."""

    def __init__(self, settings: SearchSettings, stop: Stop | None = None) -> None:
        self._settings = settings
        self.stop = stop
        self._start = time.perf_counter()
        self.limit = settings.seconds
        """Seconds that the decision may take."""
        if isinstance(stop, TimedStop):
            self.limit = min(self.limit, stop.deadline.remaining)
        self.rollouts = 0
        """Rollouts so far; the planner adds to them."""
        self.end = SearchEnd.ROLLOUTS

    @property
    def seconds(self) -> float:
        """Seconds since the start of the decision."""
        return time.perf_counter() - self._start

    def batches(self, share: float = 1.0) -> Iterator[int]:
        """The sizes of batches of rollouts, until all are done or a share of the time is over.

        A batch takes about `POLL_SECONDS`, by the speed of the batch before. There is at least one
        batch: however short the time, the decision has evidence. Where time is limited, it is a
        single rollout, since states that are met for the first time may take long.
        """
        remaining, limit = self._settings.rollouts, self.limit * share
        horizon = self._settings.horizon
        least = 1 if limit < math.inf else max(1, MIN_BATCH_ACTIONS // horizon)
        size = least if limit < math.inf else max(1, FIRST_BATCH_ACTIONS // horizon)
        while remaining and self.end is not SearchEnd.STOPPED:
            rollouts = min(size, remaining)
            start = self.seconds
            yield rollouts
            remaining -= rollouts
            taken = max(self.seconds - start, 1e-6)
            size = max(least, int(rollouts * POLL_SECONDS / taken))
            if self.stop and self.stop():
                self.end = SearchEnd.STOPPED
            elif start + taken >= limit:
                self.end = SearchEnd.SECONDS
                return
