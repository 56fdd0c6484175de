"""The only importer of Dask: connects to a cluster, checks its workers, and is what they run."""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from lamp import __version__
from lamp.errors import ExperimentError
from lamp.experiments.rows import Row
from lamp.experiments.scheduler import Unit
from lamp.experiments.workers import MakeRunner

Client: TypeAlias = Any
"""A `distributed.Client`; Dask is an extra."""
LOCAL = "local"
CONFIGURATION = {
    # With the usual 15 s, a local cluster on a slow machine waits for ever after some deaths.
    "distributed.deploy.lost-worker-timeout": "10 minutes",
    "distributed.comm.timeouts.connect": "60s",
    "distributed.comm.timeouts.tcp": "120s",
}
CONNECTING = "20s"
NO_WORKERS = 20
"""Seconds in which the first worker must show up."""
OF_WORKER = threading.local()
"""What a thread of a worker keeps between two units: its runner, by the name of its maker."""


@contextmanager
def connected(address: str, jobs: int) -> Iterator[Client]:
    """A client of a cluster: of a scheduler by its address or file, or of one of our own."""
    try:
        import dask  # noqa: PLC0415 (an extra)
        import distributed  # noqa: PLC0415
    except ImportError:
        raise ExperimentError(
            "a cluster needs Dask, which is not installed",
            remedy="pip install 'lamp-planner[cluster]'",
        ) from None
    with dask.config.set(CONFIGURATION):
        if address == LOCAL:
            with (
                distributed.LocalCluster(
                    n_workers=jobs,
                    threads_per_worker=1,
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                ) as cluster,
                distributed.Client(cluster) as client,
            ):
                yield client
            return
        scheduler = (
            {"scheduler_file": address} if address.endswith(".json") else {"address": address}
        )
        try:
            client = distributed.Client(**scheduler, timeout=CONNECTING)
        except (OSError, ValueError, TypeError) as error:
            raise ExperimentError(
                f"no scheduler of Dask answers at {address}: {error}",
                remedy="Start one (dask scheduler) and give its address: tcp://machine:8786",
            ) from None
        with client:
            yield client


def check_workers(client: Client) -> None:
    """Refuse a cluster without workers, or whose workers have another lamp."""
    try:
        client.wait_for_workers(1, timeout=NO_WORKERS)
    except TimeoutError:
        raise ExperimentError(
            "the cluster has no workers",
            remedy="Start some (dask worker tcp://…), or wait until the batch system has",
        ) from None
    remedy = "Install the same version of lamp on all machines"
    try:
        versions = client.run(worker_version)
    except Exception as error:
        cause = f"workers cannot use lamp: {type(error).__name__}: {error}"
        raise ExperimentError(cause, remedy=remedy) from None
    for worker, version in versions.items():
        if version != __version__:
            cause = f"the worker {worker} has lamp {version}, and this is lamp {__version__}"
            raise ExperimentError(cause, remedy=remedy)


def slots_of(client: Client) -> tuple[int, int]:
    """How many units can run at once, and at most on one machine."""
    threads = client.nthreads()
    of_machine: Counter[str] = Counter()
    for worker, number in threads.items():
        of_machine[worker.rpartition(":")[0]] += number
    return sum(threads.values()), max(of_machine.values(), default=1)


# What workers do


def worker_version() -> str:
    """The version of lamp on a worker."""
    return __version__


def run_unit(unit: Unit, make: MakeRunner, jobs: int) -> list[Row]:
    """The rows of a unit; problems and states stay with the thread for the next one."""
    runners = OF_WORKER.__dict__
    name = f"{make.__module__}.{make.__qualname__}"
    if name not in runners:
        runners[name] = make(jobs)
    return list(runners[name].run(unit, lambda _: None, lambda: False))
