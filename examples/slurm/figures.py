"""The paper's figures on a Slurm cluster: python examples/slurm/figures.py.

Needs `pip install 'lamp-planner[cluster]' dask-jobqueue` in an environment that all nodes see. With
--here the jobs are processes on this machine, to try the script without Slurm; with --show the job
script is printed, and nothing is run.
"""

from __future__ import annotations

import subprocess
import sys

from dask_jobqueue import SLURMCluster
from dask_jobqueue.local import LocalCluster
from distributed import Client

RESULTS = "figures"
JOBS = 10
"""Jobs of Slurm; each is a node's worth of workers."""
WORKERS = 16
"""Workers in a job, one for each processor."""


def main() -> None:
    """Start workers, wait for the first of them, and run the grid; again to go on with it."""
    here = "--here" in sys.argv
    start = LocalCluster if here else SLURMCluster
    workers = 2 if here else WORKERS
    options = {} if here else {"walltime": "04:00:00", "account": None, "queue": None}
    with start(
        cores=workers,
        processes=workers,  # as many processes as processors: each has one thread
        memory=f"{4 * workers}GB",
        worker_extra_args=["--lifetime", "230m", "--lifetime-stagger", "5m"],  # before the walltime
        **options,
    ) as cluster:
        if "--show" in sys.argv:
            print(cluster.job_script())
            return
        cluster.scale(jobs=1 if here else JOBS)
        with Client(cluster) as client:
            client.wait_for_workers(1)  # as long as the queue is
        command = ["lamp", "experiment", "run", "--preset", "figures", "--out", RESULTS]
        runs = ["--runs", "1"] if here else []
        address = cluster.scheduler_address
        done = subprocess.run([*command, *runs, "--cluster", address], check=False)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
