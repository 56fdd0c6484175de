"""`lamp solve --trace`: every decision with its evidence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.cli import lamp
from tests.support.tasks import benchmark_task


def test_a_trace_holds_every_decision_with_its_evidence(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    done = lamp("solve", "elevators:p2", "--trace", str(path), "--json")
    start, *decisions, end = [json.loads(line) for line in path.read_text().splitlines()]
    assert (start["kind"], end["kind"]) == ("start", "end")
    assert [decision["action"] for decision in decisions] == json.loads(done.stdout)["actions"]
    first = decisions[0]
    assert {landmark["landmark"] for landmark in first["landmarks"]} <= set(first["remaining"])
    best = max(action["value"] for action in first["actions"])
    assert first["action"] in [
        action["action"] for action in first["actions"] if action["value"] == best
    ]
    for line in decisions:
        alpha = line["greediness"]
        assert 0 < alpha < 0.5
        for action in line["actions"]:
            mixed = alpha * action["subgoal"]["value"] + (1 - alpha) * action["goal"]["value"]
            assert action["value"] == pytest.approx(mixed)
        assert line["landmark"] in line["remaining"]
    state = set(start["initial"])
    for decision in decisions:
        state = state - set(decision["deleted"]) | set(decision["added"])
    task = benchmark_task("elevators:p2")
    assert task.is_goal(
        frozenset(fact for fact, atom in enumerate(task.atoms) if str(atom) in state)
    )


def test_a_trace_that_cannot_be_written_is_refused_before_anything_is_planned(
    tmp_path: Path,
) -> None:
    done = lamp("solve", "elevators:p2", "--trace", str(tmp_path / "no" / "trace"))
    assert (done.returncode, done.stdout) == (74, "")
    assert "trace" in done.stderr


def test_a_trace_contains_no_nan_or_infinity(tmp_path: Path) -> None:
    path = tmp_path / "trace"
    lamp("solve", "elevators:p2", "--goal-utility", "1e9", "--budget", "2", "--trace", str(path))
    for line in path.read_text().splitlines():
        json.loads(line, parse_constant=pytest.fail)


@pytest.mark.parametrize("options", [[], ["--runs", "2"]])
def test_without_a_trace_no_record_of_it_is_made(
    options: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("start_record", "step_record", "end_record"):
        monkeypatch.setattr(f"lamp.execution.{name}", lambda *_: pytest.fail("a record is made"))
    assert lamp("solve", "elevators:p2", "--rollouts", "20", *options).returncode == 0
