"""Experiments on a Dask cluster: the same rows as in one process, even if workers are killed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lamp.errors import ExperimentError
from lamp.experiments.cluster import run_on_cluster
from lamp.experiments.driver import Progress
from lamp.experiments.grid import Grid
from lamp.experiments.grid_file import parse_grid
from lamp.experiments.store import Store
from tests.support.experiments import SMALL, TINY, Deadly, DeadlyToUnits, rows_in, run_here

pytestmark = pytest.mark.filterwarnings("ignore")  # Dask's own


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers that are started again when they die."""
    import dask
    import distributed

    from lamp.experiments.dask_client import CONFIGURATION

    quick = {"distributed.scheduler.allowed-failures": 0}
    with (
        dask.config.set({**CONFIGURATION, **quick}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as running,
    ):
        yield running


def run_on(cluster: Any, folder: Path, grid: Grid, **options: Any) -> list[dict[str, Any]]:
    """The rows of a grid that was run on a cluster."""
    with Store(folder, grid) as store:
        assert run_on_cluster(grid, store, (cluster.scheduler_address, 2), **options)
    return rows_in(folder)


def worker_processes(cluster: Any) -> set[int]:
    """The processes of the workers of a cluster, as their nannies know them.

    The workers themselves are not asked: one that is being started again would not answer.
    """
    return {nanny.pid for nanny in cluster.workers.values()}


@pytest.mark.slow
@pytest.mark.needs("dask")
def test_a_cluster_gives_the_rows_of_this_process(cluster: Any, tmp_path: Path) -> None:
    grid = parse_grid(SMALL)
    assert run_on(cluster, tmp_path / "cluster", grid) == run_here(tmp_path / "here", grid)


@pytest.mark.slow
@pytest.mark.needs("dask")
def test_no_row_is_lost_when_workers_are_killed(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each run is a task, and each step of the driver is reported: at most a few runs end between
    # two reports, however fast the machine is.
    monkeypatch.setattr("lamp.experiments.cluster.UNIT_SECONDS", 0.0)
    monkeypatch.setattr("lamp.experiments.driver.STORE_EVERY", 0.0)
    killed: list[int] = []

    def report(progress: Progress) -> None:
        if len(killed) < 2 and len(killed) * 40 < progress.done < progress.total:
            killed.append(min(worker_processes(cluster)))
            os.kill(killed[-1], signal.SIGKILL)

    grid = parse_grid(SMALL.replace("runs = 4", "runs = 15"))
    rows = run_on(cluster, tmp_path / "cluster", grid, report=report)
    assert len(set(killed)) == 2
    assert rows == run_here(tmp_path / "here", grid)


@pytest.mark.slow
@pytest.mark.needs("dask")
def test_no_row_is_lost_or_changed_when_workers_die_within_a_unit_of_several_runs(
    cluster: Any, tmp_path: Path
) -> None:
    # Once the first runs have been measured, all the others of a configuration are one unit.
    grid = parse_grid(TINY.replace("runs = 3", "runs = 10"))
    before = worker_processes(cluster)
    rows = run_on(cluster, tmp_path / "cluster", grid, make=DeadlyToUnits)
    assert before - worker_processes(cluster), "there was no unit of several runs"
    assert rows == run_here(tmp_path / "here", grid)


@pytest.mark.slow
@pytest.mark.needs("dask")
def test_a_run_that_always_kills_its_worker_fails_and_the_rest_finishes(
    cluster: Any, tmp_path: Path, tiny: Grid
) -> None:
    rows = run_on(cluster, tmp_path, tiny, make=Deadly)
    assert len(rows) == 6
    (failed,) = [row for row in rows if row["outcome"] == "failed"]
    assert (failed["run"], failed["rollouts"]) == (1, 5)
    assert failed["error"] == "its worker died whenever it was run"


@pytest.mark.slow
@pytest.mark.needs("dask")
def test_a_cluster_without_workers_is_an_error(
    tmp_path: Path, tiny: Grid, monkeypatch: pytest.MonkeyPatch
) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr("lamp.experiments.dask_client.NO_WORKERS", 0.5)
    with (
        LocalCluster(n_workers=0, dashboard_address=None) as empty,
        Store(tmp_path, tiny) as store,
        pytest.raises(ExperimentError, match="no workers"),
    ):
        run_on_cluster(tiny, store, (empty.scheduler_address, 2))


@pytest.mark.slow
@pytest.mark.needs("dask")
def test_an_address_without_a_scheduler_is_an_error(
    tmp_path: Path, tiny: Grid, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lamp.experiments.dask_client.CONNECTING", "1s")
    with Store(tmp_path, tiny) as store, pytest.raises(ExperimentError, match="no scheduler"):
        run_on_cluster(tiny, store, ("tcp://127.0.0.1:9", 2))


def test_without_dask_the_message_names_the_extra(
    tmp_path: Path, tiny: Grid, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.setitem(sys.modules, "dask", None)
    with (
        Store(tmp_path, tiny) as store,
        pytest.raises(ExperimentError, match=r"lamp-planner\[cluster\]"),
    ):
        run_on_cluster(tiny, store, ("local", 2))
