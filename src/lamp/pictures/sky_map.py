"""The map of a zenotravel problem: cities around an ellipse, and room for aircraft inside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import cos, hypot, pi, sin

from lamp.pictures.elements import Box, Point, Size

ASPECT = 1.2
"""How much broader than high the ellipse is."""
LEAST_RADIUS, STEP = 130.0, 10.0
LATTICE = Size(28.0, 24.0)
"""The distance of the spots among which an aircraft finds its place."""
GAP = 8.0


@dataclass(frozen=True, slots=True)
class SkyMap:
    """Cities with their places, and spots where an aircraft hides none of them."""

    cities: Mapping[str, Point]
    spots: Sequence[Point]
    aircraft: Size
    size: Size

    @property
    def middle(self) -> Point:
        """The middle of the map."""
        return Point(self.size.width / 2, self.size.height / 2)

    def nearest(self, wanted: Point, taken: Iterable[Point]) -> Point:
        """The spot nearest to a place at which an aircraft hides no other."""
        others = [box_around(at, self.aircraft) for at in taken]
        order = sorted(self.spots, key=lambda at: hypot(at.x - wanted.x, at.y - wanted.y))
        for spot in order:
            if not any(overlap(box_around(spot, self.aircraft), box) for box in others):
                return spot
        return wanted


def sky_map(cities: Sequence[str], city: Size, aircraft: Size, num_aircraft: int) -> SkyMap:
    """The smallest map on which cities do not overlap and all aircraft find room."""
    radius = LEAST_RADIUS
    while True:
        found = _map_of(cities, city, aircraft, radius)
        rooms = [box_around(at, city) for at in found.cities.values()]
        free = not any(overlap(one, two) for one, two in combinations(rooms, 2))
        if free and _fits(found, num_aircraft):
            return found
        radius += STEP


def _fits(found: SkyMap, num_aircraft: int) -> bool:
    """Whether all aircraft find room, wherever the first ones are."""
    area = (found.aircraft.width + GAP) * (found.aircraft.height + GAP)
    return len(found.spots) * LATTICE.width * LATTICE.height >= (num_aircraft + 1) * area


def _map_of(cities: Sequence[str], city: Size, aircraft: Size, radius: float) -> SkyMap:
    """The map of a radius; the first city is on top, the others follow clockwise."""
    middle = Point(radius * ASPECT + city.width / 2, radius + city.height / 2)
    places = {}
    for number, name in enumerate(cities):
        angle = 2 * pi * number / len(cities) - pi / 2
        x, y = middle.x + ASPECT * radius * cos(angle), middle.y + radius * sin(angle)
        places[name] = Point(x, y)
    size = Size(2 * middle.x, 2 * middle.y)
    return SkyMap(places, _spots(places.values(), city, aircraft, size), aircraft, size)


def _spots(cities: Iterable[Point], city: Size, aircraft: Size, size: Size) -> list[Point]:
    """The spots of a lattice where an aircraft is on the map and hides no city."""
    rooms = [box_around(at, city) for at in cities]
    across = range(int((size.width - aircraft.width) // LATTICE.width) + 1)
    down = range(int((size.height - aircraft.height) // LATTICE.height) + 1)
    left, top = aircraft.width / 2, aircraft.height / 2
    spots = [
        Point(left + x * LATTICE.width, top + y * LATTICE.height) for y in down for x in across
    ]
    return [
        spot
        for spot in spots
        if not any(overlap(box_around(spot, aircraft), room) for room in rooms)
    ]


def box_around(at: Point, size: Size) -> Box:
    """A box by its middle."""
    return Box(at.x - size.width / 2, at.y - size.height / 2, size.width, size.height)


def overlap(one: Box, two: Box) -> bool:
    """Whether two boxes are nearer to each other than they should be."""
    across = abs(one.x + one.width / 2 - two.x - two.width / 2)
    down = abs(one.y + one.height / 2 - two.y - two.height / 2)
    wide, high = (one.width + two.width) / 2 + GAP, (one.height + two.height) / 2 + GAP
    return across < wide and down < high
