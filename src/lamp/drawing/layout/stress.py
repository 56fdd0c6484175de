"""Layouts of undirected graphs by low stress: distances as in the graph.

Stress (Kamada and Kawai, 1989) is the sum over all pairs of nodes of (distance in the layout minus
distance in the graph)² / (distance in the graph)². It is reduced pair by pair with decreasing step
sizes, as by Zheng, Pawar and Goodman (Graph Drawing by Stochastic Gradient Descent, 2019); instead
of a random order of pairs there is a fixed one, so that the same graph gives the same layout.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import cos, gcd, hypot, pi, sin
from typing import TypeAlias

from lamp.drawing.svg.geometry import Point

Edge: TypeAlias = tuple[int, int]

PASSES = 30
LAST_STEP = 0.05
EXPONENT = 0.85
"""Of distances in the graph: below 1, so that distant nodes do not make the others small."""
START_TURNS = (1, 2, 3, 5)
"""The number of turns of the spiral on which the nodes start, for several layouts."""


def stress_layouts(num_nodes: int, edges: Sequence[Edge]) -> list[list[Point]]:
    """Layouts of a graph, one for each start; neighbours are about 1 apart."""
    distance = _graph_distances(num_nodes, edges)
    pairs = [(u, v, distance[u][v] ** EXPONENT) for u, v in combinations(range(num_nodes), 2)]
    return [_descend(_spiral(num_nodes, turns), _strided(pairs)) for turns in START_TURNS]


def _graph_distances(num_nodes: int, edges: Iterable[Edge]) -> list[list[int]]:
    """The number of edges between any two nodes; without a path, one more than the largest."""
    neighbours: list[set[int]] = [set() for _ in range(num_nodes)]
    for u, v in edges:
        neighbours[u].add(v)
        neighbours[v].add(u)
    distances = [_distances_from(node, neighbours) for node in range(num_nodes)]
    most = max((max(row.values()) for row in distances), default=0)
    return [[row.get(node, most + 1) for node in range(num_nodes)] for row in distances]


def _distances_from(start: int, neighbours: Sequence[Iterable[int]]) -> dict[int, int]:
    """The distance of each node that a breadth-first search reaches."""
    distance = {start: 0}
    queue = [start]
    for node in queue:
        for neighbour in sorted(neighbours[node]):
            if neighbour not in distance:
                distance[neighbour] = distance[node] + 1
                queue.append(neighbour)
    return distance


def _spiral(num_nodes: int, turns: int) -> list[list[float]]:
    """A start: the nodes on a spiral, so that no two are at the same point."""
    angles = [2 * pi * turns * node / num_nodes for node in range(num_nodes)]
    return [
        [(1 + node / num_nodes) * cos(angle), (1 + node / num_nodes) * sin(angle)]
        for node, angle in enumerate(angles)
    ]


def _strided(pairs: Sequence[tuple[int, int, float]]) -> list[tuple[int, int, float]]:
    """All pairs in the order of a stride that is coprime to their number."""
    count = len(pairs)
    strides = range(int(count * 0.618) + 1, count)
    stride = next((stride for stride in strides if gcd(stride, count) == 1), 1)
    return [pairs[number * stride % count] for number in range(count)]


def _descend(points: list[list[float]], pairs: Sequence[tuple[int, int, float]]) -> list[Point]:
    """The points after some passes of gradient steps, whose size decreases exponentially."""
    first = max((distance for _, _, distance in pairs), default=1.0) ** 2
    for number in range(PASSES):
        step = first * (LAST_STEP / first) ** (number / (PASSES - 1))
        for u, v, distance in pairs:
            _step(points[u], points[v], distance, min(1.0, step / distance**2))
    return [Point(x, y) for x, y in points]


def _step(u: list[float], v: list[float], target: float, share: float) -> None:
    """Move two points, in place, by a share of the way towards the wanted distance."""
    dx, dy = u[0] - v[0], u[1] - v[1]
    distance = hypot(dx, dy) or 1e-9
    move = share * (distance - target) / (2 * distance)
    u[0] -= move * dx
    u[1] -= move * dy
    v[0] += move * dx
    v[1] += move * dy
