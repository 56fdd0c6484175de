"""Which settings the rows, the columns and the tables of a report vary."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from lamp.errors import SettingsError
from lamp.reporting import Axes, Choices, make_report
from lamp.reporting.records import to_csv
from lamp.reporting.summary import wins
from tests.support.reports import BEYOND_PAPER, HIGH, LOW, MIDDLE, cell, only_table, variants
from tests.support.stored_results import GREEDINESS, Stored, goals, write_store


def test_every_other_setting_that_varies_makes_a_table_with_its_name(tmp_path: Path) -> None:
    stored = [
        cell([9, 9], tree_growth=growth, greediness=greediness)
        for growth in ("full", "expand")
        for greediness in GREEDINESS
    ]
    made = make_report(write_store(tmp_path, stored, runs=2))
    assert [table.besides for table in made.tables] == ["tree_growth full", "tree_growth expand"]


def test_rows_and_columns_can_be_chosen(tmp_path: Path) -> None:
    stored = [
        cell([9, horizon], horizon=horizon, tree_growth=growth)
        for horizon in (10, 20)
        for growth in ("full", "expand")
    ]
    axes = Axes("horizon", "tree_growth")
    table = only_table(write_store(tmp_path, stored, runs=2), Choices(axes))
    assert (table.rows, table.columns) == ((10, 20), ("full", "expand"))
    assert table.published is None


def test_an_axis_that_is_not_a_setting_is_refused(folder: Path) -> None:
    with pytest.raises(SettingsError, match="speed is nothing that runs differ in"):
        make_report(folder, Choices(Axes("speed")))


def test_the_planner_uct_is_the_baseline_where_greediness_0_is_missing(tmp_path: Path) -> None:
    uct = Stored(goals(50, 51, 52), planner="uct", landmarks="none", settings={"rollouts": 5})
    lamp_cell = Stored(goals(10, 11, 12), settings={"rollouts": 5, "greediness": 0.8})
    table = only_table(write_store(tmp_path, [lamp_cell, uct], runs=3))
    assert table.besides == ""
    assert [table.heading(column) for column in range(2)] == ["UCT", "0.8"]
    assert [cell.value for cell in table.their_row(0) if cell] == [179.6, 77.1]
    assert wins(table).lamp == 1


def test_problems_of_the_same_name_stay_apart(tmp_path: Path) -> None:
    made = make_report(write_store(tmp_path, [cell([1]), cell([2])], runs=1))
    assert [table.title for table in made.tables] == ["elevators:p5", "elevators:p5 (no. 2)"]


def test_columns_are_variants_where_there_are_any(tmp_path: Path) -> None:
    stored = variants(low=[MIDDLE], uct=[HIGH], auto=[LOW])
    table = only_table(write_store(tmp_path, stored, runs=15))
    assert table.columns == ("low", "uct", "auto")
    assert table.besides == ""
    assert table.baseline == 1
    assert table.greediness == (0.2, 0.0, None)


def test_greediness_0_with_settings_beyond_the_paper_is_not_the_uct_baseline(
    tmp_path: Path,
) -> None:
    stored = [cell(LOW, greediness=0.0, dead_ends=1), cell(HIGH, greediness=0.5, dead_ends=1)]
    table = only_table(write_store(tmp_path, stored, runs=15))
    assert table.baseline is None
    assert table.published is None


def test_the_planner_uct_is_the_baseline_of_columns_beyond_the_paper(tmp_path: Path) -> None:
    stored = [Stored(goals(*LOW), settings=BEYOND_PAPER), Stored(goals(*HIGH), planner="uct")]
    table = only_table(write_store(tmp_path, stored, runs=15))
    assert table.columns == ("auto", "UCT")
    assert table.baseline == 1


def test_published_numbers_are_compared_with_variants_that_have_the_paper_s_settings(
    tmp_path: Path,
) -> None:
    table = only_table(write_store(tmp_path, variants(auto=[LOW], uct=[HIGH]), runs=15))
    assert set(table.theirs) == {(0, 1)}


def test_settings_that_vary_within_variants_split_tables_and_those_between_variants_do_not(
    tmp_path: Path,
) -> None:
    stored = [
        configuration._replace(settings={**configuration.settings, "horizon": horizon})
        for horizon in (10, 20)
        for configuration in variants(uct=[HIGH], auto=[LOW])
    ]
    made = make_report(write_store(tmp_path, stored, runs=15))
    assert [table.besides for table in made.tables] == ["horizon 10", "horizon 20"]
    rows = list(csv.DictReader(io.StringIO(to_csv(made))))
    assert {(row["variant"], row["besides"]) for row in rows} == {
        (name, f"horizon {horizon}") for name in ("uct", "auto") for horizon in (10, 20)
    }
