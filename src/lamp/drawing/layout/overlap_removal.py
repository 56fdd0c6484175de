"""From a stress layout to one in which boxes do not overlap, and edges pass beside them.

Boxes of one size are moved apart pair by pair, each pair by the shorter way, as in the force
scheme of Misue, Eades, Lai and Sugiyama (Layout Adjustment and the Mental Map, 1995).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import atan2, cos, hypot, sin

from lamp.drawing.layout.stress import Edge
from lamp.drawing.svg.geometry import Point, Size

PASSES = 40
MOST_SEPARATIONS = 1000
EDGE_GAP = 0.62
"""The distance of an edge from the centre of a box, in heights of a box."""


def num_crossings(points: Sequence[Point], edges: Sequence[Edge]) -> int:
    """The number of pairs of straight edges that cross."""
    segments = [(edge, points[edge[0]], points[edge[1]]) for edge in edges]
    return sum(
        _cross(a, b, c, d)
        for (first, a, b), (second, c, d) in combinations(segments, 2)
        if not {*first} & {*second}
    )


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments a-b and c-d have a point in common."""
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Point, b: Point, c: Point) -> float:
    """Positive where the path a, b, c turns left, negative where it turns right."""
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def along_principal_axis(points: Sequence[Point]) -> list[Point]:
    """The layout rotated so that its variance is largest from left to right."""
    count = max(len(points), 1)
    mean = Point(sum(point.x for point in points) / count, sum(point.y for point in points) / count)
    moved = [Point(point.x - mean.x, point.y - mean.y) for point in points]
    both = sum(point.x * point.y for point in moved)
    angle = atan2(2 * both, sum(point.x**2 - point.y**2 for point in moved)) / 2
    right, down = cos(angle), sin(angle)
    return [Point(x * right + y * down, y * right - x * down) for x, y in moved]


def remove_overlaps(points: Sequence[Point], edges: Sequence[Edge], box: Size) -> list[Point]:
    """The layout after boxes moved off each other and off the edges of others."""
    moving = [[point.x, point.y] for point in points]
    for _ in range(PASSES):
        for u, v in edges:
            for node, point in enumerate(moving):
                if node not in (u, v):
                    _move_off_edge(point, moving[u], moving[v], box)
        _separate_all(moving, box)
    for _ in range(MOST_SEPARATIONS):
        if not _separate_all(moving, box):
            break
    return [Point(x, y) for x, y in moving]


def _move_off_edge(point: list[float], u: list[float], v: list[float], box: Size) -> None:
    """Move a point, in place, half of the way off an edge that runs through its box."""
    dx, dy = v[0] - u[0], v[1] - u[1]
    length = hypot(dx, dy) or 1e-9
    along = ((point[0] - u[0]) * dx + (point[1] - u[1]) * dy) / length
    aside = ((point[1] - u[1]) * dx - (point[0] - u[0]) * dy) / length
    missing = box.height * EDGE_GAP - abs(aside)
    if 0.0 < along < length and missing > 0.0:
        move = (missing if aside >= 0 else -missing) / (2 * length)
        point[0] -= move * dy
        point[1] += move * dx


def _separate_all(moving: Sequence[list[float]], box: Size) -> bool:
    """Whether any boxes overlapped; each pair that did was then moved apart, in place."""
    separated = [_separate(u, v, box) for u, v in combinations(moving, 2)]
    return any(separated)


def _separate(u: list[float], v: list[float], box: Size) -> bool:
    """Whether two boxes overlap; then they are moved apart, in place, by the shorter way."""
    dx, dy = v[0] - u[0], v[1] - u[1]
    wide, high = box.width - abs(dx), box.height - abs(dy)
    if wide <= 1e-6 or high <= 1e-6:
        return False
    axis = 0 if wide / box.width < high / box.height else 1
    move = (wide, high)[axis] / 2 + 1e-3
    sign = 1.0 if (dx, dy)[axis] >= 0 else -1.0
    u[axis] -= sign * move
    v[axis] += sign * move
    return True
