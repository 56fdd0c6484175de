"""Landmark graphs as SVG: the goal on top, arrows from what is earlier up to what is later."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from lamp.landmarks.drawing.elements import arrow_heads, landmark_element, line_element
from lamp.landmarks.drawing.labels import label_of
from lamp.landmarks.drawing.layout import Layout, arrange
from lamp.landmarks.drawing.legend import entries_for, legend_svg
from lamp.landmarks.drawing.lines import lines_of, renumbered
from lamp.landmarks.drawing.text import cut, escaped
from lamp.landmarks.drawing.theme import STYLE
from lamp.landmarks.graph import LandmarkGraph
from lamp.task import Task

MARGIN = 28.0
HEADER_HEIGHT = 64.0
NAME_SIZE = 20.0
"""By which the name is measured: a little more than its size, as it is bold."""
LEAST_WIDTH = 520.0


def to_svg(
    whole: LandmarkGraph,
    task: Task,
    *,
    shown: Collection[int] | None = None,
    legend: bool = True,
) -> str:
    """The drawing of a landmark graph as the text of an SVG file, in ASCII.

    Landmarks that hold initially are grey and at the bottom; `shown=graph.pursued(task.initial)`
    leaves them out. Natural orderings that follow from a path of others are not drawn. Elements
    have the positions of landmarks in the whole graph as `data-landmark`, `data-before` and
    `data-after`.
    """
    numbers = sorted({*shown, whole.goal}) if shown is not None else range(len(whole.landmarks))
    graph = whole.restricted(numbers)
    lines = lines_of(graph)
    positions = range(len(graph.landmarks))
    labels = [label_of(graph, position, task) for position in positions]
    classes = [_classes(graph, position, task) for position in positions]
    trivial = {at for at in range(graph.goal) if "trivial" in classes[at]}
    edges = [(line.before, line.after) for line in lines.drawn]
    layout = arrange([label.size for label in labels], edges, trivial)
    muted = [line.before in trivial for line in lines.drawn]
    elements = [
        *map(line_element, renumbered(lines.drawn, numbers), layout.routes, muted),
        *map(landmark_element, numbers, classes, labels, layout.boxes),
    ]
    width = max(layout.width, LEAST_WIDTH)
    below = legend_svg(entries_for(classes, lines) if legend else (), width)
    page = _page(task.name, _header(graph, task, width), layout, elements, below)
    # No encoding of a terminal or a file can then make it another text.
    return page.encode("ascii", "xmlcharrefreplace").decode("ascii")


def _classes(graph: LandmarkGraph, position: int, task: Task) -> list[str]:
    """The classes of a landmark, by which the style sheet and pages know it."""
    landmark = graph.landmarks[position]
    goal = graph.landmarks[graph.goal].condition
    possible = {
        "goal": position == graph.goal,
        "trivial": landmark.holds(task.initial),
        "in-goal": position != graph.goal and landmark.is_part_of(goal),
    }
    return [landmark.kind.value, *(name for name, applies in possible.items() if applies)]


def _header(graph: LandmarkGraph, task: Task, width: float) -> list[str]:
    """The name of the task, and how much there is."""
    counts = [_counted(graph.landmarks, "landmark"), _counted(graph.orderings, "ordering")]
    direction = ["earlier below, later above"] if len(graph.landmarks) > 1 else []
    note = " · ".join(counts + direction)
    return [
        f'<text class="name" x="0" y="16">{escaped(cut(task.name, width, NAME_SIZE))}</text>',
        f'<text class="note" x="0" y="36">{note}</text>',
    ]


def _counted(things: Sequence[object], noun: str) -> str:
    """The number of some things with the noun for them."""
    return f"{len(things)} {noun}" if len(things) == 1 else f"{len(things)} {noun}s"


def _page(
    name: str,
    header: Iterable[str],
    layout: Layout,
    elements: Iterable[str],
    legend: tuple[str, float],
) -> str:
    """A whole SVG file, which needs nothing outside of it and scales to any size."""
    width = max(layout.width, LEAST_WIDTH)
    legend_top = HEADER_HEIGHT + layout.height + (MARGIN if legend[0] else 0.0)
    right, bottom = f"{width + 2 * MARGIN:.0f}", f"{legend_top + legend[1] + 2 * MARGIN:.0f}"
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" class="lamp-drawing" role="img"',
        f'width="{right}" height="{bottom}" viewBox="0 0 {right} {bottom}">',
        f"<title>{escaped(name)}</title>",
        f"<style>{STYLE}</style>",
        f"<defs>{arrow_heads()}</defs>",
        '<rect class="paper" width="100%" height="100%"/>',
        _group(0.0, 0.0, header),
        _group((width - layout.width) / 2, HEADER_HEIGHT, elements),
        _group(0.0, legend_top, [legend[0]]),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _group(x: float, y: float, elements: Iterable[str]) -> str:
    """Some elements moved to a place inside the margin."""
    inside = "\n".join(elements)
    return f'<g transform="translate({MARGIN + x:.1f} {MARGIN + y:.1f})">\n{inside}\n</g>'
