"""Drivers and workers that are killed: after resuming, every run has its correct row."""

from __future__ import annotations

import os
import random
import signal
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE

import pytest

from lamp.experiments.grid_file import parse_grid
from lamp.experiments.store import LOCK
from tests.support.experiments import (
    SMALL,
    num_rows,
    rows_in,
    run_command,
    run_here,
    wait_for_rows,
)
from tests.support.processes import (
    LIMIT,
    Process,
    Processes,
    children_of,
    command_line,
    group_members,
    wait_until,
)
from tests.support.sampling import is_full

DRIVER, WORKER = "driver", "worker"
AT_ONCE, OPENING, AT_START, AFTER_ROWS = "at once", "opening", "at the start", "after rows"
KILLS = [
    (AT_ONCE, DRIVER),
    (OPENING, DRIVER),
    (AFTER_ROWS, DRIVER),
    (AT_START, DRIVER),
    (AFTER_ROWS, WORKER),
    (OPENING, DRIVER),
    (AFTER_ROWS, DRIVER),
    (AT_ONCE, DRIVER),
    (OPENING, DRIVER),
    (AT_START, WORKER),
    (AFTER_ROWS, WORKER),
    (AT_START, DRIVER),
    (AT_START, WORKER),
    (AFTER_ROWS, DRIVER),
    (AFTER_ROWS, WORKER),
]
"""When who is killed.

The driver: as soon as its process exists, when it opens the store, and so before it has any
workers; either of them: once there are worker processes, or after some further rows.
"""


class Experiment:
    """An experiment that runs in processes, is killed, and goes on."""

    def __init__(self, folder: Path, processes: Processes, runs: int) -> None:
        self.results = folder / "results"
        self._path = folder / "grid.toml"
        self._processes = processes
        self._runs = runs
        self._draw = random.Random(3)
        self.process = self._start()

    @property
    def grid(self) -> str:
        """The text of the grid."""
        text = SMALL.replace("[5, 20]", "[100, 1000]")
        return text.replace("runs = 4", f"runs = {self._runs}")

    def _start(self) -> Process:
        self._path.write_text(self.grid)
        command = run_command(self._path, self.results, jobs=2)
        return self._processes.start(command, stdout=PIPE, stderr=PIPE)

    def finish(self) -> None:
        """Wait for the end."""
        _, errors = self.process.communicate(timeout=LIMIT)
        assert self.process.returncode == 0, errors

    def _extend(self) -> None:
        """Give a fast machine more to do: the experiment has ended before it could be killed."""
        self.finish()
        self._runs *= 2
        self.process = self._start()

    def kill(self, moment: str, victim: str) -> None:
        """Kill the driver or one of its workers; start the driver again if it is dead."""
        while not (self._reaches(moment) and self._is_killed(victim)):
            self._extend()

    def _reaches(self, moment: str) -> bool:
        """Wait for a moment; false if the experiment ended before."""
        if moment == AFTER_ROWS:
            number = num_rows(self.results) + self._draw.randint(1, 50)
            return wait_for_rows(self.results, number, self.process)
        if moment != AT_ONCE:
            is_reached = self._opens_store if moment == OPENING else self._workers
            wait_until(lambda: is_reached() or self.process.poll() is not None, moment)
        return self.process.poll() is None

    def _is_killed(self, victim: str) -> bool:
        """Kill a process; false if it ended before."""
        if victim == DRIVER:
            self.process.kill()
            self.process.communicate(timeout=LIMIT)
            if self.process.returncode == 0:
                return False
            assert self.process.returncode == -signal.SIGKILL
            group = self.process.pid
            wait_until(lambda: not group_members(group), "the workers of a killed driver to end")
            self.process = self._start()
            return True
        workers = self._workers()
        if not workers:
            return False
        os.kill(self._draw.choice(workers), signal.SIGKILL)
        return True

    def _opens_store(self) -> bool:
        """Whether the driver has the lock of the store open."""
        lock, opened = self.results.resolve() / LOCK, Path(f"/proc/{self.process.pid}/fd")
        with suppress(OSError):  # the process has ended, or a file has just been closed
            return any(file.readlink() == lock for file in opened.iterdir())
        return False

    def _workers(self) -> list[int]:
        return [pid for pid in children_of(self.process.pid) if "spawn_main" in command_line(pid)]


@pytest.mark.slow
@pytest.mark.needs("linux")
def test_an_experiment_that_is_killed_and_resumed_has_the_rows_of_an_undisturbed_one(
    tmp_path: Path, processes: Processes
) -> None:
    kills, runs = (KILLS, 250) if is_full() else (KILLS[:5], 75)
    experiment = Experiment(tmp_path, processes, runs)
    for moment, victim in kills:
        experiment.kill(moment, victim)
    experiment.finish()
    assert rows_in(experiment.results) == run_here(tmp_path / "calm", parse_grid(experiment.grid))
