"""`lamp solve`: steps, summaries, exit codes, settings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lamp.search import PAPER, SearchSettings
from tests.support.cli import LAMP, lamp
from tests.support.processes import Processes
from tests.support.terminal import opened_terminal


def test_solve_prints_its_steps_and_ends_with_0_at_the_goal() -> None:
    done = lamp("solve", "triangle_tireworld:p2", "--greediness", "0")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("the goal is reached after")


def test_solve_prints_json_with_the_documented_keys() -> None:
    printed = json.loads(lamp("solve", "elevators:p5", "--json").stdout)
    assert set(printed) == {
        *("outcome", "cost", "length", "actions", "landmarks", "seconds", "rollouts"),
        *("rollouts_per_second", "states", "warnings"),
    }
    assert printed["outcome"] == "goal"
    assert printed["cost"] == len(printed["actions"])


@pytest.mark.parametrize(
    ("arguments", "code", "outcome"),
    [
        (["zenotravel:p2", "--budget", "3"], 5, "budget"),
        (["triangle_tireworld:p2", "--paper", "--greediness", "1", "--seed", "1"], 4, "dead_end"),
    ],
)
def test_the_exit_code_of_solve_depends_on_how_the_episode_ended(
    arguments: list[str], code: int, outcome: str
) -> None:
    done = lamp("solve", *arguments, "--json")
    assert done.returncode == code
    assert json.loads(done.stdout)["outcome"] == outcome


def test_several_runs_give_means_with_intervals() -> None:
    arguments = ["solve", "triangle_tireworld:p1", "--runs", "5", "--greediness", "0", "--json"]
    printed = json.loads(lamp(*arguments).stdout)
    assert printed["runs"] == len(printed["episodes"]) == 5
    assert printed["success_rate"] == 1.0
    low, high = printed["mean_cost_interval"]
    assert low <= printed["mean_cost"] <= high
    assert printed["cost"] == printed["episodes"][0]["cost"]


def test_a_single_run_has_no_interval_of_cost() -> None:
    printed = json.loads(lamp("solve", "triangle_tireworld:p1", "--runs", "1", "--json").stdout)
    assert (printed["runs"], printed["mean_cost_interval"]) == (1, None)


@pytest.mark.slow
def test_solve_shows_the_last_decision_and_its_greediness_on_a_terminal(
    processes: Processes,
) -> None:
    command = [*LAMP, "solve", "elevators:p2", "--rollouts", "20", "--greediness", "0.3"]
    with opened_terminal() as terminal:
        processes.start(command, stdout=terminal.line, env={"TERM": "xterm", "COLUMNS": "200"})
        seen = terminal.read_all()
    assert "Q landmark" in seen
    assert " · α = 0.3 · " in seen


@pytest.mark.parametrize(
    ("actions", "init", "goal", "code", "words"),
    [
        ("(:action x :precondition (b) :effect (a))", "(a)", "(a)", 0, "holds already"),
        ("(:action x :precondition (b) :effect (a))", "", "(a)", 4, "no action is applicable"),
        ("(:action x :effect (b))", "", "(a)", 4, "there is no plan"),
        (
            "(:action x :precondition (b) :effect (and (a) (not (b))))",
            *("(b)", "(and (a) (b))", 4, "there is no plan"),
        ),
    ],
)
def test_solve_explains_why_there_is_nothing_to_plan(
    tmp_path: Path, actions: str, init: str, goal: str, code: int, words: str
) -> None:
    path = tmp_path / "both.ppddl"
    domain = f"(define (domain d) (:predicates (a) (b)) {actions})"
    path.write_text(f"{domain} (define (problem p) (:domain d) (:init {init}) (:goal {goal}))")
    done = lamp("solve", str(path))
    assert done.returncode == code
    assert words in done.stdout
    assert words in json.loads(lamp("solve", str(path), "--json").stdout)["note"]


def test_solve_reports_that_memory_is_full() -> None:
    done = lamp(
        *("solve", "zenotravel_released:p5", "--rollouts", "20000"),
        *("--megabytes", "8", "--budget", "1"),
    )
    assert done.returncode == 5
    assert "memory is full" in done.stdout


def test_jobs_without_runs_are_refused() -> None:
    done = lamp("solve", "elevators:p2", "--jobs", "2")
    assert done.returncode == 2
    assert "--runs" in done.stderr


def test_a_wrong_setting_is_refused_with_its_range() -> None:
    done = lamp("solve", "tireworld:p1", "--greediness", "2")
    assert done.returncode == 2
    assert "from 0 to 1" in done.stderr


def test_greediness_is_a_number_or_auto_on_the_command_line() -> None:
    assert "--greediness [auto|FLOAT]" in lamp("solve", "--help").stdout
    wrong = lamp("solve", "elevators:p2", "--greediness", "much")
    assert wrong.returncode == 2
    assert "Invalid value for '--greediness': 'much' is neither auto nor a number" in wrong.stderr
    beyond = lamp("solve", "elevators:p2", "--greediness", "2")
    assert beyond.returncode == 2
    assert "auto, or from 0 to 1" in beyond.stderr


def test_the_option_paper_sets_all_settings_that_are_not_given_to_the_paper_s(
    tmp_path: Path,
) -> None:
    path = tmp_path / "trace.jsonl"
    arguments = ["solve", "triangle_tireworld:p1", "--rollouts", "5", "--trace", str(path)]
    lamp(*arguments, "--paper", "--backups", "bellman")
    settings = json.loads(path.read_text("utf-8").splitlines()[0])["settings"]
    expected = SearchSettings.paper(rollouts=5, backups="bellman")
    assert {name: settings[name] for name in PAPER} == {
        name: getattr(expected, name) for name in PAPER
    }
