"""Reports for machines: a line of CSV for each cell, or everything as JSON."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator, Sequence
from typing import Any

from lamp.reporting.axes import VARIANT
from lamp.reporting.column_comparison import (
    LEVEL,
    ColumnComparison,
    ComparedRow,
    WinCount,
    WinCounts,
    total,
    total_pairwise,
)
from lamp.reporting.report import Report
from lamp.reporting.summary import totals, wins
from lamp.reporting.tables import Cell, Table

VERSION = 1
"""The version of the JSON format; it is increased when old readers would misread it."""


def to_csv(report: Report) -> str:
    """A line of names, then a line for each cell that has runs."""
    rows = [row for table in report.tables for row in _rows(table)]
    out = io.StringIO(newline="")
    names = list(rows[0]) if rows else ["problem"]
    writer = csv.DictWriter(out, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def to_json(report: Report) -> str:
    """Everything that the other formats show, and how it was made."""
    record = {
        "version": VERSION,
        "name": report.name,
        "runs": {"done": report.done, "failed": report.failed, "planned": report.planned},
        "tables": [_table(table) for table in report.tables],
        "focus": _column_comparison(report.column_comparisons)
        if report.column_comparisons
        else None,
        "totals": [half._asdict() for half in totals(report.tables)],
        "experiment": report.results.meta,
        "versions": report.results.versions,
        "failures": [{"error": error, "runs": number} for error, number in report.results.failures],
    }
    return json.dumps(record, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _table(table: Table) -> dict[str, Any]:
    won = wins(table)
    return {
        "problem": table.problem,
        "variant": table.besides,
        "metric": table.metric.label,
        "test": table.test,
        "level": table.level,
        "rows": {"name": table.axes.rows, "values": [_finite(row) for row in table.rows]},
        "columns": {
            "name": table.axes.columns,
            "values": [_finite(column) for column in table.columns],
        },
        "runs": table.runs,
        "optimum": table.optimum,
        "rows_compared": won.rows,
        "rows_won_by_lamp": won.lamp,
        "rows_won_by_uct": won.uct,
        "rows_won_by_lamp_published": won.published,
        "cells": list(_rows(table)),
    }


def _column_comparison(comparisons: Sequence[ColumnComparison]) -> dict[str, Any]:
    """One column against UCT and the best greediness, and against each of the others."""
    return {
        "column": comparisons[0].name,
        "level": LEVEL,
        "tables": [
            {
                "problem": comparison.table.problem,
                "variant": comparison.table.besides,
                "scores": _win_counts(comparison.win_counts),
                "duels": _pairwise(comparison.pairwise),
                "rows": [_compared_row(row, comparison.table) for row in comparison.rows],
            }
            for comparison in comparisons
        ],
        "total": _win_counts(total(comparisons)),
        "total_duels": _pairwise(total_pairwise(comparisons)),
    }


def _win_counts(counts: WinCounts) -> dict[str, Any]:
    names = ("to_uct", "to_best_greediness", "to_best", "best_greediness_to_uct")
    return {name: count._asdict() for name, count in zip(names, counts, strict=True)}


def _pairwise(counts: dict[str, WinCount]) -> dict[str, Any]:
    return {name: count._asdict() for name, count in counts.items()}


def _compared_row(row: ComparedRow, table: Table) -> dict[str, Any]:
    return {
        "row": row.label,
        "best_greediness": None if row.alpha is None else table.greediness[row.alpha],
        "values": {
            "focus": row.cell and row.cell.value,
            "uct": row.uct and row.uct.value,
            "best_greediness": row.best and row.best.value,
        },
        "distances": {
            "focus": row.cell and row.cell.distance,
            "uct": row.uct and row.uct.distance,
            "best_greediness": row.best and row.best.distance,
        },
        "to_uct": row.to_uct and row.to_uct._asdict(),
        "to_best_greediness": row.to_alpha and row.to_alpha._asdict(),
        "to_best": row.to_both and row.to_both._asdict(),
        "best_greediness_to_uct": row.alpha_to_uct and row.alpha_to_uct._asdict(),
    }


def _rows(table: Table) -> Iterator[dict[str, Any]]:
    for (row, column), cell in sorted(table.cells.items()):
        yield {
            "problem": table.problem,
            "besides" if VARIANT in table.axes else "variant": table.besides,
            "metric": table.metric.label,
            table.axes.rows: _finite(table.rows[row]),
            table.axes.columns: _finite(table.columns[column]),
            **cell_record(cell, table),
        }


def cell_record(cell: Cell, table: Table) -> dict[str, Any]:
    """All numbers of a cell by name; missing ones are None."""
    statistics, compared, published = cell.statistics, cell.comparison, cell.published
    return {
        "value": cell.value,
        "low": _finite(cell.interval[0]),
        "high": _finite(cell.interval[1]),
        "best": cell.best,
        "p_value": compared.p_value if compared else None,
        "dominates_uct": compared.better if compared else None,
        "dominated_by_uct": compared.worse if compared else None,
        "optimum": table.optimum,
        "distance": cell.distance,
        "runs": statistics.runs,
        "planned_runs": table.runs,
        "failed_runs": statistics.failed,
        "goals": statistics.goals,
        "dead_ends": statistics.dead_ends,
        "success_rate": statistics.success_rate,
        "mean_cost": statistics.costs.mean,
        "mean_length": statistics.lengths.mean,
        "seconds_per_decision": statistics.decision_seconds,
        "seconds_per_run": statistics.run_seconds,
        "published": published.value if published else None,
        "published_dominates_uct": published.significant if published else None,
        "published_difference": published.difference if published else None,
        "published_p_value": published.p_value if published else None,
    }


def _finite(value: Any) -> Any:  # noqa: ANN401 (a value of any setting)
    """The value; None where JSON has no number for it."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
