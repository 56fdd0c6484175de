"""How exact solving tells how far it is, and how it is stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from lamp.errors import OutOfTime
from lamp.exact.kernel import STEPS
from lamp.util import Deadline

Progress: TypeAlias = Callable[[str], None]
"""Is called several times a second with a few words; it may raise to stop."""


def silent(text: str) -> None:
    """Report nothing."""


def until(deadline: Deadline, progress: Progress) -> Progress:
    """Progress that is reported until the time is over; then it raises `OutOfTime`."""

    def report(text: str) -> None:
        progress(text)
        if deadline.is_over:
            raise OutOfTime.after(deadline.seconds, text)

    return report


def pieces(number: int, progress: Progress, text: str) -> Iterator[tuple[int, int]]:
    """All states below a number in pieces, as (first, last), with progress before each."""
    for first in range(0, number, STEPS):
        progress(f"{text}: {first:,} of {number:,} states")
        yield first, min(first + STEPS, number)
