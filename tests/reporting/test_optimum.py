"""Optimal values beside the results."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lamp.errors import ReportError
from lamp.reporting import Choices, Metric, Report, make_report
from tests.support.reports import cell, only_table
from tests.support.stored_results import write_store


def test_the_distance_to_the_optimum_is_positive_where_results_are_worse(report: Report) -> None:
    table = report.tables[1]
    assert table.optimum == 11.0
    worst = table.cells[0, 0]
    assert worst.distance == pytest.approx(worst.value - 11)
    assert report.tables[0].cells[0, 0].distance is None


def test_the_expected_cost_is_no_optimum_if_the_goal_probability_is_below_1(tmp_path: Path) -> None:
    made = write_store(tmp_path, [cell([9, 9])], runs=2)
    optima = {"elevators:p5": {"max_probability": 0.5, "expected_cost": 3}}
    (made / "optimum.json").write_text(json.dumps(optima))
    assert only_table(made).optimum is None
    assert only_table(made, Choices(metric=Metric.SUCCESS)).optimum == 0.5


@pytest.mark.parametrize("text", ["[]", "{", '{"a": 1}', '{"a": {"expected_cost": "x"}}', "NaN"])
def test_a_wrong_file_of_optima_is_refused(folder: Path, tmp_path: Path, text: str) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(text)
    with pytest.raises(ReportError, match=r"wrong\.json"):
        make_report(folder, optimum=path)
