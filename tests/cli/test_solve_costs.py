"""`lamp solve` on problems with costs: steps, ends, summaries, traces."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from lamp.cli.problem import Given
from lamp.task import Task
from tests.support.cli import Done, lamp
from tests.support.cost_tasks import door_task, gamble_task
from tests.support.paths import ROOT


def conforms(name: str, record: object) -> None:
    schema = json.loads((ROOT / f"docs/schemas/{name}.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(record)


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Task:
    """Makes every problem the one of the doors."""
    task = door_task(goal_reward=20)
    monkeypatch.setattr(Given, "task", lambda *_: task)
    return task


@pytest.fixture
def gamble(monkeypatch: pytest.MonkeyPatch) -> Task:
    """Makes every problem a gamble."""
    task = gamble_task()
    monkeypatch.setattr(Given, "task", lambda *_: task)
    return task


def solved(*options: str, cwd: Path = ROOT) -> Done:
    return lamp("solve", "elevators:p2", "--rollouts", "30", *options, cwd=cwd)


@pytest.mark.usefixtures("door")
def test_solve_takes_the_cheaper_way_and_shows_the_cost_of_each_step() -> None:
    lines = solved().stdout.splitlines()
    assert [line.split()[1] for line in lines[:2]] == ["(knock)", "(enter)"]
    assert "  cost 3 " in lines[0]
    assert "  cost 2.5 " in lines[1]
    assert lines[2].startswith("the goal is reached after 2 actions, cost 5.5; ")


def test_solve_shows_no_costs_where_every_step_costs_one() -> None:
    assert "cost" not in solved().stdout


@pytest.mark.usefixtures("gamble")
def test_the_summary_of_several_runs_has_cost_and_length() -> None:
    lines = solved("--runs", "8", "--budget", "2").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["runs", "success", "cost", "length", "at"]


@pytest.mark.usefixtures("door")
def test_the_json_of_costs_conforms_to_its_schema(tmp_path: Path) -> None:
    single = json.loads(solved("--json", "--trace", "t.jsonl", cwd=tmp_path).stdout)
    conforms("solve", single)
    assert (single["cost"], single["costs"], single["reward"]) == (5.5, [3, 2.5], 14.5)
    lines = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text("utf-8").splitlines()]
    assert [line.get("cost") for line in lines] == [None, 3, 2.5, 5.5]
    for line in lines:
        conforms("trace", line)
    several = json.loads(solved("--json", "--runs", "3").stdout)
    conforms("solve", several)
    assert (several["mean_cost"], several["mean_length"]) == (5.5, 2)


@pytest.mark.usefixtures("door")
def test_the_cost_budget_is_an_option() -> None:
    done = solved("--cost-budget", "5", "--json")
    assert (done.returncode, json.loads(done.stdout)["outcome"]) == (5, "budget")
