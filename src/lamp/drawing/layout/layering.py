"""Layering: the first step of Sugiyama, Tagawa and Toda (1981).

Layers are counted from the top. Every edge leads from a node to one in a higher layer. An edge
that spans several layers gets a dummy vertex in each layer that it passes: the layering is then
proper, which means that every step of an edge leads from one layer to the next.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import TypeAlias

Edge: TypeAlias = tuple[int, int]
"""From a node to one that comes later, which is drawn above it."""
Layers: TypeAlias = list[list[int]]
"""The vertices of each layer, from left to right; the first layer is on top."""


@dataclass(frozen=True, slots=True)
class ProperLayering:
    """Nodes and dummy vertices in layers; the vertices with the smallest numbers are the nodes."""

    num_nodes: int
    layers: Layers
    chains: tuple[tuple[int, ...], ...]
    """The vertices along each edge, from the lower end to the upper one."""
    above: list[list[int]]
    """The neighbours of each vertex in the layer above."""
    below: list[list[int]]
    """The neighbours of each vertex in the layer below."""

    def is_dummy(self, vertex: int) -> bool:
        """Whether a vertex is a point where an edge passes a layer, and not a node."""
        return vertex >= self.num_nodes


def assign_layers(
    widths: Sequence[float], edges: Sequence[Edge], at_bottom: Collection[int], limit: float
) -> Layers:
    """The nodes of each layer, where each is as high as its successors and the limit allow.

    Without the limit on the width of a layer, this is longest-path layering. The nodes `at_bottom`
    are assigned when no other node can be.
    """
    predecessors, num_unassigned = _predecessors(len(widths), edges)
    ready = [node for node, count in enumerate(num_unassigned) if not count]
    layers: Layers = []
    while ready:
        layer = _pick([node for node in ready if node not in at_bottom] or ready, widths, limit)
        layers.append(layer)
        ready = [node for node in ready if node not in set(layer)]
        for node in layer:
            for earlier in predecessors[node]:
                num_unassigned[earlier] -= 1
                if not num_unassigned[earlier]:
                    ready.append(earlier)
    return layers


def _pick(nodes: Sequence[int], widths: Sequence[float], limit: float) -> list[int]:
    """All of some nodes if they fit into a layer, or else every second, third, and so on.

    Nodes with consecutive numbers often have the same neighbours; so each layer gets some of each
    group, and edges stay short.
    """
    num_layers = ceil(sum(widths[node] for node in nodes) / limit)
    return list(nodes[::num_layers])


def _predecessors(num_nodes: int, edges: Sequence[Edge]) -> tuple[list[list[int]], list[int]]:
    """The predecessors of each node, and the number of its successors."""
    predecessors: list[list[int]] = [[] for _ in range(num_nodes)]
    num_successors = [0] * num_nodes
    for before, after in edges:
        predecessors[after].append(before)
        num_successors[before] += 1
    return predecessors, num_successors


def with_dummies(layers: Layers, edges: Sequence[Edge]) -> ProperLayering:
    """The layers with a dummy vertex in each layer that an edge passes."""
    full = [list(layer) for layer in layers]
    layer_of = {node: number for number, layer in enumerate(layers) for node in layer}
    num_vertices = len(layer_of)
    chains = []
    for before, after in edges:
        passed = range(layer_of[before] - 1, layer_of[after], -1)
        dummies = range(num_vertices, num_vertices + len(passed))
        for number, dummy in zip(passed, dummies, strict=True):
            full[number].append(dummy)
        chains.append((before, *dummies, after))
        num_vertices += len(passed)
    above: list[list[int]] = [[] for _ in range(num_vertices)]
    below: list[list[int]] = [[] for _ in range(num_vertices)]
    for chain in chains:
        for lower, upper in pairwise(chain):
            above[lower].append(upper)
            below[upper].append(lower)
    return ProperLayering(len(layer_of), full, tuple(chains), above, below)
