"""The map of a tireworld: which cities there are, where they lie, and how roads join them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import NamedTuple

from lamp.landmarks.drawing.text import text_width
from lamp.pictures.clearing import cleared
from lamp.pictures.elements import Box, Point, Size
from lamp.pictures.scene import Scene
from lamp.pictures.stress import stress_layouts
from lamp.pictures.traffic import CAR_HEIGHT, CAR_WIDTH
from lamp.pictures.untangling import flaws, level, spread

NAME_SIZE = 11.0
LEAST_HALF, MOST_ROUND, MOST_HALF = 15.0, 21.0, 44.0
"""Half the width of a city: the least, that of the largest circle, and the most."""
ROAD_LENGTH = 84.0
MOST_CITIES, MOST_IN_TRIANGLE = 80, 400
TRIANGLE_STEP = 64.0
"""The least distance of places in a row of a triangle."""
_ROW_AND_COLUMN = re.compile(r"[^\d]*(\d+)[^\d]+(\d+)")


class Highway(NamedTuple):
    """A road, drawn as one line."""

    start: str
    end: str
    two_way: bool


@dataclass(frozen=True, slots=True)
class RoadMap:
    """Cities with their places, and the roads between them."""

    places: Mapping[str, Point]
    highways: Sequence[Highway]
    city: Size
    """How large a city is drawn; as high as it is broad, it is a circle."""

    @property
    def extent(self) -> Box:
        """The box in which all cities lie."""
        xs, ys = zip(*self.places.values(), strict=True)
        left, top = min(xs) - self.city.width / 2, min(ys) - self.city.height / 2
        width, height = max(xs) - min(xs), max(ys) - min(ys)
        return Box(left, top, width + self.city.width, height + self.city.height)

    def moved(self, right: float, down: float) -> RoadMap:
        """The same map somewhere else."""
        places = {city: Point(x + right, y + down) for city, (x, y) in self.places.items()}
        return replace(self, places=places)

    def neighbours(self) -> dict[str, list[str]]:
        """For each city those at the other ends of its roads."""
        found: dict[str, list[str]] = {city: [] for city in self.places}
        for start, end, _ in self.highways:
            found[start].append(end)
            found[end].append(start)
        return found

    def rim(self, start: str, end: str) -> Point:
        """Where the road from one city meets the border of another."""
        here, there = self.places[start], self.places[end]
        dx, dy = here.x - there.x, here.y - there.y
        half, high = self.city.width / 2, self.city.height / 2
        circle, box = hypot(dx, dy) / half, max(abs(dx) / half, abs(dy) / high)
        scale = (circle if half == high else box) or 1.0
        return Point(there.x + dx / scale, there.y + dy / scale)


def road_map(scene: Scene) -> RoadMap | None:
    """The map of a problem; None where it has too many cities, or none."""
    cities = _cities(scene)
    if not 0 < len(cities) <= MOST_IN_TRIANGLE:
        return None
    highways = _highways(scene, cities)
    size = _city_size(cities)
    places = _triangle(cities, highways, size) or _general(cities, highways, size)
    return RoadMap(places, highways, size) if places else None


def _cities(scene: Scene) -> list[str]:
    """The cities with a road, and those where something is or shall be."""
    spots = (("road", 2, 0), ("road", 2, 1), ("vehicle-at", 1, 0), ("spare-in", 1, 0))
    used = scene.mentioned(*spots)
    return [city for city in scene.objects(*spots) if city in used]


def _highways(scene: Scene, cities: Sequence[str]) -> list[Highway]:
    """The roads, in the order of cities; one of two ways is named by its earlier city first."""
    order = {city: number for number, city in enumerate(cities)}
    roads = set(scene.initial.pairs("road"))
    kept = [
        (start, end)
        for start, end in roads
        if start != end and not (order[start] > order[end] and (end, start) in roads)
    ]
    kept.sort(key=lambda road: (order[road[0]], order[road[1]]))
    return [Highway(start, end, (end, start) in roads) for start, end in kept]


def _city_size(cities: Sequence[str]) -> Size:
    """As large as the longest name needs, within limits; a circle where that is not large."""
    widest = max(text_width(city, NAME_SIZE) for city in cities)
    half = min(max(widest / 2 + 2.0, LEAST_HALF), MOST_HALF)
    return Size(2 * half, 2 * (half if half <= MOST_ROUND else LEAST_HALF))


def _triangle(
    cities: Sequence[str], highways: Sequence[Highway], size: Size
) -> dict[str, Point] | None:
    """Rows and columns as names such as `l-2-3` give them; None where the roads say otherwise."""
    found = {city: _ROW_AND_COLUMN.fullmatch(city) for city in cities}
    spots = {city: (int(one[1]), int(one[2])) for city, one in found.items() if one}
    if len(set(spots.values())) < len(cities):
        return None
    if not highways or not all(
        _neighbours(spots[road.start], spots[road.end]) for road in highways
    ):
        return None
    across, up = max(TRIANGLE_STEP, size.width + 24.0), size.height + CAR_HEIGHT + 2.0
    return {
        city: Point((column + row / 2) * across, -row * up) for city, (row, column) in spots.items()
    }


def _neighbours(one: tuple[int, int], two: tuple[int, int]) -> bool:
    """Whether two places of a triangle are next to each other."""
    step = (two[0] - one[0], two[1] - one[1])
    return step in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))


def _general(
    cities: Sequence[str], highways: Sequence[Highway], size: Size
) -> dict[str, Point] | None:
    """The layout with the fewest flaws of several; None where there are too many cities."""
    if len(cities) > MOST_CITIES:
        return None
    order = {city: number for number, city in enumerate(cities)}
    roads = [(order[road.start], order[road.end]) for road in highways]
    best = min(stress_layouts(len(cities), roads), key=lambda layout: flaws(layout, roads))
    wide = [Point(at.x * ROAD_LENGTH, at.y * ROAD_LENGTH) for at in level(best)]
    room = Size(max(size.width + 18.0, CAR_WIDTH + 10.0), size.height + CAR_HEIGHT + 4.0)
    places = cleared(spread(wide, roads, room), roads, room)
    return dict(zip(cities, places, strict=True))
