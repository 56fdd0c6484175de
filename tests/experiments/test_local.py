"""Experiments in processes of this machine: their rows, progress, and runs that kill or hang."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lamp.experiments.driver import Progress
from lamp.experiments.grid import Grid
from lamp.experiments.grid_file import parse_grid
from lamp.experiments.local import run_locally
from lamp.experiments.store import Store
from lamp.results import RESULTS_FILE
from tests.support.experiments import (
    SMALL,
    TINY,
    Deadly,
    NeverEnding,
    rows_in,
    run_here,
    run_in_processes,
)

pytestmark = pytest.mark.slow  # a worker process takes seconds to start


class Finished(NamedTuple):
    """An experiment that one worker has run."""

    rows: list[dict[str, Any]]
    reports: list[Progress]
    stored: list[int]
    """How many rows there were in the store at each report."""


@pytest.fixture(scope="module")
def by_one_worker(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    """The small grid, run by one worker."""
    folder, grid = tmp_path_factory.mktemp("one_worker"), parse_grid(SMALL)
    reports, stored = list[Progress](), list[int]()

    def report(progress: Progress) -> None:
        with closing(sqlite3.connect(folder / RESULTS_FILE)) as connection:
            stored.extend(connection.execute("SELECT count(*) FROM runs").fetchone())
        reports.append(progress)

    with Store(folder, grid) as store:
        assert run_locally(grid, store, 1, report)
    return Finished(rows_in(folder), reports, stored)


def test_a_worker_process_gives_the_rows_of_this_process(
    by_one_worker: Finished, tmp_path: Path
) -> None:
    assert by_one_worker.rows == run_here(tmp_path, parse_grid(SMALL))


def test_rows_do_not_depend_on_the_number_of_jobs(by_one_worker: Finished, tmp_path: Path) -> None:
    assert by_one_worker.rows == run_in_processes(tmp_path, parse_grid(SMALL), jobs=2)


def test_progress_counts_what_is_stored_and_ends_with_everything(by_one_worker: Finished) -> None:
    assert [progress.done for progress in by_one_worker.reports] == by_one_worker.stored
    last = by_one_worker.reports[-1]
    assert (last.done, last.total) == (32, 32)


def test_a_run_that_always_kills_its_worker_fails_and_the_rest_finishes(
    tmp_path: Path, tiny: Grid
) -> None:
    rows = run_in_processes(tmp_path, tiny, make=Deadly)
    assert len(rows) == 6
    (failed,) = [row for row in rows if row["outcome"] == "failed"]
    assert (failed["run"], failed["rollouts"]) == (1, 5)
    assert failed["error"] == "its worker died 3 times; killed by SIGKILL"


def test_a_run_that_ignores_its_time_limit_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lamp.experiments.local.FORCED_END_SECONDS", 0.0)
    # The other runs take no time; even on a busy machine they are over in 5 seconds.
    rows = run_in_processes(tmp_path, parse_grid(f"{TINY}[limits]\nseconds = 5"), make=NeverEnding)
    (failed,) = [row for row in rows if row["outcome"] == "failed"]
    assert (failed["run"], failed["rollouts"], len(rows)) == (1, 5, 6)
    assert failed["error"] == "over the limit of 5 s, and had to be ended"
