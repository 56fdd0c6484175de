"""Reports as CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from lamp.reporting import Report, make_report
from lamp.reporting.records import to_csv, to_json
from tests.support.reports import ODD, cell, odd_report
from tests.support.stored_results import write_store


def test_csv_has_a_line_for_each_cell_with_its_interval(folder: Path, report: Report) -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(report))))
    assert len(rows) == 300
    assert all(float(row["low"]) <= float(row["value"]) <= float(row["high"]) for row in rows)
    assert {row["published"] for row in rows[:5]} == {"190.7", "154.8", "144.1", "150.7", "163.0"}


def test_csv_keeps_odd_names(tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(odd_report(tmp_path)))))
    assert {row["problem"] for row in rows} == {ODD}


def test_json_contains_every_table_the_grid_and_the_number_of_runs(report: Report) -> None:
    record = json.loads(to_json(report))
    assert len(record["tables"]) == 6
    assert record["tables"][5]["rows_won_by_lamp_published"] == 0
    assert record["experiment"]["grid"] == "runs = 75\n"
    assert record["runs"] == {"done": 22500, "failed": 0, "planned": 22500}


def test_a_single_run_is_valid_json(tmp_path: Path) -> None:
    record = json.loads(to_json(make_report(write_store(tmp_path, [cell([9])]))))
    assert record["tables"][0]["cells"][0]["low"] is None
