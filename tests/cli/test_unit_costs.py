"""`--unit-costs` at every command that loads a problem, and what is said of costs without it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lamp.experiments.grid_file import parse_grid
from tests.support.cli import lamp

WARNING = "there is no metric: total-cost counts"
DOORS = """
(define (domain doors) (:requirements :action-costs)
  (:predicates (out) (hall))
  (:action window :effect (and (out) (increase (total-cost) 10)))
  (:action corridor :effect (and (hall) (increase (total-cost) 3)))
  (:action door :precondition (hall) :effect (and (out) (increase (total-cost) 2))))
(define (problem home) (:domain doors) (:goal (out)))
"""


@pytest.fixture
def doors(tmp_path: Path) -> str:
    path = tmp_path / "doors.ppddl"
    path.write_text(DOORS)
    return str(path)


@pytest.mark.parametrize("command", ["solve", "exact"])
def test_warnings_are_shown_and_in_json_unless_costs_are_left_out(command: str, doors: str) -> None:
    done = lamp(command, doors, "--json")
    (warning,) = json.loads(done.stdout)["warnings"]
    assert WARNING in warning
    assert done.stderr.splitlines() == [f"warning: {warning}"]
    done = lamp(command, doors, "--json", "--unit-costs")
    assert json.loads(done.stdout)["warnings"] == []
    assert done.stderr == ""


def test_landmarks_warn_too(doors: str) -> None:
    assert WARNING in lamp("landmarks", doors).stderr
    assert lamp("landmarks", doors, "--unit-costs").stderr == ""


def test_check_tells_costs(doors: str) -> None:
    out = lamp("check", doors).stdout
    assert "costs      2 to 10 an action, typically 3\n" in out
    assert WARNING in out
    out = lamp("check", doors, "--unit-costs").stdout
    assert "costs      every action costs 1\n" in out
    assert out.endswith("warnings   none\n")


def test_export_leaves_costs_out(doors: str) -> None:
    assert "(increase (total-cost) 10)" in lamp("export", doors).stdout
    assert "cost" not in lamp("export", doors, "--unit-costs").stdout


def test_a_grid_with_unit_costs_has_other_runs_and_no_warnings(doors: str) -> None:
    entry = f"problems = [{{domain = {doors!r}}}]"
    usual, unit = parse_grid(entry), parse_grid(f"{entry}\nunit_costs = true")
    assert [WARNING in warning for warning in usual.warnings] == [True]
    assert unit.warnings == []
    assert unit.configurations[0].key != usual.configurations[0].key
    assert unit.configurations[0].problem.task().has_unit_costs
    assert not usual.configurations[0].problem.task().has_unit_costs


def test_unit_costs_change_no_run_of_a_problem_without_costs() -> None:
    entry = 'problems = ["elevators:p1"]'
    usual, unit = parse_grid(entry), parse_grid(f"{entry}\nunit_costs = true")
    assert unit.configurations == usual.configurations
