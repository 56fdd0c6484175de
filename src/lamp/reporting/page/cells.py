"""The list of all cells, to be sorted and filtered; and how everything was made."""

from __future__ import annotations

from collections.abc import Iterator

from lamp import __version__
from lamp.reporting.axes import axis_text
from lamp.reporting.page.elements import element, table_of, text
from lamp.reporting.report import Report
from lamp.reporting.tables import Cell, Table
from lamp.reporting.wording import MISSING, interval_text, milliseconds, number, p_text, signed


def cells(report: Report) -> str:
    """A line for each cell of all tables."""
    axes = report.choices.axes
    heads = [
        "problem",
        "metric",
        axes.rows,
        axes.columns,
        "value",
        "95 % interval",
        "p",
        "against UCT",
    ]
    heads += ["from optimum", "ms a decision", "runs", "paper", "difference"]
    head = [
        element("th", element("button", text(one), type="button"), scope="col", aria_sort="none")
        for one in heads
    ]
    rows = []
    for table in report.tables:
        for (row, column), cell in sorted(table.cells.items()):
            rows.append(list(_line(table, row, column, cell)))
    checks = "".join(
        element("label", element("input", type="checkbox", data_only=word), f" {text(label)}")
        for word, label in (
            ("dominates", "only where LAMP dominates"),
            ("dominated", "only where UCT dominates"),
            ("best", "only the best of each row"),
        )
    )
    return element(
        "section",
        element("h2", "All cells"),
        element("p", checks, class_="checks"),
        element("p", f"{len(rows):,} cells", class_="note", id="count", aria_live="polite"),
        element("div", table_of(head, rows, "cells"), class_="scroll tall", tabindex=0),
        id="cells",
    )


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
    seconds = cell.tally.decision_seconds
    yield _number(milliseconds(seconds), seconds)
    yield _number(str(cell.tally.runs), cell.tally.runs)
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


def making(report: Report) -> str:
    """How it was made: the grid, versions, machine, runs that failed, methods."""
    results = report.results
    facts = {
        "runs": f"{report.done:,} of {report.planned:,}, {results.runs} for each configuration",
        "failed runs": f"{report.failed:,}",
        "made by": f"lamp {', '.join(results.versions) or results.meta.get('version', '?')}",
        "machine": results.meta.get("machine", "not known"),
        "seeds": f"{results.meta.get('seeds', '?')}, from {results.meta.get('seed', '?')}",
        "report": f"lamp {__version__}",
    }
    listed = "".join(
        element("dt", text(name)) + element("dd", text(value)) for name, value in facts.items()
    )
    parts = [element("h2", "How it was made"), element("dl", listed)]
    if results.failures:
        items = [element("li", text(f"{number}× {why}")) for why, number in results.failures]
        parts += [element("h3", "Failed runs"), element("ul", *items)]
    parts += [element("h3", "Methods"), *(element("p", text(one)) for one in _methods(report))]
    grid = results.meta.get("grid", "").strip()
    if grid:
        parts += [element("h3", "Grid"), element("pre", text_block(grid))]
    return element("section", *parts, id="making")


def text_block(content: str) -> str:
    """A text of several lines in which nothing is HTML."""
    return "\n".join(text(line) for line in content.splitlines())


def _methods(report: Report) -> Iterator[str]:
    tests = ", ".join(dict.fromkeys(table.test for table in report.tables))
    yield (
        "Cost is the number of actions; a run that does not reach the goal counts as its budget, "
        "as in the paper. Intervals hold the true value with 95 % confidence: Student’s for "
        "costs, Wilson’s for success rates."
    )
    yield (
        f"Every greediness is compared with UCT at the same number of rollouts ({tests}). A "
        "difference is significant at p < 0.05 divided by the comparisons in the row "
        "(Bonferroni). Published costs come without their spread; for their p-values, it is "
        "taken to be ours."
    )
    yield (
        "The optimum of a success rate is the maximal probability of ever reaching the goal, "
        "that of a cost the least expected one; neither knows a budget. By chance, results can "
        "be beyond it."
    )
