"""Numbers, captions and sentences as all formats show them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from enum import StrEnum

from lamp.reporting.axes import axis_text
from lamp.reporting.summary import Wins
from lamp.reporting.tables import Cell, Table

MISSING = "–"


class Show(StrEnum):
    """The content of the cells of a table."""

    RESULT = "result"
    INTERVAL = "interval"
    P_VALUE = "p"
    DISTANCE = "distance"
    TIME = "time"

    def heading(self, table: Table) -> str:
        """The heading of a table with this content."""
        return {
            Show.RESULT: f"{table.metric.label} ({table.metric.direction})",
            Show.INTERVAL: f"{table.metric.label}, intervals of 95 % confidence",
            Show.P_VALUE: f"p-values against UCT ({table.test})",
            Show.DISTANCE: f"{table.metric.label}, distance to the optimum",
            Show.TIME: "milliseconds a decision",
        }[self]

    def text(self, cell: Cell | None, table: Table) -> str:
        """The text of a cell."""
        if cell is None:
            return MISSING
        if self is Show.INTERVAL:
            return interval_text(cell, table)
        if self is Show.P_VALUE:
            return p_text(cell.comparison.p_value) if cell.comparison else MISSING
        if self is Show.DISTANCE:
            return MISSING if cell.distance is None else number(cell.distance, table)
        if self is Show.TIME:
            return milliseconds(cell.statistics.decision_seconds)
        return number(cell.value, table) + partial(cell, table)


def number(value: float, table: Table) -> str:
    """A value of the table's metric, with as many decimals as its table has."""
    text = f"{value:.{table.decimals}f}"
    return text.lstrip("-") if float(text) == 0 else text


def signed(value: float, table: Table) -> str:
    """A difference of values of the table's metric."""
    text = f"{value:+.{table.decimals}f}"
    return text.replace("+", "±").replace("-", "±") if float(text) == 0 else text.replace("-", "−")


def partial(cell: Cell, table: Table) -> str:
    """The number of runs in brackets, where it is not the full one."""
    return "" if cell.statistics.runs == table.runs else f" ({cell.statistics.runs})"


def interval_text(cell: Cell, table: Table) -> str:
    """An interval of 95 % confidence."""
    low, high = cell.interval
    if math.isinf(low):
        return MISSING
    return f"{number(low, table)}–{number(high, table)}"


def p_text(p_value: float) -> str:
    """A p-value with four decimals; instead of 0.0000, an upper bound."""
    return "<0.0001" if p_value < 0.00005 else f"{p_value:.4f}"


def milliseconds(seconds: float | None) -> str:
    """A duration in milliseconds, three digits of it."""
    if seconds is None:
        return MISSING
    value = 1000 * seconds
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def caption(table: Table, show: Show = Show.RESULT) -> str:
    """The caption of a table."""
    phrases = [f"{table.title}: {show.heading(table)}", f"{table.runs} runs a cell"]
    if table.optimum is not None:
        phrases.append(f"optimum {number(table.optimum, table)}")
    if not table.complete:
        phrases.append(f"{table.done:,} of {table.planned * table.runs:,} runs so far")
    if table.failed:
        phrases.append(f"{table.failed:,} failed")
    return ", ".join(phrases)


def verdict(table: Table, won: Wins) -> str:
    """The rows in which LAMP or UCT dominates, as a sentence."""
    if not won.rows:
        return "Nothing was compared with UCT."
    paper = f" (in the paper: {won.published} of {won.published_rows})"
    text = f"LAMP dominates UCT in {won.lamp} of {won.rows} rows"
    text += paper if won.published is not None else ""
    if won.uct:
        text += f"; UCT dominates LAMP with every {table.axes.columns} in {won.uct}"
    return f"{text}."


def legend(table: Table) -> str:
    """The meaning of bold and underlined."""
    return (
        f"Underlined: the best of its row. Bold: LAMP dominates UCT in the same row "
        f"(p < {table.level:.4g}, {table.test})."
    )


def levels(tables: Iterable[Table]) -> str:
    """The significance levels of some tables: usually one number."""
    return " or ".join(f"{level:.4g}" for level in sorted({table.level for table in tables}))


def row_label(table: Table, row: int) -> str:
    """The label of a row."""
    return axis_text(table.rows[row])
