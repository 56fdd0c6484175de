"""Rows as files for other programs."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import pytest

from lamp.errors import ExperimentError
from lamp.experiments.grid import Grid
from lamp.experiments.grid_file import parse_grid
from lamp.experiments.rows import Row
from lamp.experiments.store import Store
from lamp.results import export_csv, export_parquet
from tests.support.experiments import TINY, made_up_rows, run_here


@pytest.fixture
def tiny() -> Grid:
    """Six runs."""
    return parse_grid(TINY)


def test_export_writes_every_row_with_its_settings(tmp_path: Path, tiny: Grid) -> None:
    stored = run_here(tmp_path / "r", tiny)
    assert export_csv(tmp_path / "r", tmp_path / "rows.csv") == 6
    with (tmp_path / "rows.csv").open(newline="", encoding="utf-8") as file:
        written = list(csv.DictReader(file))
    assert [int(row["seed"]) for row in written] == [row["seed"] for row in stored]
    assert {row["seconds"] for row in written} == {"inf"}


@pytest.mark.needs("pyarrow")
def test_parquet_holds_every_row(tmp_path: Path, tiny: Grid) -> None:
    from pyarrow import parquet

    with Store(tmp_path, tiny) as store:
        store.add(made_up_rows(tiny, 2))
    assert export_parquet(tmp_path, tmp_path / "rows.parquet") == 2
    table = parquet.read_table(tmp_path / "rows.parquet").to_pylist()
    assert [row["cost"] for row in table] == [5, 5]


@pytest.mark.needs("pyarrow")
def test_parquet_holds_costs_that_are_not_integers(tmp_path: Path, tiny: Grid) -> None:
    from pyarrow import parquet

    key = tiny.configurations[0].key
    with Store(tmp_path, tiny) as store:
        store.add([Row(key, 0, 1, "goal", 2.5, 3, 2.5), Row(key, 1, 2, "goal", 4, 3, 4)])
    export_parquet(tmp_path, tmp_path / "rows.parquet")
    table = parquet.read_table(tmp_path / "rows.parquet").to_pylist()
    assert [(row["cost"], row["length"], row["counted_cost"]) for row in table] == [
        (2.5, 3, 2.5),
        (4.0, 3, 4.0),
    ]
    assert {row["cost_unit"] for row in table} == {"auto"}


def test_without_pyarrow_the_message_names_the_extra(
    tmp_path: Path, tiny: Grid, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with Store(tmp_path, tiny) as store:
        store.add(made_up_rows(tiny, 2))
    with pytest.raises(ExperimentError, match=r"lamp-planner\[parquet\]"):
        export_parquet(tmp_path, tmp_path / "rows.parquet")
    assert not (tmp_path / "rows.parquet").exists()
