"""The budget of one decision: rollouts, seconds, and the stop signal."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import TypeAlias

from lamp.search.decision import SearchEnd
from lamp.search.settings import SearchSettings

Stop: TypeAlias = Callable[[], bool]
"""Says whether a decision is wanted now."""

FEWEST = 1280
"""Actions in a portion of rollouts, at least, if each goes to the horizon."""
UNTIMED = 16 * FEWEST
"""Actions in the first portion where no time is set."""
PORTION = 0.01
"""Seconds between two looks at the clock, about: an interrupted search answers so soon."""


class Effort:
    """What a decision has spent so far, and whether it may go on."""

    def __init__(self, settings: SearchSettings, stop: Stop | None = None) -> None:
        self._settings = settings
        self.stop = stop
        self._start = time.perf_counter()
        self.rollouts = 0
        self.end = SearchEnd.ROLLOUTS

    @property
    def seconds(self) -> float:
        """How long the decision has taken so far."""
        return time.perf_counter() - self._start

    def portions(self, share: float = 1.0) -> Iterator[int]:
        """Numbers of rollouts to do next, until all are done or a share of the time is over.

        At least one portion comes: there is something to decide by, however short the time.
        """
        left, limit = self._settings.rollouts, self._settings.seconds * share
        horizon = self._settings.horizon
        portion = max(1, (UNTIMED if limit == math.inf else FEWEST) // horizon)
        while left and self.end is not SearchEnd.STOPPED:
            number = min(portion, left)
            before = self.seconds
            yield number
            left -= number
            spent = max(self.seconds - before, 1e-6)
            portion = max(1, FEWEST // horizon, int(number * PORTION / spent))
            if self.stop and self.stop():
                self.end = SearchEnd.STOPPED
            elif before + spent >= limit:
                self.end = SearchEnd.SECONDS
                return
