"""Rows and tables won, by LAMP and by UCT, in our results and in the paper."""

from __future__ import annotations

from pathlib import Path

from lamp.benchmarks import NAMES
from lamp.reporting import Report, make_report
from lamp.reporting.markdown import to_markdown
from lamp.reporting.page import to_html
from lamp.reporting.summary import totals, wins
from lamp.reporting.text import to_text
from tests.support.reports import cell, only_table
from tests.support.stored_results import GREEDINESS, Stored, figures, goals, write_store


def test_tables_count_the_published_wins(report: Report) -> None:
    assert [wins(table).published for table in report.tables] == [10, 9, 4, 6, 2, 0]


def test_published_wins_are_counted_in_the_rows_that_the_results_have(tmp_path: Path) -> None:
    stored = [
        cell([9, 9], rollouts=rollouts, greediness=greediness)
        for rollouts in (500, 1000, 2000)
        for greediness in GREEDINESS
    ]
    won = wins(only_table(write_store(tmp_path, stored, runs=2)))
    assert (won.published, won.published_rows) == (2, 3)


def test_wins_on_the_29_problems_with_costs_are_summed_up(tmp_path: Path) -> None:
    families = ("prob_blocksworld", "elevators", "zenotravel")
    names = [name for name in NAMES if name.partition(":")[0] in families]
    stored = [
        Stored(goals(*costs), name, settings={"greediness": greediness})
        for name in names
        for greediness, costs in ((0.0, (50, 51, 52)), (0.5, (10, 11, 12)))
    ]
    (total,) = totals(make_report(write_store(tmp_path, stored, runs=3)).tables)
    assert (total.rows, total.won_rows, total.won_tables) == (29, 29, 29)
    assert (total.published_tables, total.published_rows) == (25, 172)
    report = make_report(tmp_path)
    for text in (to_text(report), to_markdown(report), to_html(report)):
        assert "172 of 290" in text


def test_uct_wins_a_row_in_which_it_dominates_every_greediness(report: Report) -> None:
    assert wins(report.tables[-1]).uct >= 9  # triangle_tireworld:p2
    assert wins(report.tables[0]).uct == 0


def test_results_sampled_from_published_rates_rarely_differ_significantly(tmp_path: Path) -> None:
    made = make_report(write_store(tmp_path, figures(seed=3)))
    success = [wins(table) for table in made.tables[3:]]
    assert sum(row_wins.beside for row_wins in success) == 150
    # Drawn from the published rates: 5 % by chance, and exact tests give fewer.
    assert sum(row_wins.different for row_wins in success) <= 15
