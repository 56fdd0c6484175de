"""The progress of an experiment on stderr: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

import click

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from lamp.experiments import Progress

LINE_SECONDS = 30.0
"""Seconds between two lines where stderr is not a terminal."""
BAR_WIDTH = 30


class ExperimentProgress:
    """Shows the progress of an experiment."""

    def __init__(self) -> None:
        self._bar: Bar | None = None
        self._last_line = time.monotonic()

    def __enter__(self) -> Self:
        if sys.stderr and sys.stderr.isatty():
            self._bar = _bar()
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar:
            self._bar.stop()

    def show(self, progress: Progress) -> None:
        """Show how far the experiment is; a `lamp.experiments.Report`."""
        if self._bar:
            for task in self._bar.task_ids or [self._bar.add_task("")]:
                self._bar.update(
                    task,
                    total=max(1, progress.total),
                    completed=progress.done,
                    description=words(progress),
                )
        elif sys.stderr and time.monotonic() - self._last_line >= LINE_SECONDS:
            self._last_line = time.monotonic()
            click.echo(words(progress), err=True)


def _bar() -> Bar:
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, TextColumn  # noqa: PLC0415
    from rich.progress import Progress as Bar  # noqa: PLC0415

    return Bar(
        BarColumn(BAR_WIDTH),
        TextColumn("{task.description}", markup=False),
        console=Console(stderr=True),
        refresh_per_second=4,
        transient=True,
    )


def words(progress: Progress) -> str:
    """How many runs are done and failed, and how long the others will take, if that is known."""
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
    """A time with two significant digits or so."""
    if seconds < 1:
        return "less than 1 s" if seconds else "0 s"
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 100 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
