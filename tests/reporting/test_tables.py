"""Cells of tables: their values, the best of a row, and what is significant."""

from __future__ import annotations

from pathlib import Path

import pytest

from lamp.reporting import Choices, Metric, Report, make_report
from lamp.reporting.text import to_text
from tests.support.reports import cell, only_table
from tests.support.stored_results import Run, Stored, goals, write_store


def test_a_run_that_misses_the_goal_counts_with_the_cost_of_the_budget(tmp_path: Path) -> None:
    runs = [Run("goal", 10), Run("dead_end", 3), Run("budget", 50)]
    table = only_table(
        write_store(tmp_path, [Stored(runs, "x", settings={"budget": 50})], runs=3),
        Choices(metric=Metric.COST),
    )
    assert table.cells[0, 0].value == pytest.approx((10 + 50 + 50) / 3)
    assert table.cells[0, 0].statistics.actions == 63


def test_failed_runs_are_counted_apart_and_not_in_cells(tmp_path: Path) -> None:
    runs = [*goals(10, 12), Run("failed", None, None, "out of memory")]
    made = make_report(write_store(tmp_path, [Stored(runs)], runs=3))
    assert made.tables[0].cells[0, 0].value == 11
    assert (made.done, made.failed, made.planned) == (2, 1, 3)
    assert made.results.failures == [("out of memory", 1)]
    assert "1 failed" in to_text(made)


def test_several_cells_of_a_row_can_be_the_best(tmp_path: Path) -> None:
    stored = [
        cell(costs, greediness=greediness)
        for greediness, costs in enumerate(([9, 9], [7, 8], [8, 7]))
    ]
    table = only_table(write_store(tmp_path, stored, runs=2))
    assert [cell_of_row.best for cell_of_row in table.row(0) if cell_of_row] == [False, True, True]


def test_the_level_is_divided_by_the_comparisons_of_a_row(report: Report) -> None:
    assert {table.level for table in report.tables} == {0.0125}


def test_a_significant_comparison_distinguishes_better_from_worse(tmp_path: Path) -> None:
    stored = [
        cell([50, 51, 52, 53], greediness=0.0),
        cell([10, 11, 12, 13], greediness=0.5),
        cell([90, 91, 92, 93], greediness=1.0),
    ]
    _, better, worse = only_table(write_store(tmp_path, stored, runs=4)).row(0)
    assert [
        cell_of_row.comparison[1:]
        for cell_of_row in (better, worse)
        if cell_of_row and cell_of_row.comparison
    ] == [
        (True, False),
        (False, True),
    ]


def test_the_metric_of_a_table_is_that_of_the_paper_s_figure(report: Report) -> None:
    assert [table.metric for table in report.tables] == [Metric.COST] * 3 + [Metric.SUCCESS] * 3


@pytest.mark.parametrize(("end", "metric"), [("dead_end", Metric.SUCCESS), ("budget", Metric.COST)])
def test_problems_outside_the_paper_show_success_where_there_are_dead_ends(
    tmp_path: Path, end: str, metric: Metric
) -> None:
    stored = [Stored([Run(end, 5)], "mine", settings={"greediness": 0.0})]
    stored.append(Stored(goals(3), "mine", settings={"greediness": 1.0}))
    assert only_table(write_store(tmp_path, stored, runs=1)).metric is metric


def test_the_metric_can_be_chosen(folder: Path) -> None:
    made = make_report(folder, Choices(metric=Metric.SUCCESS))
    assert {table.metric for table in made.tables} == {Metric.SUCCESS}
    assert made.tables[0].published is None  # the paper gives costs
