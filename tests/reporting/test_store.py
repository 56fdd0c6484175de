"""Reading a store of results does not change it; stores of unknown schemas are refused."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from lamp.errors import ReportError
from lamp.experiments.schema import statements
from lamp.reporting import make_report
from lamp.results import SCHEMA_VERSION
from tests.support.paths import DATA
from tests.support.reports import cell, only_table
from tests.support.stored_results import figures, write_store


def test_a_folder_without_results_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="there are no results"):
        make_report(tmp_path)


def test_make_report_accepts_the_file_of_a_store(folder: Path) -> None:
    assert len(make_report(folder / "results.sqlite").tables) == 6


@pytest.mark.parametrize("content", [b"", b"not a database at all, but long enough" * 40])
def test_a_file_that_is_no_store_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "results.sqlite").write_bytes(content)
    with pytest.raises(ReportError):
        make_report(tmp_path)


def test_a_corrupt_store_is_refused(tmp_path: Path) -> None:
    path = write_store(tmp_path, figures(runs=2), runs=2) / "results.sqlite"
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 3])
    with pytest.raises(ReportError, match="cannot be read"):
        make_report(tmp_path)


@pytest.mark.parametrize(
    ("version", "words"), [(SCHEMA_VERSION + 1, "a newer lamp"), (0, "another lamp")]
)
def test_a_store_of_an_unknown_schema_version_is_refused(
    tmp_path: Path, version: int, words: str
) -> None:
    write_store(tmp_path, [cell([1])])
    with closing(sqlite3.connect(tmp_path / "results.sqlite")) as connection, connection:
        connection.execute(f"PRAGMA user_version = {version}")
    with pytest.raises(ReportError, match=words):
        make_report(tmp_path)


def test_another_program_s_database_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "results.sqlite")) as connection, connection:
        connection.execute("CREATE TABLE runs (a)")
    with pytest.raises(ReportError, match="is not a store of results"):
        make_report(tmp_path)


def test_a_store_without_configurations_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="holds no configurations"):
        make_report(write_store(tmp_path, []))


def test_a_store_is_read_while_an_experiment_writes_it(tmp_path: Path) -> None:
    write_store(tmp_path, [cell([9])], runs=3)
    with closing(sqlite3.connect(tmp_path / "results.sqlite", isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("BEGIN IMMEDIATE")
        insert = "INSERT INTO runs VALUES (1, 7, 7, 'goal', 5, 5, 5, 0.1, 1, 1, '', '0.1.0', NULL)"
        writer.execute(insert)
        assert make_report(tmp_path).done == 1
        writer.execute("COMMIT")
        assert make_report(tmp_path).done == 2


def test_reading_changes_no_file_of_the_experiment(tmp_path: Path) -> None:
    made = write_store(tmp_path, [cell([9])])
    with closing(sqlite3.connect(made / "results.sqlite")) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    before = {path.name: path.read_bytes() for path in made.iterdir()}
    make_report(made)
    assert {path.name: path.read_bytes() for path in made.iterdir()} == before


def test_a_store_of_an_older_schema_is_reported_without_a_change(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((DATA / "store-1.sql").read_text("utf-8"))
    before = path.read_bytes()
    table = only_table(tmp_path)
    assert (table.rows, table.columns, table.baseline) == ((5, 20), (0.0, 1.0), 0)
    assert path.read_bytes() == before


def test_stores_of_tests_have_the_schema_of_experiments(tmp_path: Path) -> None:
    write_store(tmp_path, [])
    with closing(sqlite3.connect(":memory:")) as of_experiments:
        for statement in statements():
            of_experiments.execute(statement)
        with closing(sqlite3.connect(tmp_path / "results.sqlite")) as of_tests:
            for table in ("meta", "configurations", "runs"):
                expected = of_experiments.execute(f"PRAGMA table_info({table})").fetchall()
                assert of_tests.execute(f"PRAGMA table_info({table})").fetchall() == expected
