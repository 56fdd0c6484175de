"""`--planner module:Class`: planners that are not part of lamp."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.cli import lamp, lamp_process
from tests.support.paths import EXAMPLES

RANDOM_WALK = "random_walk:RandomWalk"


def test_solve_runs_a_planner_of_another_module(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES / "planner")
    arguments = ["solve", "triangle_tireworld:p1", "--planner", RANDOM_WALK, "--seed", "1"]
    done = lamp(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["outcome"] == "goal"
    assert lamp(*arguments, "--json").stdout.partition('"seconds"')[0] in done.stdout


@pytest.mark.slow
def test_processes_for_several_runs_import_the_module_of_the_planner(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    done = lamp_process(
        *("solve", "triangle_tireworld:p1", "--planner", RANDOM_WALK),
        *("--runs", "2", "--jobs", "2", "--json", "--trace", str(trace)),
        env={"PYTHONPATH": str(EXAMPLES / "planner")},
    )
    assert json.loads(done.stdout)["runs"] == 2
    assert '"planner": "RandomWalk"' in trace.read_text("utf-8")


def test_a_planner_that_does_not_exist_is_refused_with_the_names_of_all_planners() -> None:
    done = lamp("solve", "triangle_tireworld:p1", "--planner", "best")
    assert done.returncode == 2
    assert "there is no planner 'best'" in done.stderr
    assert "lamp, uct, sequential, sequential-exact, lrtdp" in done.stderr


def test_the_help_of_solve_describes_all_planners() -> None:
    text = " ".join(lamp("solve", "--help").stdout.split())
    assert "--planner NAME|MODULE:CLASS lamp (LAMP: landmarks as subgoals" in text
    assert "; uct (UCT: no landmarks); sequential (" in text
