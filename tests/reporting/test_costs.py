"""Reports of runs whose costs are not the number of their actions."""

from __future__ import annotations

from pathlib import Path

import pytest

from lamp.reporting import Choices, Metric, Show, make_report
from lamp.reporting.formatting import caption
from lamp.reporting.page import to_html
from lamp.reporting.text import to_text
from tests.support.cli import lamp
from tests.support.reports import cell, only_table
from tests.support.stored_results import Run, Stored, write_store

LENGTHS = Choices(metric=Metric.LENGTH)


@pytest.fixture
def road(tmp_path: Path) -> Path:
    """Two columns: a short way that is dear, and a long one that is cheap."""
    dear = [Run("goal", 20.5, length=2), Run("goal", 22.5, length=2), Run("goal", 21, length=2)]
    cheap = [Run("goal", 6.5, length=5), Run("goal", 7, length=6), Run("budget", 90, length=200)]
    stored = [
        Stored(dear, "road", settings={"greediness": 0.0, "cost_budget": 80.0}),
        Stored(cheap, "road", settings={"greediness": 0.5, "cost_budget": 80.0}),
    ]
    return write_store(tmp_path / "road", stored, runs=3)


def test_cost_and_length_are_tables_of_their_own(road: Path) -> None:
    costs, lengths = (only_table(road, Choices(metric=m)) for m in (Metric.COST, Metric.LENGTH))
    means = [[table.cells[0, column].value for column in (0, 1)] for table in (costs, lengths)]
    assert means[0] == pytest.approx([64 / 3, (6.5 + 7 + 80) / 3])
    assert means[1] == pytest.approx([2, (5 + 6 + 200) / 3])


def test_a_caption_says_which_of_them_a_table_shows(road: Path) -> None:
    table = only_table(road, LENGTHS)
    assert caption(table).startswith("road: average length (lower is better)")
    assert caption(table, Show.INTERVAL).startswith("road: average length, intervals")


def test_lengths_are_an_option_of_the_command(road: Path) -> None:
    done = lamp("report", str(road), "--metric", "length")
    assert "average length" in done.stdout
    assert "average cost" in lamp("report", str(road)).stdout


def test_the_page_says_what_a_cost_is_where_it_is_not_the_length(
    road: Path, tmp_path: Path
) -> None:
    assert "Cost is the sum of what the actions of a run cost" in to_html(make_report(road))
    write_store(tmp_path / "unit", [cell([9, 10, 200])], runs=3)
    assert "Cost is the number of actions" in to_html(make_report(tmp_path / "unit"))


def test_an_optimum_of_costs_is_none_of_lengths(road: Path) -> None:
    (road / "optimum.json").write_text('{"road": {"max_probability": 1, "expected_cost": 6.25}}')
    assert only_table(road).optimum == 6.25
    assert only_table(road, LENGTHS).optimum is None


def test_costs_below_one_have_two_digits(tmp_path: Path) -> None:
    runs = [Run("goal", cost, length=9) for cost in (0.0123, 0.0124, 0.0125)]
    write_store(tmp_path, [Stored(runs, "p")], runs=3)
    assert "0.012" in to_text(make_report(tmp_path), [Show.RESULT])
    assert only_table(tmp_path).decimals == 3
    assert only_table(tmp_path, LENGTHS).decimals == 1


def test_great_costs_are_averaged(tmp_path: Path) -> None:
    runs = [Run("goal", cost, length=3) for cost in (4 * 10**18, 6 * 10**18, 5 * 10**18)]
    write_store(tmp_path, [Stored(runs, "p")], runs=3)
    sample = only_table(tmp_path).cells[0, 0].statistics.costs
    assert sample.mean == pytest.approx(5e18)
    assert sample.variance == pytest.approx(1e36)
