"""`lamp exact`."""

from __future__ import annotations

import json
import re

import pytest

from lamp.cli import progress
from lamp.cli.progress import Waiting
from tests.support.cli import lamp
from tests.support.clock import Clock


def test_exact_prints_json_on_request() -> None:
    done = lamp("exact", "triangle_tireworld:p1", "--json")
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    assert printed.keys() >= {
        *("states", "dead_ends", "max_probability", "expected_cost", "gubs_utility"),
        *("error_bound", "seconds"),
    }
    assert (printed["states"], printed["dead_ends"]) == (80, 2)
    assert printed["expected_cost"] == pytest.approx(6.25, abs=1e-9)


def test_exact_prints_a_line_for_each_value() -> None:
    done = lamp("exact", "triangle_tireworld:p1", "--budget", "50")
    assert [line.split()[0] for line in done.stdout.splitlines()] == [
        *("problem", "states", "goal", "cost", "utility", "time"),
    ]


def test_exact_prints_costs_with_their_unit() -> None:
    done = lamp("exact", "tireworld:cities=8,seed=1,lengths=1")
    cost = next(line for line in done.stdout.splitlines() if line.startswith("cost"))
    assert re.search(r"81 ± .* expected cost \(1\.92857 units of 42\)", cost)
    printed = json.loads(lamp("exact", "tireworld:cities=8,seed=1,lengths=1", "--json").stdout)
    assert (printed["cost_unit"], printed["notes"]) == (42, [])
    assert printed["expected_cost"] == pytest.approx(81, abs=1e-9)


def test_exact_prints_the_solution_found_by_search() -> None:
    done = lamp("exact", "tireworld:p13", "--method", "search")
    assert "met by search" in done.stdout
    assert "2.8 ± " in done.stdout


def test_exact_prints_bounds_where_a_limit_ends_a_search() -> None:
    options = ["--method", "search", "--max-states", "20"]
    printed = json.loads(lamp("exact", "prob_blocksworld:p6", *options, "--json").stdout)
    assert printed["expected_cost"] is None
    assert printed["error_bound"] is None
    low, high = printed["bounds"]["gubs_utility"]
    assert low <= 1.0620766 <= high
    text = lamp("exact", "prob_blocksworld:p6", *options).stdout
    assert "a limit was reached" in text


def test_exact_ends_with_code_3_when_there_are_more_states_than_max_states() -> None:
    options = ["--max-states", "100", "--method", "enumeration"]
    done = lamp("exact", "triangle_tireworld:p2", *options)
    assert done.returncode == 3
    assert "--max-states" in done.stderr


@pytest.fixture
def each_sign_of_life_takes_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    monkeypatch.setattr(Waiting, "say", lambda _, text: clock.tick(text))


@pytest.mark.usefixtures("each_sign_of_life_takes_a_second")
def test_exact_prints_the_bounds_it_has_when_the_time_is_over() -> None:
    done = lamp("exact", "elevators:p1", "--seconds", "100", "--method", "search", "--json")
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    assert printed["limit"] == "seconds"
    low, high = printed["bounds"]["gubs_utility"]
    assert low <= 1.2725317930 <= high
    assert low < high
    text = lamp("exact", "elevators:p1", "--seconds", "100", "--method", "search").stdout
    assert "the time was over" in text
    assert " to " in text


@pytest.mark.usefixtures("each_sign_of_life_takes_a_second")
def test_exact_ends_with_code_3_when_the_time_is_over_before_anything_is_known() -> None:
    options = ["--seconds", "4", "--method", "enumeration"]
    done = lamp("exact", "triangle_tireworld:p2", *options)
    assert done.returncode == 3
    assert done.stderr.startswith("the time of")
    assert "--seconds" in done.stderr


@pytest.mark.usefixtures("each_sign_of_life_takes_a_second")
def test_the_time_of_exact_includes_grounding(large_file: str) -> None:
    done = lamp("exact", large_file, "--seconds", "3")
    assert done.returncode == 3
    assert "was over: grounding" in done.stderr


def test_where_stderr_is_no_terminal_lines_say_how_far_exact_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.005)
    done = lamp("exact", "triangle_tireworld:p3", "--method", "enumeration")
    assert done.returncode == 0
    lines = done.stderr.splitlines()
    assert any(re.search(r"[\d,]+ states", line) for line in lines)
    assert all(re.search(r" \(\d+ s\)$", line) for line in lines)
