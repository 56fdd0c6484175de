"""A last look at a layout: cities move aside where a road still runs through one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin

from lamp.pictures.elements import Point, Size
from lamp.pictures.stress import Road

CLEARANCE = 0.31
"""How far a road has to pass from the middle of a city, in heights of a city's room."""
DIRECTIONS, DISTANCES = 10, (0.35, 0.7, 1.05)
"""Where a better place is looked for; distances in widths of a city's room."""


def cleared(places: Sequence[Point], roads: Sequence[Road], room: Size) -> list[Point]:
    """The layout with each city at the place nearby where the fewest roads disturb it."""
    found = list(places)
    for city, at in enumerate(found):
        if _hits(city, found, roads, room):
            options = [at, *(spot for spot in _around(at, room) if _fits(city, spot, found, room))]
            found[city] = min(options, key=lambda spot: _hits_at(spot, city, found, roads, room))
    return found


def _around(at: Point, room: Size) -> Iterator[Point]:
    """Places around another, the nearest first."""
    for distance in DISTANCES:
        for number in range(DIRECTIONS):
            angle = 2 * pi * number / DIRECTIONS
            away = distance * room.width
            yield Point(at.x + away * cos(angle), at.y + away * sin(angle))


def _fits(city: int, spot: Point, places: Sequence[Point], room: Size) -> bool:
    """Whether a city has room at a spot."""
    return all(
        abs(at.x - spot.x) >= room.width or abs(at.y - spot.y) >= room.height
        for other, at in enumerate(places)
        if other != city
    )


def _hits_at(
    spot: Point, city: int, places: Sequence[Point], roads: Sequence[Road], room: Size
) -> float:
    """How much a city would be run through at a spot."""
    moved = [*places[:city], spot, *places[city + 1 :]]
    return _hits(city, moved, roads, room)


def _hits(city: int, places: Sequence[Point], roads: Sequence[Road], room: Size) -> float:
    """How much roads run through a city, and its own roads through others."""
    found = 0.0
    near = CLEARANCE * room.height
    for road in roads:
        one, two = places[road[0]], places[road[1]]
        others = range(len(places)) if city in road else (city,)
        for other in others:
            if other not in road:
                found += max(1.0 - _distance(places[other], one, two) / near, 0.0)
    return found


def _distance(at: Point, one: Point, two: Point) -> float:
    """How far a place is from the line between two others."""
    dx, dy = two.x - one.x, two.y - one.y
    along = ((at.x - one.x) * dx + (at.y - one.y) * dy) / (dx * dx + dy * dy or 1.0)
    along = min(max(along, 0.0), 1.0)
    return hypot(one.x + along * dx - at.x, one.y + along * dy - at.y)
