"""Deadlines: one point in time, made once, for all phases of a piece of work."""

from __future__ import annotations

import math
import time


class Deadline:
    """The time when work must have ended, counted from now on in seconds.

    It is made once and handed on; a phase that must leave time for later ones is given a `part`.
    """

    __slots__ = ("_end", "seconds")

    def __init__(self, seconds: float = math.inf) -> None:
        self.seconds = seconds
        """How long the work may take, all phases together."""
        self._end = time.monotonic() + seconds

    @property
    def remaining(self) -> float:
        """The seconds that are left; 0 when the time is over."""
        return max(0.0, self._end - time.monotonic())

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() >= self._end

    def part(self, share: float) -> Deadline:
        """An earlier deadline, after a share of the time that is left."""
        earlier = Deadline(self.seconds)
        if self._end < math.inf:
            earlier._end = self._end - (1 - share) * self.remaining
        return earlier
