"""From a rough layout of cities to one in which every city has room, and roads pass beside it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import atan2, cos, hypot, sin

from lamp.pictures.elements import Point, Size
from lamp.pictures.stress import Road

PASSES = 40
MOST_PARTINGS = 1000
ROAD_GAP = 0.62
"""How far a road passes from the middle of a city, in heights of a city's room."""


def flaws(places: Sequence[Point], roads: Sequence[Road]) -> int:
    """How hard a layout is to read: roads that cross."""
    lines = [(road, places[road[0]], places[road[1]]) for road in roads]
    return sum(
        _cross(a, b, c, d)
        for (one, a, b), (two, c, d) in combinations(lines, 2)
        if not {*one} & {*two}
    )


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the lines a-b and c-d have a point in common."""
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Point, b: Point, c: Point) -> float:
    """Positive where the way a, b, c turns left, negative where it turns right."""
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def level(places: Sequence[Point]) -> list[Point]:
    """The layout turned so that it is broadest from left to right."""
    count = max(len(places), 1)
    mean = Point(sum(at.x for at in places) / count, sum(at.y for at in places) / count)
    moved = [Point(at.x - mean.x, at.y - mean.y) for at in places]
    both = sum(at.x * at.y for at in moved)
    angle = atan2(2 * both, sum(at.x**2 - at.y**2 for at in moved)) / 2
    right, down = cos(angle), sin(angle)
    return [Point(at.x * right + at.y * down, at.y * right - at.x * down) for at in moved]


def spread(places: Sequence[Point], roads: Sequence[Road], room: Size) -> list[Point]:
    """The layout after cities moved out of each other's rooms and off the roads of others."""
    moving = [[at.x, at.y] for at in places]
    for _ in range(PASSES):
        for one, two in roads:
            for city, at in enumerate(moving):
                if city not in (one, two):
                    _step_aside(at, moving[one], moving[two], room)
        _part_all(moving, room)
    for _ in range(MOST_PARTINGS):
        if not _part_all(moving, room):
            break
    return [Point(x, y) for x, y in moving]


def _step_aside(at: list[float], one: list[float], two: list[float], room: Size) -> None:
    """Moves a city, in place, half of the way off a road that runs through it."""
    dx, dy = two[0] - one[0], two[1] - one[1]
    length = hypot(dx, dy) or 1e-9
    along = ((at[0] - one[0]) * dx + (at[1] - one[1]) * dy) / length
    aside = ((at[1] - one[1]) * dx - (at[0] - one[0]) * dy) / length
    missing = room.height * ROAD_GAP - abs(aside)
    if 0.0 < along < length and missing > 0.0:
        move = (missing if aside >= 0 else -missing) / (2 * length)
        at[0] -= move * dy
        at[1] += move * dx


def _part_all(moving: Sequence[list[float]], room: Size) -> bool:
    """Whether any rooms overlapped; each pair was then moved apart, in place."""
    parted = [_part(one, two, room) for one, two in combinations(moving, 2)]
    return any(parted)


def _part(one: list[float], two: list[float], room: Size) -> bool:
    """Whether two rooms overlap; then they are moved apart, in place, by the shorter way."""
    dx, dy = two[0] - one[0], two[1] - one[1]
    wide, high = room.width - abs(dx), room.height - abs(dy)
    if wide <= 1e-6 or high <= 1e-6:
        return False
    axis = 0 if wide / room.width < high / room.height else 1
    move = (wide, high)[axis] / 2 + 1e-3
    sign = 1.0 if (dx, dy)[axis] >= 0 else -1.0
    one[axis] -= sign * move
    two[axis] += sign * move
    return True
