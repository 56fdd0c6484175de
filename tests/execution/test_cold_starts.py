"""The first start after an installation: whatever runs at once, each kernel is compiled once."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from lamp.exact import KERNELS
from lamp.search import Lamp, Lrtdp, SequentialPlan
from tests.support.cli import LAMP, lamp_process
from tests.support.compilations import ColdStart
from tests.support.entry_points import only_compiled
from tests.support.experiments import TINY
from tests.support.processes import Processes, run_python

pytestmark = [only_compiled, pytest.mark.slow]

PROBLEM = "triangle_tireworld:p1"
LAMP_KERNELS = sorted(Lamp.kernels)
THREADS = """
from threading import Barrier, Thread
import lamp

task = lamp.load("triangle_tireworld:p1")
landmarks = lamp.find_landmarks(task)
barrier = Barrier(4)

def plan():
    barrier.wait()
    lamp.Lamp(task, landmarks).decide(task.initial)

threads = [Thread(target=plan) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""
CONSTRUCT = """
import os, sys
import lamp

task = lamp.load("triangle_tireworld:p1")
planner = getattr(lamp, sys.argv[1])(task)
os.environ["COMPILATIONS"] = os.devnull
assert planner.decide(task.initial).action
"""


@pytest.fixture
def cold(tmp_path: Path) -> ColdStart:
    return ColdStart(tmp_path)


def test_processes_for_several_runs_load_what_the_first_process_has_compiled(
    cold: ColdStart,
) -> None:
    arguments = ["solve", PROBLEM, "--runs", "4", "--jobs", "2"]
    lamp_process(*arguments, env=cold.environment, check=True)
    assert cold.compiled == LAMP_KERNELS


@pytest.mark.parametrize(
    "where",
    [["--jobs", "2"], pytest.param(["--cluster", "local"], marks=pytest.mark.needs("dask"))],
    ids=" ".join,
)
def test_workers_of_an_experiment_load_what_was_compiled_before(
    cold: ColdStart, tmp_path: Path, where: list[str]
) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(f'planner = ["lamp", "lrtdp"]\n{TINY.replace("paper = true", "")}')
    arguments = ["experiment", "run", str(grid), "--out", str(tmp_path / "results"), *where]
    lamp_process(*arguments, env=cold.environment, check=True)
    assert cold.compiled == sorted({*Lamp.kernels, *Lrtdp.kernels})


@pytest.mark.needs("dask")
def test_workers_of_a_cluster_compile_once_where_their_cache_is_the_same(cold: ColdStart) -> None:
    code = """
from distributed import Client, LocalCluster
from lamp.search import prepare

if __name__ == "__main__":
    with LocalCluster(n_workers=3, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            client.wait_for_workers(3)
            client.run(prepare)
"""
    run_python(code, env=cold.environment, check=True)
    assert cold.compiled == LAMP_KERNELS


def test_commands_that_start_at_once_compile_once(cold: ColdStart, processes: Processes) -> None:
    started = [
        processes.start(
            [*LAMP, command, PROBLEM, "--json"],
            env=cold.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for command in ("solve", "exact", "solve")
    ]
    errors = [process.communicate()[1] for process in started]
    assert [process.returncode for process in started] == [0, 0, 0], errors
    assert cold.compiled == sorted({*Lamp.kernels, *KERNELS})


def test_planners_that_threads_construct_at_once_compile_once(cold: ColdStart) -> None:
    run_python(THREADS, env=cold.environment, check=True)
    assert cold.compiled == LAMP_KERNELS


@pytest.mark.parametrize("planner", [Lamp, Lrtdp, SequentialPlan], ids=lambda kind: kind.__name__)
def test_the_constructor_of_a_planner_compiles_all_that_its_decisions_run(
    cold: ColdStart, planner: type[Lamp | Lrtdp | SequentialPlan]
) -> None:
    run_python(CONSTRUCT, planner.__name__, env=cold.environment, check=True)
    assert cold.compiled == sorted(planner.kernels)
