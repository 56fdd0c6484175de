"""The map of a tireworld: cities with their positions, and roads between them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import NamedTuple

from lamp.drawing.domains.scene import Scene
from lamp.drawing.domains.tireworld.vehicles import CAR_HEIGHT, CAR_WIDTH
from lamp.drawing.layout.edge_clearance import clear_edges
from lamp.drawing.layout.overlap_removal import along_principal_axis, num_crossings, remove_overlaps
from lamp.drawing.layout.stress import stress_layouts
from lamp.drawing.svg.geometry import Box, Point, Size
from lamp.drawing.svg.text import text_width

NAME_SIZE = 11.0
LEAST_HALF, MOST_ROUND, MOST_HALF = 15.0, 21.0, 44.0
"""Half the width of a city: the least, that of the largest circle, and the most."""
ROAD_LENGTH = 84.0
MOST_CITIES, MOST_IN_TRIANGLE = 80, 400
TRIANGLE_STEP = 64.0
"""The least distance of cities in a row of a triangle."""
_ROW_AND_COLUMN = re.compile(r"[^\d]*(\d+)[^\d]+(\d+)")


class Road(NamedTuple):
    """A road, drawn as one line."""

    start: str
    end: str
    two_way: bool


@dataclass(frozen=True, slots=True)
class RoadMap:
    """Cities with their positions, and the roads between them."""

    positions: Mapping[str, Point]
    roads: Sequence[Road]
    city: Size
    """The size of each city; as high as it is wide, it is a circle."""

    @property
    def extent(self) -> Box:
        """The box in which all cities lie."""
        xs, ys = zip(*self.positions.values(), strict=True)
        left, top = min(xs) - self.city.width / 2, min(ys) - self.city.height / 2
        width, height = max(xs) - min(xs), max(ys) - min(ys)
        return Box(left, top, width + self.city.width, height + self.city.height)

    def moved(self, right: float, down: float) -> RoadMap:
        """The same map, translated."""
        positions = {city: Point(x + right, y + down) for city, (x, y) in self.positions.items()}
        return replace(self, positions=positions)

    def neighbours(self) -> dict[str, list[str]]:
        """For each city those at the other ends of its roads."""
        neighbours: dict[str, list[str]] = {city: [] for city in self.positions}
        for start, end, _ in self.roads:
            neighbours[start].append(end)
            neighbours[end].append(start)
        return neighbours

    def rim(self, start: str, end: str) -> Point:
        """The point where the road from one city meets the border of another."""
        origin, centre = self.positions[start], self.positions[end]
        dx, dy = origin.x - centre.x, origin.y - centre.y
        half, high = self.city.width / 2, self.city.height / 2
        circle, box = hypot(dx, dy) / half, max(abs(dx) / half, abs(dy) / high)
        scale = (circle if half == high else box) or 1.0
        return Point(centre.x + dx / scale, centre.y + dy / scale)


def road_map_of(scene: Scene) -> RoadMap | None:
    """The map of a problem; None where it has too many cities, or none."""
    cities = _cities(scene)
    if not 0 < len(cities) <= MOST_IN_TRIANGLE:
        return None
    roads = _roads(scene, cities)
    size = _city_size(cities)
    positions = _triangle(cities, roads, size) or _general(cities, roads, size)
    return RoadMap(positions, roads, size) if positions else None


def _cities(scene: Scene) -> list[str]:
    """The cities that facts or the goal mention."""
    arguments = (("road", 2, 0), ("road", 2, 1), ("vehicle-at", 1, 0), ("spare-in", 1, 0))
    used = scene.mentioned(*arguments)
    return [city for city in scene.objects(*arguments) if city in used]


def _roads(scene: Scene, cities: Sequence[str]) -> list[Road]:
    """The roads in the order of cities; a two-way road has its earlier city first."""
    order = {city: number for number, city in enumerate(cities)}
    declared = set(scene.initial.pairs("road"))
    kept = [
        (start, end)
        for start, end in declared
        if start != end and not (order[start] > order[end] and (end, start) in declared)
    ]
    kept.sort(key=lambda road: (order[road[0]], order[road[1]]))
    return [Road(start, end, (end, start) in declared) for start, end in kept]


def _city_size(cities: Sequence[str]) -> Size:
    """As large as the longest name needs, within limits; a circle where that is not large."""
    widest = max(text_width(city, NAME_SIZE) for city in cities)
    half = min(max(widest / 2 + 2.0, LEAST_HALF), MOST_HALF)
    return Size(2 * half, 2 * (half if half <= MOST_ROUND else LEAST_HALF))


def _triangle(cities: Sequence[str], roads: Sequence[Road], size: Size) -> dict[str, Point] | None:
    """Positions by names such as `l-2-3`; None where a road does not join neighbours."""
    matches = {city: _ROW_AND_COLUMN.fullmatch(city) for city in cities}
    cells = {city: (int(match[1]), int(match[2])) for city, match in matches.items() if match}
    if len(set(cells.values())) < len(cities):
        return None
    if not roads or not all(_neighbours(cells[road.start], cells[road.end]) for road in roads):
        return None
    across, up = max(TRIANGLE_STEP, size.width + 24.0), size.height + CAR_HEIGHT + 2.0
    return {
        city: Point((column + row / 2) * across, -row * up) for city, (row, column) in cells.items()
    }


def _neighbours(first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Whether two cells of a triangle are next to each other."""
    step = (second[0] - first[0], second[1] - first[1])
    return step in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))


def _general(cities: Sequence[str], roads: Sequence[Road], size: Size) -> dict[str, Point] | None:
    """The stress layout with the fewest crossings; None where there are too many cities."""
    if len(cities) > MOST_CITIES:
        return None
    order = {city: number for number, city in enumerate(cities)}
    edges = [(order[road.start], order[road.end]) for road in roads]
    best = min(stress_layouts(len(cities), edges), key=lambda layout: num_crossings(layout, edges))
    scaled = [Point(x * ROAD_LENGTH, y * ROAD_LENGTH) for x, y in along_principal_axis(best)]
    box = Size(max(size.width + 18.0, CAR_WIDTH + 10.0), size.height + CAR_HEIGHT + 4.0)
    points = clear_edges(remove_overlaps(scaled, edges, box), edges, box)
    return dict(zip(cities, points, strict=True))
