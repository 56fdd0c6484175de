"""The list of all cells, to be sorted and filtered."""

from __future__ import annotations

from collections.abc import Iterator

from lamp.reporting.axes import axis_text
from lamp.reporting.formatting import MISSING, interval_text, milliseconds, number, p_text, signed
from lamp.reporting.page.elements import element, table_of, text
from lamp.reporting.report import Report
from lamp.reporting.tables import Cell, Table

CHECKS = {
    "dominates": "only where LAMP dominates",
    "dominated": "only where UCT dominates",
    "best": "only the best of each row",
}
"""Filters of cells, by the mark of the cells that they show."""


def cells(report: Report) -> str:
    """A line for each cell of all tables."""
    rows = [
        list(_line(table, row, column, cell))
        for table in report.tables
        for (row, column), cell in sorted(table.cells.items())
    ]
    checks = [
        element("label", element("input", type="checkbox", data_only=mark), f" {text(label)}")
        for mark, label in CHECKS.items()
    ]
    return element(
        "section",
        element("h2", "All cells"),
        element("p", *checks, class_="checks"),
        element("p", f"{len(rows):,} cells", class_="note", id="count", aria_live="polite"),
        element("div", table_of(_head(report), rows, "cells"), class_="scroll tall", tabindex=0),
        id="cells",
    )


def _head(report: Report) -> list[str]:
    """The names of the columns, as buttons that sort."""
    names = ["problem", "metric", *report.choices.axes, "value", "95 % interval", "p"]
    names += ["against UCT", "from optimum", "ms a decision", "runs", "paper", "difference"]
    return [
        element("th", element("button", text(name), type="button"), scope="col", aria_sort="none")
        for name in names
    ]


def _line(table: Table, row: int, column: int, cell: Cell) -> Iterator[str]:
    marks = f"{_standing(cell)} {'best' if cell.best else ''}"
    title = table.title
    yield element(
        "th", text(title), scope="row", data_problem=title.lower(), data_marks=marks.strip()
    )
    yield element("td", text(table.metric.label))
    yield _number(axis_text(table.rows[row]), _plain(table.rows[row]))
    yield _number(table.heading(column), _plain(table.columns[column]))
    value = text(number(cell.value, table))
    yield _number(element("u", value) if cell.best else value, cell.value, raw=True)
    yield _number(interval_text(cell, table), cell.interval[1] - cell.interval[0])
    p_value = cell.comparison.p_value if cell.comparison else None
    yield _number(MISSING if p_value is None else p_text(p_value), p_value)
    yield element("td", text(_standing(cell)))
    distance = cell.distance
    yield _number(MISSING if distance is None else number(distance, table), distance)
    seconds = cell.statistics.decision_seconds
    yield _number(milliseconds(seconds), seconds)
    yield _number(str(cell.statistics.runs), cell.statistics.runs)
    theirs = cell.published
    yield _number(
        MISSING if theirs is None else number(theirs.value, table), theirs and theirs.value
    )
    away = theirs and theirs.difference
    yield _number(MISSING if away is None else signed(away, table), away)


def _standing(cell: Cell) -> str:
    if cell.comparison is None:
        return ""
    if cell.comparison.better:
        return "dominates"
    return "dominated" if cell.comparison.worse else "no difference"


def _plain(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _number(shown: str, value: float | None, *, raw: bool = False) -> str:
    """A cell that is sorted by its number; those without one come last."""
    key = "" if value is None else f"{value:.10g}"
    return element("td", shown if raw else text(shown), data_value=key)
