"""What one decision may spend: rollouts, seconds, and the patience of whoever waits for it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import TypeAlias

from lamp.search.decision import SearchEnd
from lamp.search.settings import SearchSettings

Stop: TypeAlias = Callable[[], bool]
"""Says whether a decision is wanted now."""

FEWEST = 64
"""Rollouts in a portion, at least."""
UNTIMED = 1024
"""Rollouts in the first portion where no time is set."""
PORTION = 0.02
"""Seconds between two looks at the clock, about: an interrupted search answers so soon."""


class Effort:
    """What a decision has spent so far, and whether it may go on."""

    def __init__(self, settings: SearchSettings, stop: Stop | None = None) -> None:
        self._settings = settings
        self._stop = stop
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
        portion = UNTIMED if limit == math.inf else FEWEST
        while left and self.end is not SearchEnd.STOPPED:
            number = min(portion, left)
            before = self.seconds
            yield number
            left -= number
            spent = max(self.seconds - before, 1e-6)
            portion = max(FEWEST, int(number * PORTION / spent))
            if self._stop and self._stop():
                self.end = SearchEnd.STOPPED
            elif before + spent >= limit:
                self.end = SearchEnd.SECONDS
                return
