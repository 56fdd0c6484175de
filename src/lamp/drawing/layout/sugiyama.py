"""The layered layout of Sugiyama, Tagawa and Toda (1981): boxes in layers, edges that go up.

The steps are layering, crossing reduction and coordinate assignment, one file each. Edges are
vertical where they are level with a layer, and bend only between layers; so no edge runs through a
box.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple, TypeAlias

from lamp.drawing.layout.coordinate_assignment import NODE_GAP, assign_coordinates
from lamp.drawing.layout.crossing_reduction import reduce_crossings
from lamp.drawing.layout.layering import (
    Edge,
    Layers,
    ProperLayering,
    assign_layers,
    with_dummies,
)
from lamp.drawing.layout.ports import Ports, assign_ports
from lamp.drawing.svg.geometry import Box, Size

LEAST_LAYER_GAP, MOST_LAYER_GAP = 40.0, 84.0
LEAST_LAYER_WIDTH = 1400.0
"""Layers up to this width are never broken, however few boxes there are."""


class Segment(NamedTuple):
    """A vertical part of an edge."""

    x: float
    bottom: float
    top: float


Route: TypeAlias = tuple[Segment, ...]
"""The vertical segments of an edge from its lower end to its upper one; between them it bends."""


class _Band(NamedTuple):
    """The upper side of a layer, and its height."""

    top: float
    height: float

    @property
    def bottom(self) -> float:
        return self.top + self.height


@dataclass(frozen=True, slots=True)
class Layout:
    """Boxes and routes of edges; all of it lies between 0 and the width and the height."""

    boxes: tuple[Box, ...]
    routes: tuple[Route, ...]
    width: float
    height: float


def layered_layout(
    sizes: Sequence[Size], edges: Sequence[Edge], at_bottom: Collection[int] = ()
) -> Layout:
    """The layout of boxes of some sizes, with a route for each edge, up from its first box.

    The edges must be acyclic. Boxes `at_bottom` are below all others where the edges allow it.
    """
    widths = [size.width for size in sizes]
    layers = assign_layers(
        [width + NODE_GAP for width in widths], edges, at_bottom, _width_limit(sizes)
    )
    layering = with_dummies(layers, edges)
    layers = reduce_crossings(layering)
    ports = assign_ports(layering, layers, widths)
    xs = assign_coordinates(layering, layers, widths, ports)
    bands = _bands(layering, layers, sizes, xs)
    boxes = tuple(map(_box, sizes, xs, bands))
    routes = tuple(_route(chain, ports, xs, boxes, bands) for chain in layering.chains)
    right_sides = [box.x + box.width for box in boxes]
    right_edges = [segment.x for route in routes for segment in route]
    return Layout(boxes, routes, max(right_sides + right_edges), bands[layers[-1][0]].bottom)


def _width_limit(sizes: Sequence[Size]) -> float:
    """The width at which a layer is broken: many boxes then fill a page of ordinary shape."""
    area = sum((size.width + NODE_GAP) * (size.height + LEAST_LAYER_GAP) for size in sizes)
    return max(LEAST_LAYER_WIDTH, 1.6 * sqrt(area))


def _bands(
    layering: ProperLayering, layers: Layers, sizes: Sequence[Size], xs: Sequence[float]
) -> list[_Band]:
    """The band of each vertex: that of its layer, as high as the highest box in it."""
    bands = [_Band(0.0, 0.0)] * len(xs)
    bottom = 0.0
    for number, layer in enumerate(layers):
        top = bottom + _layer_gap(layering, layer, xs) if number else 0.0
        nodes = [vertex for vertex in layer if not layering.is_dummy(vertex)]
        band = _Band(top, max(sizes[node].height for node in nodes))
        bottom = band.bottom
        for vertex in layer:
            bands[vertex] = band
    return bands


def _layer_gap(layering: ProperLayering, layer: Sequence[int], xs: Sequence[float]) -> float:
    """The distance of a layer from the one above: more where edges go far to the side."""
    reach = [abs(xs[lower] - xs[upper]) for lower in layer for upper in layering.above[lower]]
    return min(MOST_LAYER_GAP, LEAST_LAYER_GAP + 0.12 * max(reach, default=0.0))


def _box(size: Size, x: float, band: _Band) -> Box:
    """The box of a node, half-way between the top and the bottom of its layer."""
    return Box(x - size.width / 2, band.top + (band.height - size.height) / 2, *size)


def _route(
    chain: Sequence[int],
    ports: Ports,
    xs: Sequence[float],
    boxes: Sequence[Box],
    bands: Sequence[_Band],
) -> Route:
    """The segments of an edge: out of its first box, past layers, and into its last box."""
    first, second, *_ = chain
    *_, last_but_one, last = chain
    out = xs[first] + ports.leave[first, second]
    into = xs[last] + ports.arrive[last_but_one, last]
    return (
        Segment(out, boxes[first].y, bands[first].top),
        *(Segment(xs[dummy], bands[dummy].bottom, bands[dummy].top) for dummy in chain[1:-1]),
        Segment(into, bands[last].bottom, boxes[last].y + boxes[last].height),
    )
