"""The map of a zenotravel problem: cities around an ellipse, and room for aircraft inside.

A city has its people beside it, on the side away from the middle, so that whatever flies in from
the others meets nobody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import cos, hypot, pi, sin

from lamp.pictures.elements import Box, Point, Size

ASPECT = 1.2
"""How much broader than high the ellipse is."""
LEAST_RADIUS, RADIUS_STEP = 130.0, 10.0
LATTICE = Size(26.0, 22.0)
"""The distance of the spots where an aircraft finds room, if there is none where it belongs."""
GAP = 5.0
"""The least distance between cities and aircraft."""
RADIUS = 18.0
"""Of a city."""
ABOVE, BELOW = 30.0, 42.0
"""Room of a city above its middle, for people and their names, and below it, for flags."""


@dataclass(frozen=True, slots=True)
class SkyMap:
    """Cities with their places, and where aircraft can be without hiding any."""

    cities: Mapping[str, Point]
    rooms: Mapping[str, Box]
    """The boxes of cities with their people."""
    aircraft: Size
    size: Size
    spots: Sequence[Point] = ()
    """Where an aircraft hides no city."""

    @property
    def middle(self) -> Point:
        """The middle of the map."""
        return Point(self.size.width / 2, self.size.height / 2)

    @property
    def rooms_width(self) -> float:
        """How wide each city is with its people."""
        return max(room.width for room in self.rooms.values())

    def side(self, city: str) -> int:
        """1 where people stand at the right of a city, -1 where at its left."""
        return _side(self.cities[city], self.middle)

    def spot(self, wanted: Sequence[Point], taken: Collection[Point]) -> Point:
        """The first of some places where an aircraft has room, or the spot nearest to the first."""
        others = [box_around(one, self.aircraft) for one in taken]
        for place in wanted:
            if self._is_free(place) and self._is_apart(place, others):
                return place
        free = [spot for spot in self.spots if self._is_apart(spot, others)]
        x, y = wanted[0]
        return min(free, key=lambda spot: hypot(spot.x - x, spot.y - y), default=wanted[0])

    def _is_free(self, at: Point) -> bool:
        """Whether an aircraft at a place is on the map and hides no city."""
        box = box_around(at, self.aircraft)
        inside = 0 <= box.x <= self.size.width - box.width
        inside &= 0 <= box.y <= self.size.height - box.height
        return inside and not any(too_near(box, room) for room in self.rooms.values())

    def _is_apart(self, at: Point, others: Iterable[Box]) -> bool:
        box = box_around(at, self.aircraft)
        return not any(too_near(box, other) for other in others)

    def with_spots(self) -> SkyMap:
        """The same map with its spots."""
        across = range(1, int(self.size.width // LATTICE.width))
        down = range(1, int(self.size.height // LATTICE.height))
        spots = [Point(x * LATTICE.width, y * LATTICE.height) for y in down for x in across]
        return replace(self, spots=[spot for spot in spots if self._is_free(spot)])

    @property
    def capacity(self) -> int:
        """How many aircraft surely find a spot, wherever the others are."""
        # An aircraft takes the room of at most so many spots.
        across = 2 * (self.aircraft.width + GAP) // LATTICE.width + 1
        down = 2 * (self.aircraft.height + GAP) // LATTICE.height + 1
        return int(len(self.spots) // (across * down))


def sky_map(cities: Sequence[str], people: float, aircraft: Size, num_aircraft: int) -> SkyMap:
    """The smallest map on which cities, with so much room for people, and all aircraft fit."""
    radius = LEAST_RADIUS
    while True:
        found = _map_of(cities, people, aircraft, radius).with_spots()
        pairs = combinations(found.rooms.values(), 2)
        if not any(too_near(*pair) for pair in pairs) and found.capacity >= num_aircraft:
            return found
        radius += RADIUS_STEP


def _map_of(cities: Sequence[str], people: float, aircraft: Size, radius: float) -> SkyMap:
    """The map of a radius; the first city is on top, the others follow clockwise."""
    wide = RADIUS + people
    middle = Point(ASPECT * radius + wide, radius + (ABOVE + BELOW) / 2)
    places = {}
    for number, name in enumerate(cities):
        angle = 2 * pi * number / len(cities) - pi / 2
        y = middle.y + radius * sin(angle) + (ABOVE - BELOW) / 2
        places[name] = Point(middle.x + ASPECT * radius * cos(angle), y)
    rooms = {name: _room(at, middle, people) for name, at in places.items()}
    return SkyMap(places, rooms, aircraft, Size(2 * middle.x, 2 * middle.y))


def _room(at: Point, middle: Point, people: float) -> Box:
    """The box of a city with its people."""
    left = at.x - RADIUS - (people if _side(at, middle) < 0 else 0.0)
    return Box(left, at.y - ABOVE, 2 * RADIUS + people, ABOVE + BELOW)


def _side(at: Point, middle: Point) -> int:
    return 1 if at.x > middle.x - 1.0 else -1


def box_around(at: Point, size: Size) -> Box:
    """A box by its middle."""
    return Box(at.x - size.width / 2, at.y - size.height / 2, size.width, size.height)


def too_near(one: Box, two: Box) -> bool:
    """Whether two boxes overlap, or almost."""
    across = max(one.x, two.x) - min(one.x + one.width, two.x + two.width)
    down = max(one.y, two.y) - min(one.y + one.height, two.y + two.height)
    return across < GAP and down < GAP
