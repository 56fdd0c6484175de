"""What local and cluster experiments share: rows on their way into the store, and progress."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from lamp.experiments.grid import Grid
from lamp.experiments.rows import FAILED, Row
from lamp.experiments.scheduler import Work
from lamp.experiments.store import Store

STORE_EVERY = 0.25
"""Seconds between two writes to the store, at most; a row is reported after its write."""
STORE_AT = 500
"""Rows that are written at once without waiting."""


class Progress(NamedTuple):
    """How far an experiment is; counts what is stored."""

    done: int
    failed: int
    total: int
    seconds: float
    """Since the start of this command."""
    seconds_left: float | None
    """By what runs have taken so far; unknown in the beginning."""
    guessed: bool
    """Whether some problem was not measured yet."""


Report: TypeAlias = Callable[[Progress], None]
Stop: TypeAlias = Callable[[], bool]


class Driver:
    """Takes rows, stores them, and reports progress; the only writer of the store."""

    def __init__(self, grid: Grid, store: Store, report: Report | None = None) -> None:
        self._report = report or (lambda _: None)
        self._store = store
        stored = store.measured()
        self.work = Work(grid, stored)
        self._total = grid.total
        self._done = sum(len(measured.runs) for measured in stored.values())
        self._failed = self._done - sum(measured.counted for measured in stored.values())
        self._rows: list[Row] = []
        self._start = self._written = time.monotonic()
        self._first: float | None = None
        """When the first run began, about: before that, workers were started."""
        self._spent = 0.0
        self.workers = 1

    def is_finished(self) -> bool:
        """Whether every run has its row, in the store or on its way."""
        return self._done + len(self._rows) >= self._total

    def add(self, row: Row) -> None:
        """Take a row; it is stored soon."""
        self.work.record(row)
        self._rows.append(row)
        taken = row.seconds_taken or 0.0
        self._spent += taken
        if self._first is None:
            self._first = time.monotonic() - taken

    def tick(self, *, now: bool = False) -> None:
        """Store the rows that have come, if it is time, and report."""
        clock = time.monotonic()
        due = clock - self._written >= STORE_EVERY or len(self._rows) >= STORE_AT
        if not (due or now):
            return
        if self._rows:
            self._store.add(self._rows)
            self._done += len(self._rows)
            self._failed += sum(row.outcome == FAILED for row in self._rows)
            self._rows.clear()
        self._written = clock
        self._report(self.progress())

    def progress(self) -> Progress:
        """The progress so far."""
        left, now = self.work.left(), time.monotonic()
        seconds = now - self._start
        under_way = self._total - self._done - len(self._rows) - left.runs
        estimate = None
        if left.seconds is not None:
            each = left.seconds / left.runs if left.runs else 0.0
            # Workers do not only run: what they spend besides is part of the estimate.
            busy = 0.0 if self._first is None else (now - self._first) * self.workers
            share = min(1.0, self._spent / busy) if busy > 20 * self.workers else 1.0
            estimate = (left.seconds + under_way * each / 2) / self.workers / max(share, 0.1)
        return Progress(
            self._done, self._failed, self._total, seconds, estimate, guessed=left.guessed
        )
