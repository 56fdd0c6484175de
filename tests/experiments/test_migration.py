"""Stores of an older schema: read as they are, migrated when an experiment goes on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from lamp.errors import ExperimentError
from lamp.experiments.export import export_csv
from lamp.experiments.reading import parse_grid
from lamp.experiments.results import status
from lamp.experiments.store import Store
from lamp.results_file import FILE, SCHEMA_VERSION
from tests.support.experiments import VARIANTS, rows_in, run_here, run_in_processes
from tests.support.paths import DATA

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
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.executescript(OLD)
    return folder


def schema_of(folder: Path) -> int:
    with closing(sqlite3.connect(folder / FILE)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def test_reading_an_old_store_does_not_migrate_it(old: Path, tmp_path: Path) -> None:
    assert status(old).done == 8
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
