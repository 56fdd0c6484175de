"""The JSON that commands print conforms to docs/schemas."""

from __future__ import annotations

import json
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from lamp.execution import Episode, EpisodeEnd, episode_record
from lamp.search import Lamp
from tests.support.cli import LAMP, lamp, lamp_process
from tests.support.paths import ROOT
from tests.support.processes import LIMIT, Processes
from tests.support.stored_results import Stored, goals, write_store
from tests.support.tasks import benchmark_task

WITH_JSON = {"benchmarks", "check", "client", "exact", "experiment", "landmarks", "server", "solve"}
SCHEMAS = sorted((ROOT / "docs" / "schemas").glob("*.json"))
WRONG = "(define (domain d) (:predicates (p)) (:action a :effect (q)))"
COMMANDS = [
    ("check", ["check", "elevators:p2"]),
    ("check", ["check", "zenotravel:p1"]),
    ("check", ["check", str(ROOT / "examples" / "courier" / "domain.ppddl")]),
    ("check", ["check", "tireworld:cities=6,lengths=1"]),
    ("solve", ["solve", str(ROOT / "tests" / "data" / "everything.ppddl"), "--name", "empty"]),
    ("benchmarks", ["benchmarks", "triangle_tireworld"]),
    ("landmarks", ["landmarks", "elevators:p2"]),
    ("landmarks", ["landmarks", "zenotravel:p1"]),
    ("landmarks", ["landmarks", "elevators:p2", "--landmarks", "none"]),
    ("solve", ["solve", "elevators:p2", "--rollouts", "10"]),
    ("solve", ["solve", "zenotravel:p1"]),
    ("solve", ["solve", "triangle_tireworld:p1", "--rollouts", "5", "--runs", "1"]),
    ("solve", ["solve", "triangle_tireworld:p1", "--rollouts", "5", "--runs", "3"]),
    ("solve", ["solve", "triangle_tireworld:p2", "--planner", "sequential", "--rollouts", "5"]),
    ("exact", ["exact", "triangle_tireworld:p1"]),
    ("exact", ["exact", "exploding_blocksworld:p1", "--method", "search"]),
    ("error", ["check", "no-such-file"]),
    ("error", ["check", "WRONG"]),
    ("error", ["solve", "elevators:p2", "--greediness", "7"]),
    ("error", ["experiment", "status", "."]),
]


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((ROOT / f"docs/schemas/{name}.json").read_text("utf-8")))


def printed(*arguments: str, cwd: Path = ROOT) -> Any:
    return json.loads(lamp(*arguments, cwd=cwd).stdout)


def test_every_command_that_prints_json_has_a_schema() -> None:
    commands = {path.stem for path in (ROOT / "src/lamp/cli").glob("*.py")}
    with_option = {
        name for name in commands if '"--json"' in (ROOT / f"src/lamp/cli/{name}.py").read_text()
    }
    assert with_option == WITH_JSON
    assert WITH_JSON | {"report", "trace", "error"} == {path.stem for path in SCHEMAS}


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.stem)
def test_the_schemas_are_valid_json_schemas(path: Path) -> None:
    Draft202012Validator.check_schema(json.loads(path.read_text("utf-8")))


@pytest.mark.parametrize(
    ("schema", "arguments"),
    COMMANDS,
    ids=[" ".join(Path(word).name for word in arguments) for _, arguments in COMMANDS],
)
def test_the_json_of_a_command_conforms_to_its_schema(
    schema: str, arguments: list[str], tmp_path: Path
) -> None:
    (tmp_path / "WRONG").write_text(WRONG)
    validator(schema).validate(printed(*arguments, "--json", cwd=tmp_path))


@pytest.mark.slow
def test_the_json_of_an_experiment_and_its_report_conforms_to_their_schemas(tmp_path: Path) -> None:
    grid = 'problems = ["triangle_tireworld:p2"]\nruns = 3\n'
    (tmp_path / "grid.toml").write_text(
        f"{grid}[settings]\nrollouts = [5, 10]\ngreediness = [0, 1]\n"
    )
    run = ["experiment", "run", "grid.toml", "--out", "out", "--json"]
    done = lamp_process(*run, cwd=tmp_path, check=True)  # it starts processes
    validator("experiment").validate(json.loads(done.stdout))
    status = printed("experiment", "status", "out", "--json", cwd=tmp_path)
    validator("experiment").validate(status)
    validator("report").validate(printed("report", "out", "--format", "json", cwd=tmp_path))


def test_the_json_of_a_report_with_a_focused_column_conforms_to_its_schema(tmp_path: Path) -> None:
    meant: dict[str, dict[str, Any]] = {
        "UCT": {"greediness": 0.0},
        "auto": {"greediness": "auto"},
        "without backups": {"greediness": "auto", "backups": "mean", "dead_ends": 1},
    }
    stored = [
        Stored(goals(9, 10, 12), settings=settings, variant=name)
        for name, settings in meant.items()
    ]
    write_store(tmp_path, stored, runs=3)
    report = printed("report", ".", "--format", "json", cwd=tmp_path)
    validator("report").validate(report)
    del report["focus"]["total_duels"]["UCT"]["worse"]
    with pytest.raises(ValidationError):
        validator("report").validate(report)


@pytest.mark.slow
def test_the_json_of_client_and_server_conforms_to_their_schemas(processes: Processes) -> None:
    command = [*LAMP, "server", "triangle_tireworld:p1", "--port", "0", "--rounds", "2"]
    server = processes.start([*command, "--sessions", "1", "--json"], stdout=subprocess.PIPE)
    assert server.stdout
    first = json.loads(server.stdout.readline())
    address = f"{first['host']}:{first['port']}"
    play = ["client", address, "triangle_tireworld:p1", "--rollouts", "5", "--json"]
    validator("client").validate(printed(*play))
    lines = [first, *map(json.loads, server.stdout)]
    assert server.wait(LIMIT) == 0
    assert len(lines) == 2
    for line in lines:
        validator("server").validate(line)


def test_every_line_of_a_trace_conforms_to_its_schema(tmp_path: Path) -> None:
    command = ["solve", "elevators:p2", "--rollouts", "20", "--runs", "2", "--trace", "t.jsonl"]
    printed(*command, "--json", cwd=tmp_path)
    lines = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text("utf-8").splitlines()]
    assert {line["kind"] for line in lines} == {"start", "decision", "end"}
    for line in lines:
        validator("trace").validate(line)
    decision = next(line for line in lines if line["kind"] == "decision")
    for key in decision:
        incomplete = {name: value for name, value in decision.items() if name != key}
        with pytest.raises(ValidationError):
            validator("trace").validate(incomplete)


def test_the_json_of_an_interrupted_episode_conforms_to_its_schema() -> None:
    task = benchmark_task("elevators:p2")
    planner = Lamp(task, rollouts=10)
    decision = planner.decide(task.initial)
    episode = Episode(EpisodeEnd.INTERRUPTED, (), (), 0, 0, 0.0, final=decision)
    record = episode_record(episode, planner)
    assert record["decision"]["landmark"] == decision.landmark
    validator("solve").validate(record)
    del record["decision"]["greediness"]
    with pytest.raises(ValidationError):
        validator("solve").validate(record)


def test_a_schema_refuses_missing_additional_and_wrongly_typed_keys() -> None:
    solution = printed("exact", "triangle_tireworld:p1", "--json")
    for wrong in (solution | {"more": 1}, {**solution, "states": "many"}, {"states": 1}):
        with pytest.raises(ValidationError):
            validator("exact").validate(wrong)
