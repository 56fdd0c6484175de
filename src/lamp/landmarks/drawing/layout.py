"""A layered layout: boxes in rows, and lines that go up between them.

Lines run straight up while they are level with a row, and bend only between rows. So no line ever
runs through a box, whatever the graph.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple, TypeAlias

from lamp.landmarks.drawing.columns import NODE_GAP, place_columns
from lamp.landmarks.drawing.crossings import order_rows
from lamp.landmarks.drawing.layers import Edge, Layered, Rows, deal_rows, with_waypoints
from lamp.landmarks.drawing.ports import Ports, ports_of

LEAST_ROW_GAP, MOST_ROW_GAP = 40.0, 84.0
LEAST_ROW_WIDTH = 1400.0
"""Rows up to this width are never broken, however few boxes there are."""


class Size(NamedTuple):
    """How large a box is."""

    width: float
    height: float


class Box(NamedTuple):
    """A box by its left and its upper side; `y` grows downwards, as in SVG."""

    x: float
    y: float
    width: float
    height: float


class Straight(NamedTuple):
    """A part of a line that goes straight up at `x`."""

    x: float
    bottom: float
    top: float


Route: TypeAlias = tuple[Straight, ...]
"""The straight parts of a line from its lower end to its upper one; between them it bends."""


class _Band(NamedTuple):
    """The height at which a row is, and how high the row is."""

    top: float
    height: float

    @property
    def bottom(self) -> float:
        return self.top + self.height


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything is; all of it lies between 0 and the width and the height."""

    boxes: tuple[Box, ...]
    routes: tuple[Route, ...]
    width: float
    height: float


def arrange(
    sizes: Sequence[Size], edges: Sequence[Edge], at_bottom: Collection[int] = ()
) -> Layout:
    """The layout of boxes of some sizes, with a line for each edge, up from its first box.

    The edges must not go round in a circle. Boxes `at_bottom` are below all others where the edges
    allow it.
    """
    widths = [size.width for size in sizes]
    rows = deal_rows([width + NODE_GAP for width in widths], edges, at_bottom, _row_limit(sizes))
    layered = with_waypoints(rows, edges)
    rows = order_rows(layered)
    ports = ports_of(layered, rows, widths)
    middle = place_columns(layered, rows, widths, ports)
    bands = _bands(layered, rows, sizes, middle)
    boxes = tuple(map(_box, sizes, middle, bands))
    routes = tuple(_route(chain, ports, middle, boxes, bands) for chain in layered.chains)
    right_sides = [box.x + box.width for box in boxes]
    right_lines = [part.x for route in routes for part in route]
    return Layout(boxes, routes, max(right_sides + right_lines), bands[rows[-1][0]].bottom)


def _row_limit(sizes: Sequence[Size]) -> float:
    """The width at which a row is broken, so that many boxes make a page and not a ribbon."""
    area = sum((size.width + NODE_GAP) * (size.height + LEAST_ROW_GAP) for size in sizes)
    return max(LEAST_ROW_WIDTH, 1.6 * sqrt(area))


def _bands(
    layered: Layered, rows: Rows, sizes: Sequence[Size], middle: Sequence[float]
) -> list[_Band]:
    """The row of each vertex, as high as the highest box in it."""
    bands = [_Band(0.0, 0.0)] * len(middle)
    bottom = 0.0
    for at, row in enumerate(rows):
        top = bottom + _row_gap(layered, row, middle) if at else 0.0
        nodes = [vertex for vertex in row if not layered.is_waypoint(vertex)]
        band = _Band(top, max(sizes[node].height for node in nodes))
        bottom = band.bottom
        for vertex in row:
            bands[vertex] = band
    return bands


def _row_gap(layered: Layered, row: Sequence[int], middle: Sequence[float]) -> float:
    """The distance of a row from the one above: more where lines go far to the side."""
    reach = [abs(middle[lower] - middle[upper]) for lower in row for upper in layered.above[lower]]
    return min(MOST_ROW_GAP, LEAST_ROW_GAP + 0.12 * max(reach, default=0.0))


def _box(size: Size, middle: float, band: _Band) -> Box:
    """The box of a node, half-way between the top and the bottom of its row."""
    return Box(middle - size.width / 2, band.top + (band.height - size.height) / 2, *size)


def _route(
    chain: Sequence[int],
    ports: Ports,
    middle: Sequence[float],
    boxes: Sequence[Box],
    bands: Sequence[_Band],
) -> Route:
    """The straight parts of a line: out of its first box, past rows, and into its last box."""
    first, second, *_ = chain
    *_, last_but_one, last = chain
    out = middle[first] + ports.leave[first, second]
    into = middle[last] + ports.arrive[last_but_one, last]
    return (
        Straight(out, boxes[first].y, bands[first].top),
        *(Straight(middle[at], bands[at].bottom, bands[at].top) for at in chain[1:-1]),
        Straight(into, bands[last].bottom, boxes[last].y + boxes[last].height),
    )
