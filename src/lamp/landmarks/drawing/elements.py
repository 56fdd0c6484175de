"""The SVG elements of single landmarks and lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from lamp.landmarks.drawing.labels import CELL_GAP, HEADING_HEIGHT, LINE_HEIGHT, Label
from lamp.landmarks.drawing.layout import Box, Route
from lamp.landmarks.drawing.lines import LINE_KINDS, TO_GOAL, Line
from lamp.landmarks.drawing.text import escaped

ARROW_HEAD = 8.0
"""The length of the head of an arrow."""
BASELINE, HEADING_BASELINE = 13.5, 10.5
"""How far below the upper side of a line of text its letters stand."""
BORDER_GAP = 3.0
"""The distance between the two borders of a landmark that is part of the goal."""


def landmark_element(position: int, classes: Sequence[str], label: Label, box: Box) -> str:
    """A landmark: its box with the label in it, and the full text as a tooltip."""
    corner = min(box.height / 2, 14.0) if "atomic" in classes else 4.0
    frames = [_frame(box, corner)]
    if "in-goal" in classes:
        frames.append(_frame(_inside(box), max(corner - BORDER_GAP, 2.0)))
    return (
        f'<g class="landmark {" ".join(classes)}" data-landmark="{position}">'
        f"<title>{escaped(label.full)}</title>{''.join(frames)}{''.join(_texts(label, box))}</g>"
    )


def line_element(line: Line, route: Route, muted: bool) -> str:
    """A line along a route, with the head of an arrow at its upper end."""
    classes = ["line"] if line.kind == TO_GOAL else ["line", "ordering"]
    classes += [line.kind, "muted"] if muted else [line.kind]
    return (
        f'<path class="{" ".join(classes)}" data-before="{line.before}" '
        f'data-after="{line.after}" d="{_path_data(route)}" '
        f'marker-end="url(#lamp-head-{line.kind})"/>'
    )


def arrow_heads() -> str:
    """The heads of the arrows of all kinds of lines, for the lines to refer to."""
    return "".join(
        f'<marker id="lamp-head-{kind}" markerUnits="userSpaceOnUse" orient="auto" '
        f'markerWidth="{ARROW_HEAD:g}" markerHeight="8" refX="0" refY="4">'
        f'<path class="head {kind}" d="M0 0L{ARROW_HEAD:g} 4L0 8z"/></marker>'
        for kind in LINE_KINDS
    )


def _path_data(route: Route) -> str:
    """The `d` of a path: straight up level with rows, and a curve from row to row."""
    # The head of the arrow takes the end of the way, so that its tip touches the box.
    end = route[-1].top + ARROW_HEAD
    parts = [f"M{route[0].x:.1f} {route[0].bottom:.1f}"]
    for lower, upper in pairwise(route):
        if abs(lower.x - upper.x) >= 0.05:
            y = max(upper.bottom, end + 2.0)
            halfway = (lower.top + y) / 2
            parts.append(f"V{lower.top:.1f}C{lower.x:.1f} {halfway:.1f}")
            parts.append(f" {upper.x:.1f} {halfway:.1f} {upper.x:.1f} {y:.1f}")
    return "".join([*parts, f"V{end:.1f}"])


def _inside(box: Box) -> Box:
    """The box that leaves a small border of another one free."""
    less = 2 * BORDER_GAP
    return Box(box.x + BORDER_GAP, box.y + BORDER_GAP, box.width - less, box.height - less)


def _frame(box: Box, corner: float) -> str:
    """A rectangle with round corners."""
    return (
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" '
        f'height="{box.height:.1f}" rx="{corner:.1f}"/>'
    )


def _texts(label: Label, box: Box) -> Iterator[str]:
    """The heading and the cells of a label: several columns begin at the left of each."""
    top = box.y + (box.height - label.text_height) / 2
    centre = box.x + box.width / 2
    if label.heading:
        yield _text(label.heading, centre, top + HEADING_BASELINE, "heading")
        top += HEADING_HEIGHT
    for number, line in enumerate(label.lines):
        y = top + number * LINE_HEIGHT + BASELINE
        x = centre - label.cells_width / 2
        for text, width in zip(line, label.cell_widths, strict=False):
            if len(label.cell_widths) == 1:
                yield _text(text, centre, y, "cell")
            else:
                yield _text(text, x, y, "first cell")
            x += width + CELL_GAP


def _text(text: str, x: float, y: float, classes: str) -> str:
    """A text at a place; the style sheet says whether it is centred there."""
    return f'<text class="{classes}" x="{x:.1f}" y="{y:.1f}">{escaped(text)}</text>'
