"""The last step of a road map: boxes through which an edge still runs move to a point nearby."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin

from lamp.drawing.layout.stress import Edge
from lamp.drawing.svg.geometry import Point, Size

CLEARANCE = 0.31
"""The least distance of an edge from the centre of a box, in heights of a box."""
DIRECTIONS, DISTANCES = 10, (0.35, 0.7, 1.05)
"""The points that are tried around a box; distances in widths of a box."""


def clear_edges(points: Sequence[Point], edges: Sequence[Edge], box: Size) -> list[Point]:
    """The layout with each box at the point nearby where the fewest edges run through it."""
    cleared = list(points)
    for node, point in enumerate(cleared):
        if _overlap(node, cleared, edges, box):
            options = [
                point,
                *(other for other in _around(point, box) if _fits(node, other, cleared, box)),
            ]
            cleared[node] = min(
                options,
                key=lambda option: _overlap(node, _moved(cleared, node, option), edges, box),
            )
    return cleared


def _around(point: Point, box: Size) -> Iterator[Point]:
    """Points around another, the nearest first."""
    for distance in DISTANCES:
        for number in range(DIRECTIONS):
            angle = 2 * pi * number / DIRECTIONS
            away = distance * box.width
            yield Point(point.x + away * cos(angle), point.y + away * sin(angle))


def _fits(node: int, option: Point, points: Sequence[Point], box: Size) -> bool:
    """Whether the box of a node overlaps no other at a point."""
    return all(
        abs(point.x - option.x) >= box.width or abs(point.y - option.y) >= box.height
        for other, point in enumerate(points)
        if other != node
    )


def _moved(points: Sequence[Point], node: int, option: Point) -> list[Point]:
    """The layout with a node at another point."""
    return [*points[:node], option, *points[node + 1 :]]


def _overlap(node: int, points: Sequence[Point], edges: Sequence[Edge], box: Size) -> float:
    """By how much edges run through a box, and its own edges through others."""
    total = 0.0
    clearance = CLEARANCE * box.height
    for edge in edges:
        u, v = points[edge[0]], points[edge[1]]
        others = range(len(points)) if node in edge else (node,)
        for other in others:
            if other not in edge:
                total += max(1.0 - _distance(points[other], u, v) / clearance, 0.0)
    return total


def _distance(point: Point, u: Point, v: Point) -> float:
    """The distance of a point from the segment between two others."""
    dx, dy = v.x - u.x, v.y - u.y
    along = ((point.x - u.x) * dx + (point.y - u.y) * dy) / (dx * dx + dy * dy or 1.0)
    along = min(max(along, 0.0), 1.0)
    return hypot(u.x + along * dx - point.x, u.y + along * dy - point.y)
