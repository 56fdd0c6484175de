"""What `lamp experiment` costs besides its runs, on a grid at 1,000 rollouts.

uv run python benchmarks/experiments.py
uv run --extra cluster python benchmarks/experiments.py --cluster

The second command also prints what a task of Dask costs.

Processor time is counted, in the driver and in the worker apart from its episodes: on a machine
with other work to do, the clock on the wall says more about that work. The same episodes in a plain
loop are timed for comparison. Grounding, landmarks and compiling are left out on both sides.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from lamp.execution import Episode, run_episode
from lamp.experiments import runner as runner_module
from lamp.experiments.grid import Grid
from lamp.experiments.grid_file import parse_grid
from lamp.experiments.local import run_locally
from lamp.experiments.rows import Row, failed_row
from lamp.experiments.runner import Began, Runner, planner_of
from lamp.experiments.scheduler import Unit
from lamp.experiments.store import Store
from lamp.landmarks import lm_rhw
from lamp.results import open_results
from lamp.search import Stop, prepare

GRID = """
problems = ["elevators:p5", "prob_blocksworld:p5", "tireworld:p15", "triangle_tireworld:p2"]
[settings]
rollouts = 1000
greediness = [0, 0.5]
"""
ROUNDS = 3
TASKS = 2000
ROWS = 75


class Metered(Runner):
    """A runner that tells with each row what it has spent: in all, on episodes, on problems."""

    def __init__(self, jobs: int = 1) -> None:
        super().__init__(jobs)
        self._episodes = self._preparation = 0.0
        self._start = time.process_time()
        setattr(runner_module, "run_episode", self._timed)  # noqa: B010 (not its to export)

    def _timed(self, *arguments: Any) -> Episode:  # noqa: ANN401 (those of run_episode)
        start = time.process_time()
        try:
            return run_episode(*arguments)
        finally:
            self._episodes += time.process_time() - start

    def _prepare_for(self, unit: Unit) -> str:
        start = time.process_time()
        mistake = super()._prepare_for(unit)
        self._preparation += time.process_time() - start
        return mistake

    def run(self, unit: Unit, began: Began, stop: Stop) -> Iterator[Row]:
        """The rows of a unit, with what was spent so far in place of an error."""
        for row in super().run(unit, began, stop):
            spent = [time.process_time() - self._start, self._episodes, self._preparation]
            yield row._replace(error=json.dumps(spent))


def plain_loop(grid: Grid) -> float:
    """The processor time of all episodes, one after the other, of which nothing is kept."""
    spent = 0.0
    for configuration in grid.configurations:
        task = configuration.problem.task()
        planner = planner_of(configuration, task, lm_rhw(task))
        start = time.process_time()
        for run in range(grid.runs):
            run_episode(planner, grid.seed_of(configuration, run))
        spent += time.process_time() - start
    return spent


def as_experiment(grid: Grid) -> tuple[float, float, float]:
    """The processor time of the episodes, of the rest of the worker, and of the driver."""
    with tempfile.TemporaryDirectory() as name:
        start = time.process_time()
        with Store(Path(name), grid) as store:
            run_locally(grid, store, 1, make=Metered)
        driver = time.process_time() - start
        with open_results(Path(name)) as connection:
            (last,) = connection.execute("SELECT max(json_extract(error, '$[0]')), error FROM runs")
    whole, episodes, preparation = json.loads(last[1])
    return episodes, whole - episodes - preparation, driver


def compare(runs: int) -> None:
    """Print what an experiment adds to the runs' own time."""
    grid = replace(parse_grid(GRID), runs=runs)
    prepare()
    print(f"{grid.total} runs at 1,000 rollouts, one worker; seconds of processor time")
    print(f"{'plain loop':>12}{'episodes':>12}{'worker':>12}{'driver':>12}{'added':>12}")
    for _ in range(ROUNDS):
        plain = plain_loop(grid)
        episodes, worker, driver = as_experiment(grid)
        share = f"{100 * (worker + driver) / episodes:.1f} %"
        print(
            f"{plain:>12.2f}{episodes:>12.2f}{worker:>12.3f}{driver:>12.3f}{share:>12}", flush=True
        )


def some_rows(unit: Unit) -> list[Row]:
    """Rows of the usual size that took no time."""
    pairs = zip(unit.runs, unit.seeds, strict=True)
    return [failed_row(unit.configuration.key, run, seed, "x" * 300) for run, seed in pairs]


def cluster_cost() -> None:
    """Print what a task of Dask costs, with a unit as its argument and 75 rows as its result."""
    from distributed import Client, LocalCluster  # noqa: PLC0415 (an extra)

    grid = replace(parse_grid(GRID), runs=ROWS)
    unit = Unit(grid.configurations[0], tuple(range(ROWS)), tuple(range(ROWS)), grid.limits)
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        client.gather([client.submit(some_rows, unit, pure=False) for _ in range(100)])
        start, clock = time.process_time(), time.perf_counter()
        futures = [client.submit(some_rows, unit, pure=False) for _ in range(TASKS)]
        for future in futures:
            future.result()
        spent, seconds = time.process_time() - start, time.perf_counter() - clock
    print(
        f"Dask: a task with {len(unit.runs)} rows costs the driver and its scheduler "
        f"{1000 * spent / TASKS:.1f} ms of processor time; {1000 * seconds / TASKS:.1f} ms by the "
        "clock"
    )


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--cluster", action="store_true", help="also the cost of a task of Dask")
    options = parser.parse_args()
    compare(options.runs)
    if options.cluster:
        cluster_cost()


if __name__ == "__main__":
    main()
