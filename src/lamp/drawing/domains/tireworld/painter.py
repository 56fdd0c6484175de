"""Tireworlds: a map with roads and spare tires, the car, and the path it has driven."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from lamp.drawing.domains.legend import with_legend
from lamp.drawing.domains.painter import Painter, States
from lamp.drawing.domains.scene import Facts, Scene
from lamp.drawing.domains.symbols import flag
from lamp.drawing.domains.tireworld.road_map import NAME_SIZE, Road, RoadMap, road_map_of
from lamp.drawing.domains.tireworld.vehicles import CAR_HEIGHT, car, flat_tire, tire
from lamp.drawing.domains.wording import listed
from lamp.drawing.svg.elements import arrow_head, element, group, name_tag, path, rectangle
from lamp.drawing.svg.geometry import Box, Size
from lamp.drawing.svg.legend import LegendEntry
from lamp.task import Atom

MARGIN = Size(36.0, 14.0)
LEAST_WIDTH = 440.0
MANY_ROADS = 2.5
"""More roads than that for each city are drawn thinner."""
RING = 4.0
"""How far the ring around a city where the car has been lies outside of it."""


class TireworldPainter(Painter):
    """Draws a tireworld, whatever the shape of its map."""

    predicates = (("road", 2), ("vehicle-at", 1))

    def __init__(self, scene: Scene, road_map: RoadMap) -> None:
        self.title = f"{scene.name}: a road map"
        self._map, size = _on_page(road_map)
        self._neighbours = road_map.neighbours()
        self._goals = {*scene.goal.ones("vehicle-at")}
        self._spares = {*scene.initial.ones("spare-in")}
        self._declares_flat = scene.declares("flattire", 0)
        self._declares_not_flat = scene.declares("not-flattire", 0)
        many = " many" if len(road_map.roads) > MANY_ROADS * len(road_map.positions) else ""
        self._roads = element("g", *map(self._road, road_map.roads), class_=f"roads{many}")
        self.size, key = with_legend(size, _entries())
        self._cities = "\n".join([*map(self._city, self._map.positions), key])

    @classmethod
    def of(cls, scene: Scene) -> Self | None:
        """The painter of a map that is not too large."""
        road_map = road_map_of(scene)
        return cls(scene, road_map) if road_map else None

    def sentences(self, facts: Facts) -> Iterator[str]:
        """The position of the car, the state of its tires, the goal, the positions of spares."""
        tires = "with a flat tire" if self._is_flat(facts) else "with good tires"
        board = "a spare is on board" if facts.holds("hasspare") else "no spare is on board"
        for city in facts.ones("vehicle-at")[:1]:
            yield f"The car is at {city} {tires}; {board}."
        if self._goals:
            yield f"The goal is {listed(sorted(self._goals))}."
        yield f"Spares lie at: {listed(facts.ones('spare-in'))}."

    def elements(self, facts: Facts, states: States) -> Iterator[str]:
        """Roads, the trail, cities with their spares, the flag, the car."""
        yield self._roads
        yield self._trail(states)
        yield self._cities
        cities = self._map.positions
        yield from (self._spare(city) for city in facts.ones("spare-in") if city in cities)
        yield from (self._flag(city) for city in sorted(self._goals) if city in cities)
        yield from (self._car(city, facts) for city in facts.ones("vehicle-at")[:1])

    def _is_flat(self, facts: Facts) -> bool:
        """Whether a tire is flat, by `flattire` or by `not-flattire`."""
        if self._declares_flat:
            return facts.holds("flattire")
        return self._declares_not_flat and not facts.holds("not-flattire")

    def _is_bare(self, city: str) -> bool:
        """Whether a flat tire there may be a dead end: initially no spare, and not the goal."""
        return city not in self._spares and city not in self._goals

    def _road(self, road: Road) -> str:
        """A road; a one-way road has the head of an arrow."""
        start, end = self._map.positions[road.start], self._map.rim(road.start, road.end)
        bare = self._is_bare(road.end) and (not road.two_way or self._is_bare(road.start))
        kind = "bare road" if bare else "road"
        head = "" if road.two_way else arrow_head(start, end, f"{kind} head")
        data = f"{road.start} {road.end}"
        return element("g", path([start, end], kind), head, data_road=data)

    def _city(self, city: str) -> str:
        """A city with its name; the border depends on whether it initially has a spare."""
        tag = name_tag((0, 0), city, self._map.city.width - 2.0, NAME_SIZE)
        bare = "bare city" if self._is_bare(city) else "city"
        kind = "goal city" if city in self._goals else bare
        return group(self._map.positions[city], self._disc(kind), tag, data_city=city)

    def _disc(self, kind: str, wider: float = 0.0) -> str:
        """A disc of the size of a city or a little larger, around the origin."""
        width, height = self._map.city.width + 2 * wider, self._map.city.height + 2 * wider
        return rectangle(Box(-width / 2, -height / 2, width, height), kind, height / 2)

    def _spare(self, city: str) -> str:
        """A spare at the lower right of its city."""
        (x, y), size = self._map.positions[city], self._map.city
        corner = (x + size.width / 2 - 2.0, y + size.height / 2 - 4.0)
        return group(corner, tire((0, 0)), data_spare=city)

    def _flag(self, city: str) -> str:
        """A flag at the right of the goal, where it does not hide the car."""
        (x, y), size = self._map.positions[city], self._map.city
        foot = (x + size.width / 2 + 3.0, y)
        return group(foot, flag(size.height / 2 + CAR_HEIGHT), data_goal=city)

    def _car(self, city: str, facts: Facts) -> str:
        """The car, above the city it is in."""
        if city not in self._map.positions:
            return ""
        flat, spare = self._is_flat(facts), facts.holds("hasspare")
        (x, y), top = self._map.positions[city], self._map.city.height / 2
        data = {"data_car": city, "data_tires": "flat" if flat else "good"}
        on_board = "spare" if spare else None
        return group((x, y - top), car(flat=flat, spare=spare), data_board=on_board, **data)

    def _trail(self, states: States) -> str:
        """The path of the car, with rings around the cities where it was."""
        visited = self._visited(states)
        if not visited:
            return ""
        line = path([self._map.positions[city] for city in visited], "trail")
        rings = [group(self._map.positions[city], self._disc("been", RING)) for city in {*visited}]
        return element("g", line, *sorted(rings), data_trail=" ".join(visited))

    def _visited(self, states: States) -> list[str]:
        """The cities where the car was, one after the other."""
        visited: list[str] = []
        for state in states:
            # Most often the car is near the city before: few atoms are then looked up.
            near = (visited[-1], *self._neighbours[visited[-1]]) if visited else ()
            for city in (*near, *self._map.positions):
                if Atom("vehicle-at", (city,)) in state:
                    visited += [city] if visited[-1:] != [city] else []
                    break
        return visited


def _on_page(road_map: RoadMap) -> tuple[RoadMap, Size]:
    """The map translated to its position on a page, and the size of the page."""
    box = road_map.extent
    width = max(box.width + 2 * MARGIN.width, LEAST_WIDTH)
    top = MARGIN.height + CAR_HEIGHT
    moved = road_map.moved((width - box.width) / 2 - box.x, top - box.y)
    return moved, Size(width, top + box.height + 2 * MARGIN.height)


def _entries() -> list[LegendEntry]:
    """The legend."""
    line = path([(1, 12), (32, 12)], "trail")
    return [
        LegendEntry(group((17, 12), tire((0, 0))), "spare tire"),
        LegendEntry(rectangle(Box(8, 3, 18, 18), "bare city", 9.0), "no spare"),
        LegendEntry(line, "driven"),
        LegendEntry(group((14, 21), flag(18.0)), "goal"),
        LegendEntry(group((4, 16), flat_tire(13.0)), "flat tire"),
    ]
