"""The store: its contents, folders that it refuses, and reading while it is written."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from lamp.errors import ExperimentError, OutputError
from lamp.execution import run_episode
from lamp.experiments.driver import Driver
from lamp.experiments.grid import Grid
from lamp.experiments.grid_file import parse_grid
from lamp.experiments.rows import Row, failed_row, row_of
from lamp.experiments.store import Store
from lamp.results import RESULTS_FILE, read_status
from lamp.search import Uct
from tests.support.cost_tasks import door_task
from tests.support.experiments import TINY, VARIANTS, made_up_rows, rows_in, run_here


def test_a_run_is_stored_once_however_often_it_is_added(tmp_path: Path, tiny: Grid) -> None:
    with Store(tmp_path, tiny) as store:
        store.add(made_up_rows(tiny))
        store.add([row._replace(cost=99) for row in made_up_rows(tiny)])
    assert [row["cost"] for row in rows_in(tmp_path)] == [5]


def test_the_store_records_the_grid_the_version_and_the_machine(tmp_path: Path, tiny: Grid) -> None:
    with Store(tmp_path, tiny):
        pass
    meta = read_status(tmp_path).meta
    assert meta["grid"] == TINY
    assert {"schema", "version", "machine", "runs", "seed", "seeds"} < set(meta)


def test_a_row_has_a_column_for_every_setting(tmp_path: Path, tiny: Grid) -> None:
    with Store(tmp_path, tiny) as store:
        store.add(made_up_rows(tiny))
    (row,) = rows_in(tmp_path)
    assert set(tiny.configurations[0].values) < set(row)
    assert row["tree_growth"] == "full"


def test_the_store_holds_greediness_as_a_number_or_as_auto(tmp_path: Path) -> None:
    grid = parse_grid('problems = ["tireworld:p1"]\n[settings]\ngreediness = ["auto", 1]')
    with Store(tmp_path, grid) as store:
        store.add(
            Row(configuration.key, 0, 7, "goal", 5, 5, 5, 0.1)
            for configuration in grid.configurations
        )
    assert [row["greediness"] for row in rows_in(tmp_path)] == ["auto", 1.0]


def test_a_folder_with_results_of_another_grid_is_refused(tmp_path: Path, tiny: Grid) -> None:
    with Store(tmp_path, tiny) as store:
        store.add(made_up_rows(tiny))
    for text, cause in [
        (TINY.replace("[5, 6]", "[5, 7]"), "1 of its 2 configurations are not in this one"),
        (TINY.replace("runs = 3", "runs = 2"), "holds 3 runs of each"),
        (f"seed = 1\n{TINY}", "other seeds"),
    ]:
        with pytest.raises(ExperimentError, match=cause), Store(tmp_path, parse_grid(text)):
            pass
    assert read_status(tmp_path).meta["grid"] == TINY


def test_a_grid_can_be_extended_and_its_rows_stay(tmp_path: Path, tiny: Grid) -> None:
    first = run_here(tmp_path, tiny)
    more = run_here(tmp_path, parse_grid(TINY.replace("[5, 6]", "[5, 6, 7]").replace("= 3", "= 4")))
    assert len(more) == 3 * 4
    assert [row for row in more if row["rollouts"] < 7 and row["run"] < 3] == first


def test_the_names_of_variants_may_change(tmp_path: Path) -> None:
    with Store(tmp_path, parse_grid(VARIANTS)):
        pass
    with Store(tmp_path, parse_grid(VARIANTS.replace("careful", "other"))):
        pass
    with closing(sqlite3.connect(tmp_path / RESULTS_FILE)) as connection:
        variants = connection.execute("SELECT DISTINCT variant FROM configurations").fetchall()
    assert variants == [("UCT",), ("α 1",), ("other",)]


def test_failed_runs_are_run_again_on_demand(tmp_path: Path, tiny: Grid) -> None:
    with Store(tmp_path, tiny) as store:
        key = tiny.configurations[0].key
        store.add([failed_row(key, 0, tiny.seed_of(tiny.configurations[0], 0), "why")])
        assert Driver(tiny, store).progress().failed == 1
        assert store.forget_failed() == 1
    rows = run_here(tmp_path, tiny)
    assert len(rows) == 6
    assert "failed" not in {row["outcome"] for row in rows}


def test_a_store_of_a_newer_lamp_is_refused(tmp_path: Path, tiny: Grid) -> None:
    with Store(tmp_path, tiny):
        pass
    with closing(sqlite3.connect(tmp_path / RESULTS_FILE)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(ExperimentError, match="newer lamp"), Store(tmp_path, tiny):
        pass
    with pytest.raises(ExperimentError, match="newer lamp"):
        read_status(tmp_path)


@pytest.mark.parametrize("content", [b"this is not SQLite" * 100, b""])
def test_a_file_that_is_no_store_is_refused_by_readers(tmp_path: Path, content: bytes) -> None:
    (tmp_path / RESULTS_FILE).write_bytes(content)
    with pytest.raises(ExperimentError, match="not a store"):
        read_status(tmp_path)
    assert (tmp_path / RESULTS_FILE).read_bytes() == content


def test_two_drivers_cannot_write_into_one_folder(tmp_path: Path, tiny: Grid) -> None:
    with (
        Store(tmp_path, tiny),
        pytest.raises(ExperimentError, match="another process"),
        Store(tmp_path, tiny),
    ):
        pass


def test_a_store_can_be_read_while_it_is_open_and_reading_changes_no_file(
    tmp_path: Path, tiny: Grid
) -> None:
    with Store(tmp_path, tiny) as store:
        store.add(made_up_rows(tiny))
        assert read_status(tmp_path).done == 1
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert read_status(tmp_path).done == 1
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_the_write_ahead_log_of_a_killed_driver_is_read(tmp_path: Path, tiny: Grid) -> None:
    left = tmp_path / "left"
    with Store(tmp_path / "alive", tiny) as store:
        store.add(made_up_rows(tiny, 3))
        left.mkdir()
        for name in (RESULTS_FILE, f"{RESULTS_FILE}-wal"):
            shutil.copy(tmp_path / "alive" / name, left)
    paths = left / RESULTS_FILE, left / f"{RESULTS_FILE}-wal"
    before = [path.read_bytes() for path in paths]
    assert read_status(left).done == 3
    assert [path.read_bytes() for path in paths] == before


def test_a_store_on_a_network_folder_works_without_a_write_ahead_log(
    tmp_path: Path, tiny: Grid, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lamp.results.sqlite._on_network", lambda _: True)
    with Store(tmp_path, tiny) as store:
        store.add(made_up_rows(tiny, 2))
        assert not (tmp_path / f"{RESULTS_FILE}-wal").exists()
        assert read_status(tmp_path).done == 2


def test_a_folder_that_cannot_be_written_is_an_error_with_a_remedy(
    tmp_path: Path, tiny: Grid
) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(OutputError, match="Choose another folder"),
        Store(tmp_path / "file" / "x", tiny),
    ):
        pass


def test_a_run_has_its_cost_its_length_and_what_it_counts_as(tmp_path: Path, tiny: Grid) -> None:
    key = tiny.configurations[0].key
    with Store(tmp_path, tiny) as store:
        store.add([Row(key, 0, 7, "goal", 23.5, 4, 23.5), Row(key, 1, 8, "budget", 12, 5, 1000)])
    rows = rows_in(tmp_path)
    assert [(row["cost"], row["length"], row["counted_cost"]) for row in rows] == [
        (23.5, 4, 23.5),
        (12, 5, 1000),
    ]


def test_an_experiment_goes_on_with_a_cost_unit_that_is_a_number(tmp_path: Path) -> None:
    text = 'problems = ["tireworld:p1"]\n[settings]\ncost_unit = ["auto", 2.5]\ncost_budget = 30\n'
    for _ in range(2):  # as one that is run again
        with Store(tmp_path, parse_grid(text)) as store:
            store.add(
                Row(each.key, 0, 7, "goal", 5, 5, 5) for each in parse_grid(text).configurations
            )
    assert [(row["cost_unit"], row["cost_budget"]) for row in rows_in(tmp_path)] == [
        ("auto", 30.0),
        (2.5, 30.0),
    ]


def test_a_cost_beyond_the_integers_of_sqlite_is_stored(tmp_path: Path, tiny: Grid) -> None:
    planner = Uct(door_task(10**30, 10**20, 10**20), rollouts=20)
    row = row_of(tiny.configurations[0].key, 0, run_episode(planner), planner, ["the goal"])
    with Store(tmp_path, tiny) as store:
        store.add([row])
    assert [(row["cost"], row["length"]) for row in rows_in(tmp_path)] == [(2e20, 2)]
