"""The SVG elements of single nodes and edges, and samples of them for the legend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from lamp.drawing.graph.labels import CELL_GAP, HEADING_HEIGHT, LINE_HEIGHT, Label
from lamp.drawing.graph.layered_graph import Edge, Node
from lamp.drawing.layout.sugiyama import Route
from lamp.drawing.svg.elements import element
from lamp.drawing.svg.geometry import Box
from lamp.drawing.svg.legend import SAMPLE_WIDTH
from lamp.drawing.svg.text import escaped

ARROW_HEAD = 8.0
"""The length of the head of an arrow."""
BASELINE, HEADING_BASELINE = 13.5, 10.5
"""The distance of the baseline of a line of text from its upper side."""
BORDER_GAP = 3.0
"""The distance between the two borders of a box that has two."""


def node_element(node: Node, box: Box) -> str:
    """A node: its box with the label in it, and a tooltip."""
    corner = min(box.height / 2, 14.0) if node.rounded else 4.0
    frames = [_frame(box, corner)]
    if node.double_border:
        frames.append(_frame(_inside(box), max(corner - BORDER_GAP, 2.0)))
    tooltip = element("title", escaped(node.label.tooltip))
    texts = _texts(node.label, box)
    return element("g", tooltip, *frames, *texts, class_=" ".join(node.classes), **node.data)


def edge_element(edge: Edge, route: Route) -> str:
    """An edge along a route, with the head of an arrow at its upper end."""
    return element(
        "path",
        class_=" ".join(["line", *edge.classes]),
        **edge.data,
        d=_path_data(route),
        marker_end=_head(edge.kind),
    )


def arrow_heads(kinds: Iterable[str]) -> str:
    """The heads of the arrows of some kinds of edges, for the edges to refer to."""
    size = {"markerWidth": ARROW_HEAD, "markerHeight": 8, "refX": 0, "refY": 4}
    return "".join(
        element(
            "marker",
            element("path", class_=f"head {kind}", d=f"M0 0L{ARROW_HEAD:g} 4L0 8z"),
            id=f"lamp-head-{kind}",
            markerUnits="userSpaceOnUse",
            orient="auto",
            **size,
        )
        for kind in kinds
    )


def box_sample(kind: str, *, rounded: bool, double_border: bool = False) -> str:
    """A small box of a kind."""
    outer = element("rect", x=1, y=4, width=32, height=16, rx=8 if rounded else 2)
    inner = element("rect", x=4, y=7, width=26, height=10, rx=5) if double_border else ""
    return element("g", outer, inner, class_=kind)


def edge_sample(kind: str) -> str:
    """A short arrow of a kind."""
    line = f"M1 12H{SAMPLE_WIDTH - ARROW_HEAD:g}"
    return element("path", class_=f"line {kind}", d=line, marker_end=_head(kind))


def text_element(text: str, x: str, y: str, kind: str) -> str:
    """A text at a position; the style sheet decides whether it is centred there."""
    return element("text", escaped(text), class_=kind, x=x, y=y)


def _head(kind: str) -> str:
    return f"url(#lamp-head-{kind})"


def _path_data(route: Route) -> str:
    """The `d` of a path: vertical level with layers, and a curve from layer to layer."""
    # The head of the arrow takes the last part of the route, so that its tip touches the box.
    end = route[-1].top + ARROW_HEAD
    commands = [f"M{route[0].x:.1f} {route[0].bottom:.1f}"]
    for lower, upper in pairwise(route):
        if abs(lower.x - upper.x) >= 0.05:
            y = max(upper.bottom, end + 2.0)
            halfway = (lower.top + y) / 2
            commands.append(f"V{lower.top:.1f}C{lower.x:.1f} {halfway:.1f}")
            commands.append(f" {upper.x:.1f} {halfway:.1f} {upper.x:.1f} {y:.1f}")
    return "".join([*commands, f"V{end:.1f}"])


def _inside(box: Box) -> Box:
    """The box inside the outer border of another one."""
    less = 2 * BORDER_GAP
    return Box(box.x + BORDER_GAP, box.y + BORDER_GAP, box.width - less, box.height - less)


def _frame(box: Box, corner: float) -> str:
    """A rectangle with rounded corners."""
    sides = {name: f"{value:.1f}" for name, value in box._asdict().items()}
    return element("rect", **sides, rx=f"{corner:.1f}")


def _texts(label: Label, box: Box) -> Iterator[str]:
    """The heading and the cells of a label: several columns begin at the left of each."""
    top = box.y + (box.height - label.text_height) / 2
    centre = box.x + box.width / 2
    if label.heading:
        y = top + HEADING_BASELINE
        yield text_element(label.heading, f"{centre:.1f}", f"{y:.1f}", "heading")
        top += HEADING_HEIGHT
    for number, line in enumerate(label.lines):
        y = top + number * LINE_HEIGHT + BASELINE
        x = centre - label.cells_width / 2
        for text, width in zip(line, label.cell_widths, strict=False):
            if len(label.cell_widths) == 1:
                yield text_element(text, f"{centre:.1f}", f"{y:.1f}", "cell")
            else:
                yield text_element(text, f"{x:.1f}", f"{y:.1f}", "first cell")
            x += width + CELL_GAP
