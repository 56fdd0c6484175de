"""Experiments on this machine: a driver with worker processes, which it watches and replaces."""

from __future__ import annotations

import math
import time
from collections import Counter
from multiprocessing.connection import wait

from lamp.errors import ExperimentError
from lamp.experiments.driver import Driver, Report, Stop
from lamp.experiments.grid import Grid
from lamp.experiments.rows import Row, failed_row
from lamp.experiments.runner import Runner, prepare_for
from lamp.experiments.scheduler import Unit
from lamp.experiments.store import Store
from lamp.experiments.workers import MakeRunner, Worker

UNIT_SECONDS = 1.0
"""The duration of a unit of work, about."""
MAX_DEATHS = 3
"""Deaths of a worker in the same run after which the run has failed."""
MAX_FAILED_STARTS = 5
"""Deaths of workers in a row before any was ready, after which the experiment ends."""
POLL_SECONDS = 0.1
"""Seconds between two checks of time limits and of `stop`."""
FORCED_END_SECONDS = 5.0
"""Seconds beyond its limit after which a run that does not stop by itself is ended by force."""


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

    `stop` is called now and then; rows that have come by then are kept.
    """
    driver = Driver(grid, store, report)
    if driver.is_finished():
        driver.tick(now=True)
        return True
    prepare_for(grid)
    supervisor = _Supervisor(grid, driver, min(jobs, len(driver.work)), make)
    try:
        while not driver.is_finished():
            if stop and stop():
                return False
            supervisor.step()
            driver.tick()
        return True
    finally:
        supervisor.end()
        driver.tick(now=True)


class _Supervisor:
    """Replaces dead workers and assigns units to idle ones."""

    def __init__(self, grid: Grid, driver: Driver, jobs: int, make: MakeRunner) -> None:
        self._grid = grid
        self._driver = driver
        self._make = make
        self._deaths: Counter[tuple[str, int | None]] = Counter()
        self._failed_starts = 0
        driver.workers = jobs
        self._workers = [Worker(make, jobs) for _ in range(jobs)]
        self._last_keys = [""] * jobs
        """The configuration of the last unit of each worker, by its key."""

    def step(self) -> None:
        """Take the messages of workers, replace dead workers, and assign units to idle ones."""
        wait([worker.pipe for worker in self._workers], POLL_SECONDS)
        for slot, worker in enumerate(self._workers):
            try:
                for message in worker.messages():
                    if isinstance(message, Row):
                        self._driver.add(message)
                if worker.is_ready:
                    self._failed_starts = 0
                    self._assign(slot)
            except (EOFError, OSError):
                self._replace(slot)
            else:
                self._end_overdue(slot)

    def _assign(self, slot: int) -> None:
        others = [key for other, key in enumerate(self._last_keys) if other != slot]
        unit = self._driver.work.take(UNIT_SECONDS, self._last_keys[slot], others)
        if unit:
            self._last_keys[slot] = unit.configuration.key
            self._workers[slot].assign(unit)

    def _replace(self, slot: int) -> None:
        """Put a new worker in the place of a dead one; its runs get another try."""
        worker = self._workers[slot]
        ending = worker.end()
        if worker.unit:
            self._record_death(worker.unit, worker, ending)
        elif not worker.has_started:
            self._failed_starts += 1
            if self._failed_starts >= MAX_FAILED_STARTS:
                raise ExperimentError(
                    f"workers die before they begin: {ending}",
                    remedy="If memory is short, use fewer --jobs",
                )
        self._workers[slot] = Worker(self._make, len(self._workers))

    def _record_death(self, unit: Unit, worker: Worker, ending: str) -> None:
        """Count a death in a run, or in its preparation; after `MAX_DEATHS` the run has failed."""
        key = unit.configuration.key
        run_key = key, worker.run
        self._deaths[run_key] += 1
        if self._deaths[run_key] < MAX_DEATHS:
            self._driver.work.give_back(unit, worker.remaining)
            return
        text = f"its worker died {MAX_DEATHS} times; {ending}"
        if worker.run is not None:
            self._fail(unit, [worker.run], text)
            self._driver.work.give_back(unit, worker.after_current_run())
            return
        self._fail(unit, [*worker.remaining, *self._driver.work.drop(key)], text)

    def _fail(self, unit: Unit, runs: list[int], text: str) -> None:
        for run in runs:
            seed = self._grid.seed_of(unit.configuration, run)
            self._driver.add(failed_row(unit.configuration.key, run, seed, text))

    def _end_overdue(self, slot: int) -> None:
        """End a worker by force whose run is long over its limit."""
        worker, limit = self._workers[slot], self._grid.limits.seconds
        if worker.run is None or worker.unit is None or limit == math.inf:
            return
        if time.monotonic() - worker.run_started > limit + max(FORCED_END_SECONDS, limit / 10):
            worker.kill()
            text = f"over the limit of {limit:g} s, and had to be ended"
            self._fail(worker.unit, [worker.run], text)
            self._driver.work.give_back(worker.unit, worker.after_current_run())
            worker.end()
            self._workers[slot] = Worker(self._make, len(self._workers))

    def end(self) -> None:
        """End all workers: they keep nothing that would be lost."""
        for worker in self._workers:
            worker.kill()
        for worker in self._workers:
            worker.end()
