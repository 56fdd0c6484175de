"""Experiments on this machine: a driver that watches its worker processes and outlives them."""

from __future__ import annotations

import math
import time
from collections import Counter
from multiprocessing.connection import wait

from lamp.errors import ExperimentError
from lamp.experiments.driver import Driver, Report, Stop
from lamp.experiments.grid import Grid
from lamp.experiments.rows import Row, failed_row
from lamp.experiments.runner import Runner
from lamp.experiments.scheduler import Unit
from lamp.experiments.store import Store
from lamp.experiments.workers import MakeRunner, Worker
from lamp.search import prepare

UNIT_SECONDS = 1.0
"""How much work a worker is given at once, about."""
TRIES = 3
"""Deaths of a worker in the same run after which the run has failed."""
START_TRIES = 5
"""Deaths of workers in a row, before any was ready, after which something else is wrong."""
POLL_SECONDS = 0.1
"""Seconds between two looks at clocks and at whether to stop."""
GRACE = 5.0
"""Seconds after which a run over its limit, that does not stop by itself, is ended by force."""


def run_locally(
    grid: Grid,
    store: Store,
    jobs: int,
    report: Report | None = None,
    stop: Stop | None = None,
    *,
    make: MakeRunner = Runner,
) -> bool:
    """Run what is left of a grid in processes of this machine; whether it came to its end.

    `stop` is asked now and then; rows that have come by then are kept.
    """
    driver = Driver(grid, store, report)
    if driver.is_finished():
        driver.tick(now=True)
        return True
    prepare()  # compiled once, not by every worker
    supervisor = _Supervisor(grid, driver, min(jobs, len(driver.work)), make)
    try:
        while not driver.is_finished():
            if stop and stop():
                return False
            supervisor.look()
            driver.tick()
        return True
    finally:
        supervisor.end()
        driver.tick(now=True)


class _Supervisor:
    """Keeps workers alive and busy."""

    def __init__(self, grid: Grid, driver: Driver, jobs: int, make: MakeRunner) -> None:
        self._grid = grid
        self._driver = driver
        self._make = make
        self._deaths: Counter[tuple[str, int | None]] = Counter()
        self._false_starts = 0
        driver.workers = jobs
        self._workers = [Worker(make, jobs) for _ in range(jobs)]
        self._last = [""] * jobs
        """The configuration each worker was at last."""

    def look(self) -> None:
        """Hear what workers say, replace those that are dead, give work to those without."""
        wait([worker.pipe for worker in self._workers], POLL_SECONDS)
        for at, worker in enumerate(self._workers):
            try:
                for message in worker.messages():
                    if isinstance(message, Row):
                        self._driver.add(message)
                if worker.is_ready:
                    self._false_starts = 0
                    self._give(at)
            except (EOFError, OSError):
                self._replace(at)
            else:
                self._end_overdue(at)

    def _give(self, at: int) -> None:
        others = [key for other, key in enumerate(self._last) if other != at]
        unit = self._driver.work.take(UNIT_SECONDS, self._last[at], others)
        if unit:
            self._last[at] = unit.configuration.key
            self._workers[at].give(unit)

    def _replace(self, at: int) -> None:
        """Put a new worker in the place of a dead one; its runs get another try."""
        worker = self._workers[at]
        ending = worker.end()
        if worker.unit:
            self._blame(worker.unit, worker, ending)
        elif not worker.has_started:
            self._false_starts += 1
            if self._false_starts >= START_TRIES:
                raise ExperimentError(
                    f"workers die before they begin: {ending}",
                    remedy="If memory is short, use fewer --jobs",
                )
        self._workers[at] = Worker(self._make, len(self._workers))

    def _blame(self, unit: Unit, worker: Worker, ending: str) -> None:
        """Count a death: for the run that was under way, or for getting ready."""
        key = unit.configuration.key
        suspect = key, worker.run
        self._deaths[suspect] += 1
        if self._deaths[suspect] < TRIES:
            self._driver.work.give_back(unit, worker.left)
            return
        text = f"its worker died {TRIES} times; {ending}"
        if worker.run is not None:
            self._fail(unit, [worker.run], text)
            self._driver.work.give_back(unit, [run for run in worker.left if run != worker.run])
            return
        self._fail(unit, [*worker.left, *self._driver.work.drop(key)], text)

    def _fail(self, unit: Unit, runs: list[int], text: str) -> None:
        for run in runs:
            seed = self._grid.seed_of(unit.configuration, run)
            self._driver.add(failed_row(unit.configuration.key, run, seed, text))

    def _end_overdue(self, at: int) -> None:
        """End a worker by force whose run is long over its limit: it does not listen."""
        worker, limit = self._workers[at], self._grid.limits.seconds
        if worker.run is None or worker.unit is None or limit == math.inf:
            return
        if time.monotonic() - worker.since > limit + max(GRACE, limit / 10):
            worker.kill()
            text = f"over the limit of {limit:g} s, and had to be ended"
            self._fail(worker.unit, [worker.run], text)
            self._driver.work.give_back(worker.unit, [x for x in worker.left if x != worker.run])
            worker.end()
            self._workers[at] = Worker(self._make, len(self._workers))

    def end(self) -> None:
        """End all workers: they keep nothing that would be lost."""
        for worker in self._workers:
            worker.kill()
        for worker in self._workers:
            worker.end()
