"""Experiments on a Dask cluster: the same rows, whatever happens to its workers."""

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
from lamp.experiments.driving import Progress
from lamp.experiments.grid import Grid
from lamp.experiments.reading import parse_grid
from lamp.experiments.store import Store
from tests.experiments.test_experiments import SMALL, TINY, Deadly, ran, rows

pytestmark = pytest.mark.filterwarnings("ignore")  # Dask's own

GRID = SMALL.replace("[5, 20]", "[50, 500]").replace("runs = 4", "runs = 20")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers that are started again when they die."""
    dask = pytest.importorskip("dask", reason="the extra cluster is not installed")
    distributed = pytest.importorskip("distributed", reason="the extra cluster is not installed")
    from lamp.experiments.clients import CONFIGURATION

    quick = {"distributed.scheduler.allowed-failures": 0}
    with (
        dask.config.set({**CONFIGURATION, **quick}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as found,
    ):
        yield found


def on(cluster: Any, folder: Path, grid: Grid, **options: Any) -> list[dict[str, Any]]:
    """The rows of a grid that was run on a cluster."""
    with Store(folder, grid) as store:
        assert run_on_cluster(grid, store, (cluster.scheduler_address, 2), **options)
    return rows(folder)


def test_a_cluster_gives_the_rows_that_processes_give(cluster: Any, tmp_path: Path) -> None:
    grid = parse_grid(SMALL)
    assert on(cluster, tmp_path / "cluster", grid) == ran(tmp_path / "local", grid)


def test_a_worker_that_is_killed_costs_no_row(
    cluster: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from distributed import Client

    monkeypatch.setattr("lamp.experiments.cluster.UNIT_SECONDS", 0.2)
    killed: list[int] = []

    def report(progress: Progress) -> None:
        if len(killed) < 2 and len(killed) * 40 < progress.done < progress.total:
            with Client(cluster, set_as_default=False) as client:
                killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[-1], signal.SIGKILL)

    grid = parse_grid(GRID)
    found = on(cluster, tmp_path / "cluster", grid, report=report)
    assert len(set(killed)) == 2
    assert found == ran(tmp_path / "local", grid, jobs=2)


def test_a_run_that_always_kills_its_worker_fails_and_the_rest_finishes(
    cluster: Any,
    tmp_path: Path,
) -> None:
    found = on(cluster, tmp_path, parse_grid(TINY), make=Deadly)
    assert len(found) == 6
    (failed,) = [row for row in found if row["outcome"] == "failed"]
    assert (failed["run"], failed["rollouts"]) == (1, 5)
    assert failed["error"] == "its worker died whenever it was run"


def test_a_cluster_without_workers_is_an_error(
    cluster: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr("lamp.experiments.clients.NO_WORKERS", 0.5)
    grid = parse_grid(TINY)
    with (
        LocalCluster(n_workers=0, dashboard_address=None) as empty,
        Store(tmp_path, grid) as store,
        pytest.raises(ExperimentError, match="no workers"),
    ):
        run_on_cluster(grid, store, (empty.scheduler_address, 2))


def test_an_address_where_nobody_answers_is_an_error(
    cluster: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("lamp.experiments.clients.CONNECTING", "1s")
    grid = parse_grid(TINY)
    with Store(tmp_path, grid) as store, pytest.raises(ExperimentError, match="no scheduler"):
        run_on_cluster(grid, store, ("tcp://127.0.0.1:9", 2))


def test_without_dask_the_message_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.setitem(sys.modules, "dask", None)
    grid = parse_grid(TINY)
    with (
        Store(tmp_path, grid) as store,
        pytest.raises(ExperimentError, match=r"lamp-planner\[cluster\]"),
    ):
        run_on_cluster(grid, store, ("local", 2))
