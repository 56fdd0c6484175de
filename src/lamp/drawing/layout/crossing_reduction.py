"""Crossing reduction: the second step of Sugiyama, Tagawa and Toda (1981).

Minimising the number of crossings is NP-hard, even for two layers (Garey and Johnson, 1983). The
layers are swept alternately down and up: each is sorted by the barycentre heuristic (Sugiyama and
others), then neighbours are transposed where that removes crossings (Gansner and others, 1993).
The best order of all sweeps is kept.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Sequence
from itertools import pairwise

from lamp.drawing.layout.layering import Layers, ProperLayering

MOST_SWEEPS, MOST_STEPS = 24, 240_000
"""The number of sweeps, and of steps of edges that all of them together read."""
MOST_TRANSPOSED = 6_000
"""Above this number of vertices neighbours are not transposed: it would take too long."""


def reduce_crossings(layering: ProperLayering) -> Layers:
    """The layers, each in an order with few crossings."""
    layers = _initial_order(layering)
    best, fewest = layers, count_crossings(layering, layers)
    for sweep in range(num_sweeps(layering, MOST_SWEEPS, MOST_STEPS)):
        layers = _barycentre_sweep(layering, layers, downwards=sweep % 2 == 0)
        if len(layering.above) <= MOST_TRANSPOSED:
            _transpose(layering, layers)
        crossings = count_crossings(layering, layers)
        if crossings < fewest:
            best, fewest = [list(layer) for layer in layers], crossings
        if not fewest:
            break
    return best


def num_sweeps(layering: ProperLayering, most: int, most_steps: int) -> int:
    """The number of sweeps for a drawing: fewer if it is large, but at least two."""
    steps = sum(map(len, layering.above))
    return max(2, min(most, most_steps // (steps + 1)))


def positions_in(layer: Iterable[int]) -> dict[int, int]:
    """The position of each vertex of a layer, counted from the left."""
    return {vertex: position for position, vertex in enumerate(layer)}


def count_crossings(layering: ProperLayering, layers: Layers) -> int:
    """The number of pairs of edges that cross between neighbouring layers."""
    total = 0
    for upper, lower in pairwise(layers):
        position = positions_in(upper)
        seen: list[int] = []
        for vertex in lower:
            ends = sorted(position[neighbour] for neighbour in layering.above[vertex])
            # Edges of the same vertex do not cross: compare with those of earlier ones only.
            total += sum(len(seen) - bisect_right(seen, end) for end in ends)
            for end in ends:
                insort(seen, end)
    return total


def _initial_order(layering: ProperLayering) -> Layers:
    """The layers in the order in which a depth-first search from the top visits the vertices."""
    visited: dict[int, None] = {}
    stack = [vertex for layer in reversed(layering.layers) for vertex in reversed(layer)]
    while stack:
        vertex = stack.pop()
        if vertex not in visited:
            visited[vertex] = None
            stack.extend(reversed(layering.below[vertex]))
    position = positions_in(visited)
    return [sorted(layer, key=position.__getitem__) for layer in layering.layers]


def _barycentre_sweep(layering: ProperLayering, layers: Layers, *, downwards: bool) -> Layers:
    """The layers sorted one after the other, each by the order of the layer before it."""
    neighbours = layering.above if downwards else layering.below
    ordered: Layers = []
    position: dict[int, int] = {}
    for layer in layers if downwards else reversed(layers):
        ordered.append(_by_barycentre(layer, neighbours, position))
        position = positions_in(ordered[-1])
    return ordered if downwards else ordered[::-1]


def _by_barycentre(
    layer: Sequence[int], neighbours: Sequence[Sequence[int]], position: dict[int, int]
) -> list[int]:
    """A layer by the mean position of each vertex's neighbours; vertices without any stay."""
    moving = [vertex for vertex in layer if neighbours[vertex]]
    mean = {v: sum(position[n] for n in neighbours[v]) / len(neighbours[v]) for v in moving}
    moved = iter(sorted(moving, key=mean.__getitem__))
    return [next(moved) if neighbours[vertex] else vertex for vertex in layer]


def _transpose(layering: ProperLayering, layers: Layers) -> None:
    """Exchange neighbours in each layer, in place, as long as that removes crossings."""
    for number, layer in enumerate(layers):
        above = positions_in(layers[number - 1]) if number else {}
        below = positions_in(layers[number + 1]) if number + 1 < len(layers) else {}
        ups = {vertex: [above[n] for n in layering.above[vertex]] for vertex in layer}
        downs = {vertex: [below[n] for n in layering.below[vertex]] for vertex in layer}
        while _transpose_once(layer, ups, downs):
            pass


def _transpose_once(
    layer: list[int], ups: dict[int, list[int]], downs: dict[int, list[int]]
) -> bool:
    """Exchange neighbours in a layer, in place, from left to right; whether any were exchanged."""
    changed = False
    for position in range(len(layer) - 1):
        left, right = layer[position : position + 2]
        if _gain(ups[left], ups[right]) + _gain(downs[left], downs[right]) > 0:
            layer[position : position + 2] = right, left
            changed = True
    return changed


def _gain(left: Sequence[int], right: Sequence[int]) -> int:
    """The number of crossings that go away when two neighbours with these edges are exchanged."""
    return sum((a > b) - (a < b) for a in left for b in right)
