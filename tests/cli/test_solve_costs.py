"""`lamp solve` on problems with costs: steps, ends, summaries, traces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.support.cli import Done, lamp
from tests.support.cost_tasks import DOOR_DOMAIN, DOOR_PROBLEM, GAMBLE_DOMAIN, GAMBLE_PROBLEM
from tests.support.paths import ROOT


def conforms(name: str, record: object) -> None:
    schema = json.loads((ROOT / f"docs/schemas/{name}.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(record)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files `doors` and `gamble`."""
    (tmp_path / "doors").write_text(DOOR_DOMAIN + DOOR_PROBLEM)
    (tmp_path / "gamble").write_text(GAMBLE_DOMAIN + GAMBLE_PROBLEM)
    return tmp_path


def solved(folder: Path, name: str, *options: str) -> Done:
    return lamp("solve", name, "--rollouts", "30", *options, cwd=folder)


def record(folder: Path, *options: str) -> dict[str, Any]:
    printed: dict[str, Any] = json.loads(solved(folder, "doors", "--json", *options).stdout)
    conforms("solve", printed)
    return printed


def test_solve_takes_the_cheaper_way_and_shows_the_cost_of_each_step(folder: Path) -> None:
    lines = solved(folder, "doors").stdout.splitlines()
    assert [line.split()[1] for line in lines[:2]] == ["(knock)", "(enter)"]
    assert "  cost 3 " in lines[0]
    assert "  cost 2.5 " in lines[1]
    assert lines[2].startswith("the goal is reached after 2 actions, cost 5.5; ")


def test_solve_shows_no_costs_where_every_step_costs_one(folder: Path) -> None:
    done = solved(folder, "doors", "--unit-costs")
    assert "cost" not in done.stdout
    assert done.stdout.splitlines()[0].split()[1] == "(open)"


def test_the_summary_of_several_runs_has_cost_and_length(folder: Path) -> None:
    lines = solved(folder, "gamble", "--runs", "8", "--budget", "2").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["runs", "success", "cost", "length", "at"]


def test_the_json_of_costs_conforms_to_its_schema(folder: Path) -> None:
    single = record(folder)
    assert (single["cost"], single["length"], single["costs"]) == (5.5, 2, [3, 2.5])
    assert single["reward"] == 14.5
    several = record(folder, "--runs", "3")
    assert (several["mean_cost"], several["mean_length"]) == (5.5, 2)


def test_a_trace_has_the_cost_of_each_step_and_of_the_episode(folder: Path) -> None:
    solved(folder, "doors", "--trace", "t.jsonl")
    lines = [json.loads(line) for line in (folder / "t.jsonl").read_text("utf-8").splitlines()]
    assert [line.get("cost") for line in lines] == [None, 3, 2.5, 5.5]
    for line in lines:
        conforms("trace", line)


def test_the_cost_budget_is_an_option(folder: Path) -> None:
    done = solved(folder, "doors", "--cost-budget", "5", "--json")
    assert (done.returncode, json.loads(done.stdout)["outcome"]) == (5, "budget")
