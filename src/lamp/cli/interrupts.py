"""Ctrl-C and SIGTERM as a list that long work reads, so that results so far are printed."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stopped_by_signals() -> Iterator[list[int]]:
    """The signals received so far: Ctrl-C, or SIGTERM as batch systems send it.

    A second one ends everything at once.
    """
    received: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        if received:
            raise KeyboardInterrupt
        received.append(number)

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
