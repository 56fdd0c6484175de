"""Stores of an older schema: read as they are, migrated when an experiment goes on."""

from __future__ import annotations

import csv
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from lamp.errors import ExperimentError
from lamp.experiments.grid_file import parse_grid
from lamp.experiments.store import Store
from lamp.reporting.store import read_results
from lamp.results import RESULTS_FILE, SCHEMA_VERSION, export_csv, read_status
from tests.support.experiments import VARIANTS, rows_in, run_here, run_in_processes
from tests.support.paths import DATA, EXAMPLES

OLD = (DATA / "store-1.sql").read_text("utf-8")

OLD_GRID = """
problems = ["triangle_tireworld:p1"]
runs = 2
paper = true
[settings]
rollouts = [5, 20]
greediness = [0, 1]
"""
"""What is in the old store: then, the paper's values were the defaults."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder that was written before there were variants."""
    folder = tmp_path / "old"
    folder.mkdir()
    with closing(sqlite3.connect(folder / RESULTS_FILE)) as connection:
        connection.executescript(OLD)
    return folder


def schema_of(folder: Path) -> int:
    with closing(sqlite3.connect(folder / RESULTS_FILE)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def forget_costs(connection: sqlite3.Connection) -> None:
    """Remove the columns that stores before schema 5 do not have."""
    (view,) = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'view'").fetchone()
    connection.execute("DROP VIEW results")
    for name in ("length", "counted_cost"):
        connection.execute(f"ALTER TABLE runs DROP COLUMN {name}")
        view = view.replace(f", r.{name}", "")
    for name in ("cost_budget", "cost_unit"):
        connection.execute(f"ALTER TABLE configurations DROP COLUMN {name}")
        view = view.replace(f", c.{name}", "")
    connection.execute(view)


def test_reading_an_old_store_does_not_migrate_it(old: Path, tmp_path: Path) -> None:
    assert read_status(old).done == 8
    assert export_csv(old, tmp_path / "rows.csv") == 8
    assert schema_of(old) == 1


def test_an_old_store_is_migrated_and_nothing_is_run_again(old: Path) -> None:
    before = rows_in(old)
    after = run_in_processes(old, parse_grid(OLD_GRID))
    assert schema_of(old) == SCHEMA_VERSION
    assert [{name: row[name] for name in before[0]} for row in after] == before
    assert {(row["variant"], row["dead_ends"], row["backups"]) for row in after} == {
        ("", 0, "mean")
    }


def test_a_migrated_store_has_the_rows_that_its_grid_gives_today(old: Path, tmp_path: Path) -> None:
    with Store(old, parse_grid(OLD_GRID)):
        pass
    assert rows_in(old) == run_here(tmp_path / "new", parse_grid(OLD_GRID))


def test_an_old_store_can_be_extended_by_variants(old: Path) -> None:
    before = rows_in(old)
    named = VARIANTS.replace('planner = "uct"', "paper = true\ngreediness = 0")
    extended = run_here(old, parse_grid(named.replace("dead_ends = true", "greediness = 0.2")))
    assert [row["seed"] for row in extended[:8]] == [row["seed"] for row in before]
    assert [row["variant"] for row in extended] == [*2 * (2 * ["UCT"] + 2 * ["α 1"])] + (
        4 * ["careful"]
    )


def test_an_old_store_is_not_migrated_if_the_grid_is_another_one(old: Path) -> None:
    grid = parse_grid(OLD_GRID.replace("paper = true", ""))
    with pytest.raises(ExperimentError, match="another grid") as caught, Store(old, grid):
        pass
    assert "paper = true" in caught.value.remedy
    assert schema_of(old) == 1


def test_an_interrupted_migration_leaves_the_store_old(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(self: Store) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Store, "_remember_grid", interrupted)
    with pytest.raises(KeyboardInterrupt), Store(old, parse_grid(OLD_GRID)):
        pass
    assert schema_of(old) == 1
    assert len(rows_in(old)) == 8


# A name that has come to mean other problems


def grid_of(problem: str) -> str:
    return f'problems = ["{problem}"]\nruns = 2\npaper = true\n[settings]\nrollouts = 5\n'


def make_old(folder: Path) -> None:
    """Make a folder one of schema 2, where `zenotravel` is what is `zenotravel_released` now."""
    with closing(sqlite3.connect(folder / RESULTS_FILE)) as connection, connection:
        forget_costs(connection)
        old, new = "zenotravel", "zenotravel_released"
        connection.execute("UPDATE configurations SET problem = replace(problem, ?, ?)", [new, old])
        connection.execute("UPDATE meta SET value = replace(value, ?, ?)", [new, old])
        connection.execute("PRAGMA user_version = 2")


@pytest.fixture
def before_renaming(tmp_path: Path) -> Path:
    """A folder of schema 2 with a problem that has another name today."""
    folder = tmp_path / "renamed"
    run_here(folder, parse_grid(grid_of("zenotravel_released:p1")))
    make_old(folder)
    return folder


def test_the_released_zenotravel_keeps_the_seeds_of_its_earlier_name() -> None:
    # The key and the first seed that zenotravel:p5 had while it was the released one.
    released = parse_grid(grid_of("zenotravel_released:p5"))
    (configuration,) = released.configurations
    assert configuration.key == "eacedc60c6061e3c50a1e91fd1e40d16"
    assert released.seed_of(configuration, 0) == 2358615796474547


def test_the_keys_and_seeds_of_the_paper_s_zenotravel_do_not_change() -> None:
    paper = parse_grid(grid_of("zenotravel:p5"))
    (configuration,) = paper.configurations
    assert (configuration.key, paper.seed_of(configuration, 0)) == (
        "354a05d81ada8e66dcc95bd8d70b9c90",
        5065583107013409,
    )


def test_old_results_of_zenotravel_are_read_as_those_of_the_released_one(
    before_renaming: Path, tmp_path: Path
) -> None:
    (problem,) = read_status(before_renaming).problems
    assert (problem.problem, problem.done) == ("zenotravel_released:p1", 2)
    export_csv(before_renaming, tmp_path / "rows.csv")
    assert "\nzenotravel_released:p1," in (tmp_path / "rows.csv").read_text("utf-8")
    results = read_results(before_renaming)
    (configuration,) = results.configurations
    assert configuration.problem == "zenotravel_released:p1"
    assert '"zenotravel_released:p1"' in results.meta["grid"]
    assert schema_of(before_renaming) == 2


def test_generated_problems_of_zenotravel_are_read_under_their_new_name(tmp_path: Path) -> None:
    name = "zenotravel_released:cities=2,aircraft=1,fuel=2,seed=3"
    run_here(tmp_path, parse_grid(grid_of(name)))
    make_old(tmp_path)
    assert [status.problem for status in read_status(tmp_path).problems] == [name]


def test_a_problem_from_files_keeps_the_name_zenotravel(tmp_path: Path) -> None:
    folder = EXAMPLES / "courier"
    problem = (
        f'{{name = "zenotravel:p5", domain = "{folder / "domain.ppddl"}", '
        f'problem = "{folder / "problem.ppddl"}"}}'
    )
    text = grid_of("@").replace('"@"', problem)
    run_here(tmp_path, parse_grid(text))
    make_old(tmp_path)
    assert [status.problem for status in read_status(tmp_path).problems] == ["zenotravel:p5"]
    with Store(tmp_path, parse_grid(text)):
        pass
    assert {row["problem"] for row in rows_in(tmp_path)} == {"zenotravel:p5"}


def test_an_old_store_of_zenotravel_can_be_extended_by_the_paper_s(before_renaming: Path) -> None:
    both = grid_of("zenotravel_released:p1").replace('p1"', 'p1", "zenotravel:p1"')
    rows = run_here(before_renaming, parse_grid(both))
    assert [row["problem"] for row in rows] == [
        *2 * ["zenotravel_released:p1"],
        *2 * ["zenotravel:p1"],
    ]


def test_old_results_of_zenotravel_go_on_as_those_of_the_released_one(
    before_renaming: Path,
) -> None:
    grid = parse_grid(grid_of("zenotravel_released:p1"))
    with Store(before_renaming, grid):
        pass
    assert {row["problem"] for row in rows_in(before_renaming)} == {"zenotravel_released:p1"}
    assert schema_of(before_renaming) == SCHEMA_VERSION


def test_old_results_of_zenotravel_are_not_mixed_with_those_of_the_paper_s(
    before_renaming: Path,
) -> None:
    grid = parse_grid(grid_of("zenotravel:p1"))
    with pytest.raises(ExperimentError, match="another grid") as caught:
        run_here(before_renaming, grid)
    assert "now zenotravel_released" in caught.value.remedy
    assert schema_of(before_renaming) == 2


# A setting that has got another name


SMALL = 'problems = ["triangle_tireworld:p1"]\nruns = 2\n[settings]\nrollouts = 5\n'


@pytest.fixture
def with_old_setting(tmp_path: Path) -> Path:
    """A folder of schema 3, where `reachieve_landmarks` is `landmarks_again`."""
    folder = tmp_path / "schema-3"
    run_here(folder, parse_grid(SMALL))
    with closing(sqlite3.connect(folder / RESULTS_FILE)) as connection, connection:
        forget_costs(connection)
        old, new = "landmarks_again", "reachieve_landmarks"
        connection.execute(f"ALTER TABLE configurations RENAME COLUMN {new} TO {old}")
        connection.execute("UPDATE meta SET value = replace(value, ?, ?)", [new, old])
        connection.execute("PRAGMA user_version = 3")
    return folder


def test_the_new_name_of_a_setting_changes_neither_keys_nor_seeds() -> None:
    # The key and the first seed that the default had while the setting was `landmarks_again`.
    grid = parse_grid('problems = ["triangle_tireworld:p1"]\n')
    (configuration,) = grid.configurations
    assert configuration.settings.reachieve_landmarks
    assert configuration.key == "d9fcc6e05611d8ce11063391f071e03b"
    assert grid.seed_of(configuration, 0) == 4343880227881634


def test_old_results_are_read_with_the_new_name_of_a_setting(
    with_old_setting: Path, tmp_path: Path
) -> None:
    export_csv(with_old_setting, tmp_path / "rows.csv")
    names = (tmp_path / "rows.csv").read_text("utf-8").splitlines()[0].split(",")
    assert "reachieve_landmarks" in names
    assert "landmarks_again" not in names
    results = read_results(with_old_setting)
    assert results.configurations[0].description["reachieve_landmarks"] == 1
    assert "reachieve_landmarks" in results.beyond
    assert results.configurations[0].greediness is None  # not the paper's algorithm
    assert schema_of(with_old_setting) == 3


def test_old_results_go_on_with_the_new_name_of_a_setting(
    with_old_setting: Path, tmp_path: Path
) -> None:
    before = rows_in(with_old_setting)
    with Store(with_old_setting, parse_grid(SMALL)) as store:
        assert [len(measured.runs) for measured in store.measured().values()] == [2]
    after = rows_in(with_old_setting)
    renamed = {"landmarks_again": "reachieve_landmarks"}
    expected = [{renamed.get(name, name): row[name] for name in row} for row in before]
    assert [{name: row[name] for name in expected[0]} for row in after] == expected
    assert schema_of(with_old_setting) == SCHEMA_VERSION


def test_a_zenotravel_of_schema_3_keeps_its_name(with_old_setting: Path) -> None:
    with closing(sqlite3.connect(with_old_setting / RESULTS_FILE)) as connection, connection:
        connection.execute("UPDATE configurations SET problem = 'zenotravel:p1'")
    assert [status.problem for status in read_status(with_old_setting).problems] == [
        "zenotravel:p1"
    ]


def test_the_old_name_of_a_setting_is_refused_with_the_new_one() -> None:
    with pytest.raises(ExperimentError) as caught:
        parse_grid(f"{SMALL}landmarks_again = true\n")
    assert "reachieve_landmarks" in caught.value.remedy


# Costs


@pytest.fixture
def without_lengths(tmp_path: Path) -> Path:
    """A folder of schema 4, whose runs have no lengths, with a run that misses the goal."""
    folder = tmp_path / "schema-4"
    run_here(folder, parse_grid(f"{SMALL}budget = 1\n"))
    with closing(sqlite3.connect(folder / RESULTS_FILE)) as connection, connection:
        forget_costs(connection)
        connection.execute("PRAGMA user_version = 4")
    return folder


def test_the_keys_and_seeds_do_not_change_with_settings_of_costs() -> None:
    grid = parse_grid(SMALL)
    (configuration,) = grid.configurations
    assert (configuration.key, grid.seed_of(configuration, 0)) == (
        "bb155ebfddc1be9215b556fac35bd0f5",
        2061956790174530,
    )
    (other,) = parse_grid(f"{SMALL}cost_budget = 30\n").configurations
    assert other.key != configuration.key


def test_in_old_results_the_length_is_the_cost(without_lengths: Path, tmp_path: Path) -> None:
    export_csv(without_lengths, tmp_path / "rows.csv")
    with (tmp_path / "rows.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["outcome"] for row in rows} == {"budget"}
    assert {(row["cost"], row["length"], row["counted_cost"]) for row in rows} == {("1", "1", "1")}
    statistics = read_results(without_lengths).configurations[0].statistics
    assert statistics.costs == statistics.lengths
    assert (statistics.runs, statistics.costs.mean, statistics.actions) == (2, 1, 2)
    assert schema_of(without_lengths) == 4


def test_old_results_get_lengths_and_settings_of_costs(
    without_lengths: Path, tmp_path: Path
) -> None:
    grid = parse_grid(f"{SMALL}budget = 1\n")
    with Store(without_lengths, grid) as store:
        assert [len(measured.runs) for measured in store.measured().values()] == [2]
    assert rows_in(without_lengths) == run_here(tmp_path / "new", grid)
    assert schema_of(without_lengths) == SCHEMA_VERSION


def test_a_run_that_misses_the_goal_counts_as_the_budget_in_results_of_the_first_schema(
    old: Path,
) -> None:
    costs = [each.statistics.costs.mean for each in read_results(old).configurations]
    assert costs == [(200 + 5) / 2, (2 + 200) / 2, (8 + 10) / 2, (2 + 200) / 2]
    with Store(old, parse_grid(OLD_GRID)):
        pass
    assert [row["counted_cost"] for row in rows_in(old)] == [200, 5, 2, 200, 8, 10, 2, 200]
