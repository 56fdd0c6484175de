"""How far an experiment is, on stderr: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

import click

if TYPE_CHECKING:
    from rich.live import Live

    from lamp.experiments.driver import Progress

LINE_EVERY = 30.0
"""Seconds between two lines where stderr is not a terminal."""
WIDTH = 30


class Counting:
    """Shows the progress of an experiment."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._live: Live | None = None
        self._last = time.monotonic()

    def __enter__(self) -> Self:
        if sys.stderr and sys.stderr.isatty():
            from rich.console import Console  # noqa: PLC0415
            from rich.live import Live  # noqa: PLC0415

            self._live = Live(console=Console(stderr=True), refresh_per_second=4, transient=True)
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._live:
            self._live.stop()

    def show(self, progress: Progress) -> None:
        """Show how far things are; a `lamp.experiments.driver.Report`."""
        if self._live:
            self._live.update(f"{bar(progress)} {words(progress)}")
        elif sys.stderr and time.monotonic() - self._last >= LINE_EVERY:
            self._last = time.monotonic()
            click.echo(words(progress), err=True)


def bar(progress: Progress) -> str:
    """A bar as long as what is done."""
    full = WIDTH * progress.done // max(1, progress.total)
    return "━" * full + "╌" * (WIDTH - full)


def words(progress: Progress) -> str:
    """How far things are, and how long it will still take as far as one knows."""
    share = 100 * progress.done / max(1, progress.total)
    text = f"{progress.done:,} of {progress.total:,} runs ({share:.1f} %)"
    if progress.failed:
        text += f", {progress.failed:,} failed"
    if progress.done == progress.total:
        return f"{text}, after {duration(progress.seconds)}"
    if progress.seconds_left is None:
        return f"{text}, too early to say how long"
    sure = "a guess: " if progress.guessed else "about "
    return f"{text}, {sure}{duration(max(1.0, progress.seconds_left))} left"


def duration(seconds: float) -> str:
    """A time in words, as exactly as anybody wants to know it."""
    if seconds < 1:
        return "less than 1 s" if seconds else "0 s"
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 100 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
