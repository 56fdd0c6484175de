"""A table as heat maps: ours, the paper's, their difference, distances to the optimum, p-values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from lamp.reporting.formatting import (
    MISSING,
    Show,
    interval_text,
    milliseconds,
    number,
    p_text,
    partial,
    row_label,
    signed,
)
from lamp.reporting.heatmap_scale import intensity
from lamp.reporting.page.elements import classes, element, text
from lamp.reporting.paper import Published
from lamp.reporting.summary import CHANCE
from lamp.reporting.tables import Cell, Table

VIEWS = {
    "ours": "ours",
    "paper": "the paper’s",
    "difference": "ours minus the paper’s",
    "distance": "distance to the optimum",
    "p": "p-values against UCT",
}
"""The heat maps of a table, with their captions."""
MANY = 8
"""With more columns than this, their names are vertical, and cells are narrow."""


class Shown(NamedTuple):
    """The look of a cell of a heat map."""

    content: str
    """HTML."""
    intensity: float = 0.0
    """From 0 to 1; below 0, down to -1, in the colour of what is worse."""
    best: bool = False
    title: str | None = None


def heatmaps(table: Table) -> str:
    """All heat maps of a table; the style sheet shows those that are chosen."""
    return element("div", *_maps(table), class_="maps")


def _maps(table: Table) -> Iterator[str]:
    ours, theirs = table.row, table.their_row
    yield _map(table, "ours", lambda row: [_ours(cell, table) for cell in ours(row)])
    if table.theirs:
        yield _map(table, "paper", lambda row: [_theirs(cell, table) for cell in theirs(row)])
        widest = max((abs(gain) for gain in _gains(table)), default=0.0) or 1.0
        yield _map(
            table,
            "difference",
            lambda row: [_difference(cell, table, widest) for cell in ours(row)],
        )
    if table.optimum is not None:
        yield _map(table, "distance", lambda row: [_distance(cell, table) for cell in ours(row)])
    if table.baseline is not None:
        yield _map(table, "p", lambda row: [_p_value(cell) for cell in ours(row)])


def _map(table: Table, view: str, show: Callable[[int], list[Shown | None]]) -> str:
    """One heat map, in the layout of the paper; of its numbers, the columns that it has."""
    cells = [show(index) for index in range(len(table.rows))]
    of_paper = view in ("paper", "difference")
    columns: Sequence[int] = table.their_columns if of_paper else range(len(table.columns))
    axis = "greediness α" if table.axes.columns == "greediness" else table.axes.columns
    above = element("th", text(axis), colspan=len(columns), scope="colgroup")
    corner = element("th", text(table.axes.rows), scope="col", rowspan=2, class_="corner")
    headings = [
        element("th", element("span", text(table.heading(column))), scope="col", class_="name")
        if len(columns) > MANY
        else element("th", text(table.heading(column)), scope="col")
        for column in columns
    ]
    head = element("thead", element("tr", corner, above), element("tr", *headings))
    lines = []
    for index, row in enumerate(cells):
        label = element("th", text(row_label(table, index)), scope="row")
        lines.append(element("tr", label, *(_cell(row[column]) for column in columns)))
    return element(
        "table",
        element("caption", text(VIEWS[view])),
        head,
        element("tbody", "\n".join(lines)),
        class_=f"heat {'many' if len(columns) > MANY else ''}".strip(),
        data_view=view,
    )


def _cell(shown: Shown | None) -> str:
    if shown is None:
        return element("td", MISSING, class_="missing")
    return element(
        "td",
        shown.content,
        style=f"--heat:{abs(shown.intensity):.2f}",
        class_=classes(worse=shown.intensity < 0, best=shown.best),
        title=shown.title,
    )


def _marked(content: str, *, best: bool, significant: bool) -> str:
    """A number: underlined, and bold with a star, so that no meaning is in a colour alone."""
    content = element("u", content) if best else content
    return f"<b>{content}</b><sup>*</sup>" if significant else content


def _ours(cell: Cell | None, table: Table) -> Shown | None:
    if cell is None:
        return None
    better = bool(cell.comparison and cell.comparison.better)
    content = _marked(text(number(cell.value, table)), best=cell.best, significant=better)
    content += element("small", text(partial(cell, table))) if partial(cell, table) else ""
    interval = text(interval_text(cell, table)).replace("–", "–<wbr />")
    content += element("small", interval, class_="interval")
    return Shown(content, intensity(cell.value, table), cell.best, tooltip(cell, table))


def _theirs(theirs: Published | None, table: Table) -> Shown | None:
    if theirs is None:
        return None
    value = text(number(theirs.value, table))
    content = _marked(value, best=theirs.best, significant=theirs.significant)
    return Shown(content, intensity(theirs.value, table), theirs.best)


def _gains(table: Table) -> Iterator[float]:
    """The gains of our cells over the paper's."""
    for cell in table.cells.values():
        if cell.published:
            yield table.metric.gain(cell.value, cell.published.value)


def _difference(cell: Cell | None, table: Table, widest: float) -> Shown | None:
    theirs = cell.published if cell else None
    if cell is None or theirs is None:
        return None
    gain = table.metric.gain(cell.value, theirs.value)
    content = text(signed(theirs.difference, table))
    title = None
    if theirs.p_value is not None:
        title = f"p = {p_text(theirs.p_value)} if both had the same truth behind them"
        content += element("sup", "≠") if theirs.p_value < CHANCE else ""
    return Shown(content, gain / widest, title=title)


def _distance(cell: Cell | None, table: Table) -> Shown | None:
    if cell is None or cell.distance is None:
        return None
    return Shown(text(number(cell.distance, table)), intensity(cell.value, table), cell.best)


def _p_value(cell: Cell | None) -> Shown | None:
    if cell is None or cell.comparison is None:
        return None
    content = text(p_text(cell.comparison.p_value))
    content = _marked(content, best=False, significant=cell.comparison.better)
    content += " UCT" if cell.comparison.worse else ""
    intensity = float(cell.comparison.better) - float(cell.comparison.worse)
    return Shown(content, intensity * 0.6)


def tooltip(cell: Cell, table: Table) -> str:
    """The tooltip of a cell."""
    phrases = [f"{number(cell.value, table)}, 95 % interval {interval_text(cell, table)}"]
    if cell.comparison:
        phrases.append(f"p = {p_text(cell.comparison.p_value)} against UCT")
    if cell.distance is not None:
        phrases.append(f"{Show.DISTANCE.text(cell, table)} from the optimum")
    phrases.append(f"{milliseconds(cell.statistics.decision_seconds)} ms a decision")
    phrases.append(f"{cell.statistics.runs} runs, {cell.statistics.goals} of them reached the goal")
    return "; ".join(phrases)
