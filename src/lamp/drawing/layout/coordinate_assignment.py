"""Coordinate assignment: the third step of Sugiyama, Tagawa and Toda (1981).

The objective is that of Gansner and others (1993): minimise the sum over all steps of edges of
strength · |x(lower) - x(upper) - shift|, where neighbours in a layer keep a least distance. It is
minimised layer by layer. For squares instead of absolute values, the best coordinates of a layer
are an isotonic regression; weights of 1 / |difference| turn squares into absolute values
(iteratively reweighted least squares).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import NamedTuple, TypeAlias

from lamp.drawing.layout.crossing_reduction import num_sweeps
from lamp.drawing.layout.layering import Layers, ProperLayering
from lamp.drawing.layout.ports import Ports

NODE_GAP = 24.0
EDGE_GAP = 14.0
"""The distance from an edge that passes a layer to the nodes and edges beside it."""
MOST_SWEEPS, MOST_STEPS = 400, 600_000
ONE_SIDED_SWEEPS = 20
"""First sweeps, which read the previous layer only: a move spreads through the whole drawing."""
FIRST_LEAST, LAST_LEAST = 200.0, 0.5
"""Differences below these, in the first sweep and in the last, count by their squares."""
NEARLY_STRAIGHT = 6.0
"""A step whose difference is below this is made straight in the end, if there is room."""
STRENGTHS = (2.0, 3.0, 8.0)
"""The weight of a step in the objective, by the number of dummy vertices at its ends."""


class _Spring(NamedTuple):
    """A step of an edge, as its lower or its upper vertex sees it."""

    neighbour: int
    shift: float
    """The distance of the vertex to the right of the neighbour when the step is straight."""
    strength: float


_Springs: TypeAlias = list[list[_Spring]]
"""The springs of each vertex."""


class _Target(NamedTuple):
    """A wanted coordinate, and its weight in the regression."""

    x: float
    weight: float


class _Layer(NamedTuple):
    """A layer, and the least distance of each of its vertices from the first one."""

    vertices: Sequence[int]
    distances: Sequence[float]

    def fit(self, targets: Sequence[_Target], xs: list[float]) -> None:
        """Set the coordinates of the vertices, in place, as close to targets as gaps allow."""
        pairs = zip(targets, self.distances, strict=True)
        shifted = [_Target(x - distance, weight) for (x, weight), distance in pairs]
        fitted = zip(self.vertices, _isotonic_regression(shifted), self.distances, strict=True)
        for vertex, x, distance in fitted:
            xs[vertex] = x + distance


def assign_coordinates(
    layering: ProperLayering, layers: Layers, widths: Sequence[float], ports: Ports
) -> list[float]:
    """The centre of each vertex from left to right, where 0 is the left side of the drawing."""
    half = [width / 2 for width in widths] + [0.0] * (len(layering.above) - layering.num_nodes)
    spaced = [_spaced(layering, layer, half) for layer in layers]
    xs = [0.0] * len(half)
    for layer in spaced:
        layer.fit([_Target(x - layer.distances[-1] / 2, 1.0) for x in layer.distances], xs)
    up, down = _springs(layering, ports)
    _sweep(spaced, (up, down), xs, num_sweeps(layering, MOST_SWEEPS, MOST_STEPS))
    _straighten(spaced, (up, down), xs)
    left = min(xs[layer[0]] - half[layer[0]] for layer in layers)
    return [x - left for x in xs]


def _spaced(layering: ProperLayering, layer: Sequence[int], half: Sequence[float]) -> _Layer:
    """The layer with the least distances of its vertices; `half` has half of each width."""
    distances = [0.0]
    for left, right in pairwise(layer):
        beside_edge = layering.is_dummy(left) or layering.is_dummy(right)
        gap = EDGE_GAP if beside_edge else NODE_GAP
        distances.append(distances[-1] + half[left] + gap + half[right])
    return _Layer(layer, distances)


def _springs(layering: ProperLayering, ports: Ports) -> tuple[_Springs, _Springs]:
    """The springs of each vertex to those above it, and to those below it."""
    up: _Springs = [[] for _ in layering.above]
    down: _Springs = [[] for _ in layering.above]
    for lower, neighbours in enumerate(layering.above):
        for upper in neighbours:
            strength = STRENGTHS[layering.is_dummy(lower) + layering.is_dummy(upper)]
            # Of many edges at a node few can be straight, so each of them weighs less.
            strength /= sqrt(max(len(neighbours), len(layering.below[upper])))
            shift = ports.shift(lower, upper)
            up[lower].append(_Spring(upper, shift, strength))
            down[upper].append(_Spring(lower, -shift, strength))
    return up, down


def _sweep(
    layers: Sequence[_Layer], springs: tuple[_Springs, _Springs], xs: list[float], times: int
) -> None:
    """Move all layers, in place, some times over, towards the minimum of the objective."""
    up, down = springs
    both = [above + below for above, below in zip(up, down, strict=True)]
    for sweep in range(times):
        downwards = sweep % 2 == 0
        read = both
        if sweep < min(ONE_SIDED_SWEEPS, times / 2):
            read = up if downwards else down
        # At first squares move groups of vertices together; in the end edges become straight.
        least = max(LAST_LEAST, FIRST_LEAST * (1 - sweep / times) ** 3)
        for layer in layers if downwards else reversed(layers):
            layer.fit([_target(v, read[v], xs, least) for v in layer.vertices], xs)


def _target(vertex: int, springs: Sequence[_Spring], xs: Sequence[float], least: float) -> _Target:
    """The weighted mean of the coordinates at which the steps of a vertex are straight."""
    here = xs[vertex]
    # A vertex without neighbours stays where it is, unless there is no room for it.
    sum_of_weights, total = 1e-6, 1e-6 * here
    for neighbour, shift, strength in springs:
        x = xs[neighbour] + shift
        weight = strength / max(abs(x - here), least)
        sum_of_weights += weight
        total += weight * x
    return _Target(total / sum_of_weights, sum_of_weights)


def _straighten(
    layers: Sequence[_Layer], springs: tuple[_Springs, _Springs], xs: list[float]
) -> None:
    """Move all layers, in place, so that nearly straight steps become straight."""
    up, down = springs
    for ordered, read in ((layers, up), (layers[::-1], down)) * 2:
        for layer in ordered:
            layer.fit([_straight_target(v, read[v], xs) for v in layer.vertices], xs)


def _straight_target(vertex: int, springs: Sequence[_Spring], xs: Sequence[float]) -> _Target:
    """The closest coordinate at which a step of the vertex is straight, if it is close."""
    here = xs[vertex]
    straight = [xs[spring.neighbour] + spring.shift for spring in springs]
    nearest = min(straight, key=lambda x: abs(x - here), default=None)
    if nearest is None or abs(nearest - here) > NEARLY_STRAIGHT:
        return _Target(here, 0.01)
    return _Target(nearest, 1.0)


def _isotonic_regression(targets: Sequence[_Target]) -> list[float]:
    """The non-decreasing numbers closest to the targets, by weighted least squares.

    Pool adjacent violators (Ayer and others, 1955): a mean that is smaller than the one before it
    is merged with it.
    """
    pools: list[tuple[float, float, int]] = []
    for x, target_weight in targets:
        mean, weight, count = x, target_weight, 1
        while pools and pools[-1][0] > mean:
            other_mean, other_weight, other_count = pools.pop()
            mean = (mean * weight + other_mean * other_weight) / (weight + other_weight)
            weight, count = weight + other_weight, count + other_count
        pools.append((mean, weight, count))
    return [mean for mean, _, count in pools for _ in range(count)]
