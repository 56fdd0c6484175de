"""Experiments on other machines: units travel as tasks of Dask, rows come back to the driver."""

from __future__ import annotations

import time
from collections import Counter
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from lamp.errors import ExperimentError
from lamp.experiments.dask_client import Client, check_workers, connected, run_unit, slots_of
from lamp.experiments.driver import Driver, Report, Stop
from lamp.experiments.grid import Grid
from lamp.experiments.rows import failed_row
from lamp.experiments.runner import Runner
from lamp.experiments.scheduler import Unit
from lamp.experiments.store import Store
from lamp.experiments.workers import MakeRunner

UNIT_SECONDS = 30.0
"""How much work a task is, about: Dask's own cost of some milliseconds must not count."""
AHEAD = 2
"""Tasks for each worker, so that none waits for the driver."""
POLL_SECONDS = 0.5
"""Seconds between two calls of `stop`."""
NO_WORKERS_SECONDS = 300.0
"""Seconds without any worker after which the experiment ends with an error."""


class Task(NamedTuple):
    """A unit on its way."""

    unit: Unit
    is_alone: bool = False
    """Whether nothing else is under way: if a worker dies then, this unit is the cause."""


def run_on_cluster(
    grid: Grid,
    store: Store,
    where: tuple[str, int],
    report: Report | None = None,
    stop: Stop | None = None,
    *,
    make: MakeRunner = Runner,
) -> bool:
    """Run what is left of a grid on a Dask cluster; whether it came to its end.

    `where` is an address, a scheduler file, or `local`, for which the number of workers counts.
    """
    driver = Driver(grid, store, report)
    if driver.is_finished():
        driver.tick(now=True)
        return True
    with connected(*where) as client:
        check_workers(client)
        scheduling = _Scheduling(grid, driver, client, make)
        try:
            while not driver.is_finished():
                if stop and stop():
                    return False
                scheduling.step()
                driver.tick()
            return True
        finally:
            scheduling.cancel()
            driver.tick(now=True)


class _Scheduling:
    """Keeps enough tasks under way, and takes what they bring."""

    def __init__(self, grid: Grid, driver: Driver, client: Client, make: MakeRunner) -> None:
        self._grid = grid
        self._driver = driver
        self._client = client
        self._make = make
        self._tasks: dict[Any, Task] = {}
        self._num_tasks: Counter[str] = Counter()
        """How many tasks each configuration has under way."""
        self._ended: SimpleQueue[Any] = SimpleQueue()
        self._retried_alone: list[Unit] = []
        """Single runs during which workers died, perhaps because of another run."""
        self._slots, self._per_machine = slots_of(client)
        self._workers_seen = self._workers_counted = time.monotonic()

    def step(self) -> None:
        """Send what fits, and take what has come."""
        self._send_more()
        try:
            future = self._ended.get(timeout=POLL_SECONDS)
            self._take(future)
            while True:
                self._take(self._ended.get_nowait())
        except Empty:
            self._count_workers()

    def cancel(self) -> None:
        """Give up what is under way."""
        if self._client.status == "running":
            self._client.cancel(list(self._tasks))
        self._tasks.clear()

    def _send_more(self) -> None:
        work = self._driver.work
        self._driver.workers = max(1, self._slots)
        while len(self._tasks) < AHEAD * self._slots:
            unit = work.take(UNIT_SECONDS, "", self._num_tasks)
            if not unit:
                break
            self._send(Task(unit))
        if self._retried_alone and not self._tasks:
            self._send(Task(self._retried_alone.pop(), is_alone=True))

    def _send(self, task: Task) -> None:
        future = self._client.submit(
            run_unit, task.unit, self._make, self._per_machine, pure=False, retries=0
        )
        self._tasks[future] = task
        self._num_tasks[task.unit.configuration.key] += 1
        future.add_done_callback(self._ended.put)

    def _take(self, future: Any) -> None:  # noqa: ANN401 (a future of Dask)
        """Take what a task has brought: rows, or a death."""
        task = self._tasks.pop(future, None)
        if task is None:
            return
        key = task.unit.configuration.key
        self._num_tasks[key] -= 1
        if not self._num_tasks[key]:
            del self._num_tasks[key]
        if future.status == "finished":
            for row in future.result():
                self._driver.add(row)
        elif future.status == "error":
            self._retry_or_fail(task, future.exception())
        else:  # the scheduler has lost it
            self._driver.work.give_back(task.unit, task.unit.runs)

    def _retry_or_fail(self, task: Task, error: BaseException) -> None:
        """Find the run of a unit that kills workers: run by run, then each alone."""
        if type(error).__name__ != "KilledWorker":
            raise ExperimentError(
                f"a worker cannot run anything: {type(error).__name__}: {error}",
                remedy="Is the same lamp installed on all machines? Then go on with this command",
            ) from error
        unit = task.unit
        if len(unit.runs) > 1:
            for run, seed in zip(unit.runs, unit.seeds, strict=True):
                self._send(Task(unit._replace(runs=(run,), seeds=(seed,))))
        elif not task.is_alone:
            self._retried_alone.append(unit)
        else:
            text = "its worker died whenever it was run"
            self._driver.add(failed_row(unit.configuration.key, unit.runs[0], unit.seeds[0], text))

    def _count_workers(self) -> None:
        """Count the workers now and then; an error if there is none for minutes."""
        now = time.monotonic()
        if now - self._workers_counted < 5.0:
            return
        self._workers_counted = now
        if self._client.status == "running":
            self._slots, self._per_machine = slots_of(self._client)
        if self._client.status == "running" and self._slots:
            self._workers_seen = now
        elif now - self._workers_seen > NO_WORKERS_SECONDS or self._client.status == "closed":
            raise ExperimentError(
                "the cluster has no workers any more",
                remedy="Start workers again. What is stored is safe: the same command goes on",
            )
