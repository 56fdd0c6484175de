"""Small experiments: their grids, their rows, and runners in which something goes wrong.

Worker processes import the runners from here: this module must not import pytest.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from lamp.errors import ExperimentError
from lamp.experiments.driver import Driver
from lamp.experiments.grid import Grid
from lamp.experiments.local import run_locally
from lamp.experiments.rows import Row
from lamp.experiments.runner import Began, Runner
from lamp.experiments.scheduler import Unit
from lamp.experiments.store import Store
from lamp.experiments.workers import MakeRunner
from lamp.results import RESULTS_FILE, read_status
from lamp.search import Stop
from tests.support.cli import LAMP
from tests.support.processes import Process, wait_until

SMALL = """
paper = true
problems = ["triangle_tireworld:p1", "tireworld:p1"]
runs = 4
[settings]
rollouts = [5, 20]
greediness = [0, 0.5]
"""
"""32 runs: 8 configurations."""

TINY = (
    'problems = ["triangle_tireworld:p1"]\nruns = 3\npaper = true\n[settings]\nrollouts = [5, 6]\n'
)
"""Six runs: 2 configurations."""

VARIANTS = """
problems = ["triangle_tireworld:p1"]
runs = 2
[settings]
rollouts = [5, 20]
[[variants]]
name = "UCT"
planner = "uct"
[[variants]]
name = "α 1"
paper = true
greediness = 1
[[variants]]
name = "careful"
paper = true
dead_ends = true
"""


def rows_in(folder: Path) -> list[dict[str, Any]]:
    """All rows of a folder, without their times."""
    with closing(sqlite3.connect(folder / RESULTS_FILE)) as connection:
        connection.row_factory = sqlite3.Row
        stored = [dict(row) for row in connection.execute("SELECT * FROM results")]
    for row in stored:
        del row["seconds_taken"]
    return stored


def run_here(folder: Path, grid: Grid) -> list[dict[str, Any]]:
    """The rows of a grid after running what is left of it in this process.

    A worker process takes seconds to start: this is for tests that are not about processes.
    `tests/experiments/test_local.py` shows that the rows are the same.
    """
    with Store(folder, grid) as store:
        driver, runner = Driver(grid, store), Runner()
        while unit := driver.work.take(1.0):
            for row in runner.run(unit, lambda _: None, lambda: False):
                driver.add(row)
        assert driver.is_finished()
        driver.tick(now=True)
    return rows_in(folder)


def run_in_processes(
    folder: Path, grid: Grid, jobs: int = 1, make: MakeRunner = Runner
) -> list[dict[str, Any]]:
    """The rows of a grid after running what is left of it in worker processes."""
    with Store(folder, grid) as store:
        assert run_locally(grid, store, jobs, make=make)
    return rows_in(folder)


def made_up_rows(grid: Grid, number: int = 1) -> list[Row]:
    """Rows of the first configuration, without running anything."""
    key = grid.configurations[0].key
    return [Row(key, run, 100 + run, "goal", 5, 5, 5, 0.1) for run in range(number)]


def run_command(grid: Path, folder: Path, jobs: int) -> list[str]:
    """The command that runs a grid."""
    return [*LAMP, "experiment", "run", str(grid), "--out", str(folder), "--jobs", str(jobs)]


def num_rows(folder: Path) -> int:
    """How many rows are stored so far, while another process writes."""
    try:
        return read_status(folder).done
    except ExperimentError:  # there is no store yet, or it is just being made
        return 0


def wait_for_rows(folder: Path, number: int, process: Process) -> bool:
    """Wait until a running command has stored so many rows; false if it ended before."""
    wait_until(lambda: num_rows(folder) >= number or process.poll() is not None, f"{number} rows")
    return process.poll() is None


class QuickRunner(Runner):
    """A runner that runs nothing: every run reaches the goal at once.

    Its workers start in half the time: they need no machine code.
    """

    def __init__(self, jobs: int = 1) -> None:
        pass

    def run(self, unit: Unit, began: Began, stop: Stop) -> Iterator[Row]:
        """The rows of a unit."""
        for run, seed in zip(unit.runs, unit.seeds, strict=True):
            began(run)
            if run == 1 and unit.configuration.settings.rollouts == 5:
                self.inject_fault()
            yield Row(unit.configuration.key, run, seed, "goal", 5, 5, 5, 0.1)

    def inject_fault(self) -> None:
        """What happens in run 1 of the configuration with 5 rollouts."""


class Deadly(QuickRunner):
    """A runner in which a run kills its process, before it prints or stores anything."""

    def inject_fault(self) -> None:
        """Kill this process."""
        os.kill(os.getpid(), signal.SIGKILL)


class DeadlyToUnits(Runner):
    """A runner in which every unit of several runs kills its process, after its first run."""

    def run(self, unit: Unit, began: Began, stop: Stop) -> Iterator[Row]:
        """The row of a unit of one run."""
        for row in super().run(unit, began, stop):
            yield row
            if len(unit.runs) > 1:
                os.kill(os.getpid(), signal.SIGKILL)


class NeverEnding(QuickRunner):
    """A runner in which a run never ends and never calls `stop`."""

    def inject_fault(self) -> None:
        """Wait for ever."""
        while True:
            time.sleep(1)
