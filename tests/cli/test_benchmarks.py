"""`lamp benchmarks`: the list of the paper's problems."""

from __future__ import annotations

import json

import pytest

from lamp.benchmarks import NAMES
from tests.support.cli import lamp


@pytest.mark.slow  # it grounds all problems
def test_the_list_has_all_problems_with_their_sizes() -> None:
    done = lamp("benchmarks")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert len(lines) == 1 + len(NAMES)
    (row,) = [line for line in lines if line.startswith("elevators:p13 ")]
    assert row.split()[1:5] == ["27", "66", "105", "30"]


def test_benchmarks_lists_the_paper_s_results_where_they_were_published() -> None:
    done = lamp("benchmarks", "prob_blocksworld")
    (row,) = [line for line in done.stdout.splitlines() if "UCT" in line]
    assert row.startswith("prob_blocksworld:p5")
    assert row.endswith("average cost at 100 rollouts: UCT 113.4, LAMP 42.1 (α 0.2)")


def test_the_list_is_printed_as_json_on_request() -> None:
    rows = json.loads(lamp("benchmarks", "triangle_tireworld", "--json").stdout)
    assert [row["name"] for row in rows] == [f"triangle_tireworld:p{i}" for i in range(1, 6)]
    assert all(row["landmarks"] == row["paper"]["landmarks"] for row in rows)
    assert rows[1]["paper"]["result"]["rollouts"]["5000"][0] == 1.0
    assert rows[0]["paper"]["result"] is None


def test_an_unknown_family_is_reported_with_the_nearest() -> None:
    done = lamp("benchmarks", "elevator", "--json")
    assert done.returncode == 2
    assert "Did you mean elevators?" in done.stderr
    assert json.loads(done.stdout)["error"]["kind"] == "SettingsError"
