"""A clock that only moves when it is told to, in place of the system's."""

from __future__ import annotations

import pytest

from lamp.util import deadline


class Clock:
    """Counts signs of life: each is a second."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(deadline, "time", self)

    def monotonic(self) -> float:
        """The time, for `lamp.util.deadline`."""
        return self.now

    def tick(self, text: str) -> None:
        """Let a second pass."""
        self.now += 1
