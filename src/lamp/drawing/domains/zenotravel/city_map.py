"""The map of a zenotravel problem: cities on an ellipse, and positions for aircraft inside.

The persons of a city are beside it, on the side away from the centre: no path of an aircraft
crosses them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import cos, hypot, pi, sin

from lamp.drawing.svg.geometry import Box, Point, Size

ASPECT = 1.2
"""The width of the ellipse divided by its height."""
LEAST_RADIUS, RADIUS_STEP = 130.0, 10.0
LATTICE = Size(26.0, 22.0)
"""The distances in the lattice of positions for aircraft that fit nowhere on their paths."""
GAP = 5.0
"""The least distance between cities and aircraft."""
RADIUS = 18.0
"""Of a city."""
ABOVE, BELOW = 30.0, 42.0
"""The height of a city above its centre, for persons, and below it, for flags."""


@dataclass(frozen=True, slots=True)
class CityMap:
    """Cities with their positions, and positions of aircraft that overlap no city."""

    cities: Mapping[str, Point]
    rooms: Mapping[str, Box]
    """The boxes of cities with their persons."""
    aircraft: Size
    size: Size
    lattice: Sequence[Point] = ()
    """The points where an aircraft overlaps no city."""

    @property
    def centre(self) -> Point:
        """The centre of the map."""
        return Point(self.size.width / 2, self.size.height / 2)

    @property
    def rooms_width(self) -> float:
        """The width of each city with its persons."""
        return max(room.width for room in self.rooms.values())

    def side(self, city: str) -> int:
        """1 where persons are at the right of a city, -1 where at its left."""
        return _side(self.cities[city], self.centre)

    def free_point(self, candidates: Sequence[Point], taken: Collection[Point]) -> Point:
        """The first wanted point without an overlap, or else the nearest point of the lattice."""
        others = [box_around(point, self.aircraft) for point in taken]
        for point in candidates:
            if self._is_free(point) and self._is_apart(point, others):
                return point
        free = [point for point in self.lattice if self._is_apart(point, others)]
        x, y = candidates[0]
        return min(free, key=lambda point: hypot(point.x - x, point.y - y), default=candidates[0])

    def _is_free(self, point: Point) -> bool:
        """Whether an aircraft at a point is on the map and overlaps no city."""
        box = box_around(point, self.aircraft)
        inside = 0 <= box.x <= self.size.width - box.width
        inside &= 0 <= box.y <= self.size.height - box.height
        return inside and not any(too_near(box, room) for room in self.rooms.values())

    def _is_apart(self, point: Point, others: Iterable[Box]) -> bool:
        """Whether an aircraft at a point overlaps no other box."""
        box = box_around(point, self.aircraft)
        return not any(too_near(box, other) for other in others)

    def with_lattice(self) -> CityMap:
        """The same map with its lattice."""
        across = range(1, int(self.size.width // LATTICE.width))
        down = range(1, int(self.size.height // LATTICE.height))
        points = [Point(x * LATTICE.width, y * LATTICE.height) for y in down for x in across]
        return replace(self, lattice=[point for point in points if self._is_free(point)])

    @property
    def capacity(self) -> int:
        """A number of aircraft that fit on the lattice, wherever the others are."""
        # An aircraft overlaps at most so many points of the lattice.
        across = 2 * (self.aircraft.width + GAP) // LATTICE.width + 1
        down = 2 * (self.aircraft.height + GAP) // LATTICE.height + 1
        return int(len(self.lattice) // (across * down))


def city_map(cities: Sequence[str], people: float, aircraft: Size, num_aircraft: int) -> CityMap:
    """The smallest map on which cities, with persons of a total width, and all aircraft fit."""
    radius = LEAST_RADIUS
    while True:
        candidate = _map_of(cities, people, aircraft, radius).with_lattice()
        pairs = combinations(candidate.rooms.values(), 2)
        if not any(too_near(*pair) for pair in pairs) and candidate.capacity >= num_aircraft:
            return candidate
        radius += RADIUS_STEP


def _map_of(cities: Sequence[str], people: float, aircraft: Size, radius: float) -> CityMap:
    """The map of a radius; the first city is on top, the others follow clockwise."""
    wide = RADIUS + people
    centre = Point(ASPECT * radius + wide, radius + (ABOVE + BELOW) / 2)
    positions = {}
    for number, name in enumerate(cities):
        angle = 2 * pi * number / len(cities) - pi / 2
        y = centre.y + radius * sin(angle) + (ABOVE - BELOW) / 2
        positions[name] = Point(centre.x + ASPECT * radius * cos(angle), y)
    rooms = {name: _room(point, centre, people) for name, point in positions.items()}
    return CityMap(positions, rooms, aircraft, Size(2 * centre.x, 2 * centre.y))


def _room(city: Point, centre: Point, people: float) -> Box:
    """The box of a city with its persons."""
    left = city.x - RADIUS - (people if _side(city, centre) < 0 else 0.0)
    return Box(left, city.y - ABOVE, 2 * RADIUS + people, ABOVE + BELOW)


def _side(city: Point, centre: Point) -> int:
    return 1 if city.x > centre.x - 1.0 else -1


def box_around(centre: Point, size: Size) -> Box:
    """A box by its centre."""
    return Box(centre.x - size.width / 2, centre.y - size.height / 2, size.width, size.height)


def too_near(first: Box, second: Box) -> bool:
    """Whether two boxes are closer than `GAP`."""
    across = max(first.x, second.x) - min(first.x + first.width, second.x + second.width)
    down = max(first.y, second.y) - min(first.y + first.height, second.y + second.height)
    return across < GAP and down < GAP
