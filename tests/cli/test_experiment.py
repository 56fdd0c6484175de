"""`lamp experiment`: the command."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from subprocess import PIPE

import pytest

from lamp.experiments.grid_file import parse_grid
from lamp.experiments.rows import failed_row
from lamp.experiments.store import Store
from lamp.results import read_status
from tests.support.cli import lamp
from tests.support.experiments import SMALL, TINY, made_up_rows, run_command, wait_for_rows
from tests.support.processes import LIMIT, Processes, group_members, wait_until


def test_status_reports_finished_and_failed_runs(tmp_path: Path) -> None:
    tiny = parse_grid(TINY)
    with Store(tmp_path, tiny) as store:
        store.add([*made_up_rows(tiny, 2), failed_row(tiny.configurations[1].key, 0, 1, "why not")])
    done = lamp("experiment", "status", str(tmp_path))
    assert done.returncode == 0
    assert "triangle_tireworld:p1" in done.stdout
    assert "3 of 6 runs" in done.stdout
    assert "why not" in done.stdout
    shown = json.loads(lamp("experiment", "status", str(tmp_path), "--json").stdout)
    assert (shown["done"], shown["failed"], shown["total"]) == (3, 1, 6)


def test_a_folder_without_results_is_an_error(tmp_path: Path) -> None:
    done = lamp("experiment", "status", str(tmp_path))
    assert done.returncode == 1
    assert "holds no results" in done.stderr


def test_run_without_a_grid_and_without_a_preset_is_an_error(tmp_path: Path) -> None:
    done = lamp("experiment", "run", "--out", str(tmp_path))
    assert done.returncode == 2
    assert "--preset" in done.stderr


@pytest.mark.slow
@pytest.mark.needs("linux")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_experiment_prints_how_to_resume_and_leaves_no_process(
    tmp_path: Path, processes: Processes, number: signal.Signals, code: int
) -> None:
    grid, folder = tmp_path / "grid.toml", tmp_path / "results"
    grid.write_text(SMALL.replace("runs = 4", "runs = 100000"))
    process = processes.start(run_command(grid, folder, jobs=2), stdout=PIPE, stderr=PIPE)
    assert wait_for_rows(folder, 5, process), process.communicate()
    process.send_signal(number)
    _, messages = process.communicate(timeout=LIMIT)
    assert process.returncode == code, messages
    assert "the same command goes on" in messages
    wait_until(lambda: not group_members(process.pid), "the workers to end")
    assert read_status(folder).done >= 5
