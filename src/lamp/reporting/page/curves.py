"""Charts: results over rollouts and over time, with intervals, and the optimum as a line."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from lamp.reporting.axes import axis_text
from lamp.reporting.formatting import number
from lamp.reporting.metrics import Metric
from lamp.reporting.page.elements import element, text
from lamp.reporting.page.heatmaps import tooltip
from lamp.reporting.page.scales import Scale, fitting
from lamp.reporting.tables import Table

WIDTH, HEIGHT = 480, 300
LEFT, RIGHT, TOP, BOTTOM = 44, 472, 26, 254
"""The area in which lines are drawn."""
STYLES = 6
"""Colours, each with a mark of its own."""
SETTLED = 10
"""Runs from which on intervals widen the scale; those of fewer are cut."""
DODGE = 1.6
"""Pixels between the whiskers of neighbouring lines, which would hide each other."""
_MARKS = (
    "M-3.4 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0z",
    "M-3.1-3.1h6.2v6.2h-6.2z",
    "M0-4.2L4 3H-4z",
    "M0-4.4L4.4 0L0 4.4L-4.4 0z",
    "M0 4.2L4-3H-4z",
    "M-4-1.2h2.8V-4h2.4v2.8H4v2.4H1.2V4h-2.4V1.2H-4z",
)


class Point(NamedTuple):
    """A cell in a chart."""

    x: float
    value: float
    low: float
    high: float
    settled: bool
    """Whether there are runs enough for the interval to mean something."""
    title: str


def over_rows(table: Table, focus: str = "") -> str:
    """The chart over the rows of a table, usually rollouts; nothing if there is only one."""
    numbers = [float(row) if not isinstance(row, str) else math.inf for row in table.rows]
    even = not all(map(math.isfinite, numbers))
    xs = [float(index) for index in range(len(numbers))] if even else numbers
    if len(xs) < 2:
        return ""
    ticks = {x: axis_text(row) for x, row in zip(xs, table.rows, strict=True)}
    drawn = styles(table, focus)
    return _chart(table, drawn, lambda row, _: xs[row], (f"{table.axes.rows}", ticks))


def over_time(table: Table, focus: str = "") -> str:
    """The chart over the time of a decision; nothing where there are no times."""
    drawn = styles(table, focus)
    return _chart(
        table, drawn, lambda row, column: _seconds(table, row, column), ("time a decision", None)
    )


def _seconds(table: Table, row: int, column: int) -> float | None:
    return table.cells[row, column].statistics.decision_seconds or None


class Style(NamedTuple):
    """The look of the curve of a column."""

    rank: int
    """Its colour, mark and place; after as many as there are colours they come again."""
    shown: bool
    """Whether it is shown initially."""

    @property
    def mark(self) -> str:
        """The shape of its points."""
        return _MARKS[self.rank % STYLES]

    @property
    def class_(self) -> str:
        """Its classes in the style sheet."""
        again = " again" if self.rank >= STYLES else ""
        return f"series series-{self.rank % STYLES}{again}"


def styles(table: Table, focus: str) -> list[Style]:
    """For each column how it is drawn; of many, those that are compared come first."""
    columns = range(len(table.columns))
    if len(columns) <= STYLES:
        return [Style(column, shown=True) for column in columns]
    first = [
        column
        for column in columns
        if table.greediness[column] is not None or table.heading(column) == focus
    ]
    order = [*first, *(column for column in columns if column not in first)]
    return [Style(order.index(column), shown=order.index(column) < STYLES) for column in columns]


def legend(table: Table, focus: str = "") -> str:
    """The lines of both charts by name; a button for each shows and hides it."""
    items = []
    for column, style in enumerate(styles(table, focus)):
        mark = element("path", d=style.mark, class_="mark", transform="translate(14 7)")
        line = element("path", d="M0 7H28", class_="line")
        picture = element("svg", line, mark, viewBox="0 0 28 14", width=28, height=14)
        heading = table.heading(column)
        name = f"α = {heading}" if table.axes.columns == "greediness" else heading
        items.append(
            element(
                "button",
                picture,
                text(name),
                type="button",
                class_=style.class_,
                aria_pressed=str(style.shown).lower(),
                data_series=column,
            )
        )
    return element("div", *items, class_="legend", role="group", aria_label="lines")


def _chart(
    table: Table,
    drawn: list[Style],
    x_of: Callable[[int, int], float | None],
    x_axis: tuple[str, dict[float, str] | None],
) -> str:
    x_title, x_ticks = x_axis
    lines = _lines(table, x_of)
    xs = [point.x for points in lines.values() for point in points]
    if len(set(xs)) < 2:
        return ""
    across = fitting(xs + list(x_ticks or ()), LEFT + 8, RIGHT - 8)
    up = _vertical(table, [point for points in lines.values() for point in points])
    elements = [*_grid(table, across, up, x_ticks), *_optimum(table, up)]
    for column, points in lines.items():
        elements.append(_line(column, drawn[column], points, (across, up), len(drawn)))
    elements.append(_label(x_title, (LEFT + RIGHT) / 2, HEIGHT - 6, "title"))
    kind = " (logarithmic)" if up.logarithmic else ""
    elements.append(_label(table.metric.label + kind, 4, 14, "title start"))
    name = f"{table.title}: {table.metric.label} over {x_title}"
    return element(
        "svg",
        element("title", text(name)),
        *elements,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        class_="chart",
        role="img",
    )


def _lines(table: Table, x_of: Callable[[int, int], float | None]) -> dict[int, list[Point]]:
    """The points of each column, from left to right."""
    points_of: dict[int, list[Point]] = {column: [] for column in range(len(table.columns))}
    for (row, column), cell in table.cells.items():
        x = x_of(row, column)
        if x is not None:
            low, high = cell.interval if math.isfinite(cell.interval[0]) else (cell.value,) * 2
            where = f"{table.axes.rows} {axis_text(table.rows[row])}, {table.heading(column)}"
            title = f"{where}: {tooltip(cell, table)}"
            settled = cell.statistics.runs >= SETTLED
            points_of[column].append(Point(x, cell.value, low, high, settled, title))
    return {column: sorted(points) for column, points in points_of.items()}


def _vertical(table: Table, points: list[Point]) -> Scale:
    if table.metric is Metric.SUCCESS:
        return Scale(-0.02, 1.02, BOTTOM, TOP)
    ends = [point.value for point in points]
    for point in points:
        ends += [point.low, point.high] if point.settled else []
    ends += [] if table.optimum is None else [table.optimum]
    return fitting(ends, BOTTOM, TOP, margin=0.04)


def _grid(
    table: Table, across: Scale, up: Scale, x_ticks: dict[float, str] | None
) -> Iterator[str]:
    for value in up.ticks():
        y = up.place(value)
        yield element("path", d=f"M{LEFT} {y:.1f}H{RIGHT}", class_="grid")
        shown = f"{value:.1f}" if table.metric is Metric.SUCCESS else f"{value:g}"
        yield _label(shown, LEFT - 6, y + 4, "tick end")
    named = x_ticks or {tick: _duration(tick) for tick in across.ticks()}
    last = -math.inf
    for value, name in named.items():
        x = across.place(value)
        yield element("path", d=f"M{x:.1f} {TOP}V{BOTTOM}", class_="grid")
        if x - last >= 7 * len(name) + 4:
            yield _label(name, x, BOTTOM + 17, "tick")
            last = x


def _optimum(table: Table, up: Scale) -> Iterator[str]:
    if table.optimum is not None:
        y = up.place(table.optimum)
        yield element("path", d=f"M{LEFT} {y:.1f}H{RIGHT}", class_="optimum")
        above = y - 5 if y - 16 > TOP else y + 14
        name = f"optimum {number(table.optimum, table)}"
        yield _label(name, LEFT + 4, above, "optimum-name")


def _line(
    column: int, style: Style, points: list[Point], scales: tuple[Scale, Scale], of: int
) -> str:
    """A line with its intervals as whiskers and a mark at each point; one of so many."""
    across, up = scales
    shift = (style.rank % STYLES - (min(of, STYLES) - 1) / 2) * DODGE
    points_on_page = [(across.place(point.x) + shift, up.place(point.value)) for point in points]
    elements = []
    if len(points_on_page) > 1:
        way = "L".join(f"{x:.1f} {y:.1f}" for x, y in points_on_page)
        elements.append(element("path", d=f"M{way}", class_="line"))
    for point, (x, y) in zip(points, points_on_page, strict=True):
        low, high = (up.place(min(max(end, up.low), up.high)) for end in (point.low, point.high))
        whisker = element("path", d=f"M{x:.1f} {low:.1f}V{high:.1f}", class_="whisker")
        move = f"translate({x:.1f} {y:.1f})"
        mark = element("path", d=style.mark, class_="mark", transform=move)
        elements.append(element("g", element("title", text(point.title)), whisker, mark))
    gone = "" if style.shown else " gone"
    return element("g", *elements, class_=style.class_ + gone, data_series=column)


def _label(content: str, x: float, y: float, class_: str) -> str:
    return element("text", text(content), x=f"{x:.1f}", y=f"{y:.1f}", class_=class_)


def _duration(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size * 0.999:
            return f"{seconds / size:g} {unit}"
    return f"{seconds / 1e-9:g} ns"
