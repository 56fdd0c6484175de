"""Tireworlds: a map with roads and spare tires, the car, and the way it has come."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Self

from lamp.landmarks.drawing.legend import Entry, legend_svg
from lamp.pictures.elements import (
    Box,
    Point,
    Size,
    arrow_head,
    element,
    group,
    name_tag,
    path,
    rectangle,
)
from lamp.pictures.painter import Painter, States
from lamp.pictures.road_map import NAME_SIZE, Highway, RoadMap, road_map
from lamp.pictures.scene import Facts, Scene
from lamp.pictures.traffic import car, flag, tire
from lamp.pictures.wording import listed
from lamp.task import Atom

MARGIN = Size(40.0, 24.0)
ABOVE = 28.0
"""Room for a car above the topmost city."""
LEAST_WIDTH = 420.0


class RoadPainter(Painter):
    """Draws a tireworld, whatever the shape of its map."""

    predicates = (("road", 2), ("vehicle-at", 1))

    def __init__(self, scene: Scene, roads: RoadMap) -> None:
        self.title = f"{scene.name}: a road map"
        self._goals = {*scene.goal.ones("vehicle-at")}
        self._spares = {*scene.initial.ones("spare-in")}
        self._says_flat = scene.declares("flattire", 0)
        self._says_whole = scene.declares("not-flattire", 0)
        self._beside: dict[str, list[str]] = defaultdict(list)
        for one, two in scene.initial.pairs("road"):
            self._beside[one].append(two)
        self._arrange(roads)

    @classmethod
    def of(cls, scene: Scene) -> Self | None:
        """The painter of a map that is not too large."""
        roads = road_map(scene)
        return cls(scene, roads) if roads else None

    def _arrange(self, roads: RoadMap) -> None:
        """Finds the places on the page, and draws what never changes."""
        xs, ys = zip(*roads.places.values(), strict=True)
        half, high = roads.city.width / 2, roads.city.height / 2
        inner = max(xs) - min(xs) + roads.city.width
        width = max(inner + 2 * MARGIN.width, LEAST_WIDTH)
        left = (width - inner) / 2 + half - min(xs)
        top = MARGIN.height + ABOVE + high - min(ys)
        moved = {city: Point(x + left, y + top) for city, (x, y) in roads.places.items()}
        self._map = RoadMap(moved, roads.highways, roads.city)
        bottom = max(ys) + top + high + MARGIN.height
        legend, height = legend_svg(_legend(), width - 2 * MARGIN.width)
        self.size = Size(width, bottom + height + 12.0)
        self._ground = [self._highway(one) for one in self._map.highways]
        self._cities = [*map(self._city, moved), group((MARGIN.width, bottom), legend)]

    def sentences(self, facts: Facts) -> Iterator[str]:
        """Where the car is, the state of its tires, and where spares lie."""
        flat, spare = self._is_flat(facts), facts.holds("hasspare")
        for city in facts.ones("vehicle-at")[:1] or ["an unknown place"]:
            tires = "with a flat tire" if flat else "with good tires"
            board = "a spare is on board" if spare else "no spare is on board"
            yield f"The car is at {city} {tires}; {board}."
        if self._goals:
            yield f"The goal is {listed(sorted(self._goals))}."
        spares = facts.ones("spare-in")
        yield f"Spares lie in {len(spares)} places." if spares else "No spares lie about."

    def elements(self, facts: Facts, states: States) -> Iterator[str]:
        """Roads, the trail, cities with their spares, the car."""
        yield from self._ground
        yield self._trail(states)
        yield from self._cities
        spares = {*facts.ones("spare-in")}
        for city in self._map.places:
            if city in spares or city in self._spares:
                yield self._spare(city, lies=city in spares)
        yield from (self._flag(city) for city in sorted(self._goals & {*self._map.places}))
        for city in facts.ones("vehicle-at")[:1]:
            if city in self._map.places:
                yield self._car(city, facts)

    def _is_flat(self, facts: Facts) -> bool:
        """Whether a tire is flat, in either way of saying so."""
        whole = facts.holds("not-flattire") or not self._says_whole
        return facts.holds("flattire") if self._says_flat else not whole

    def _is_bare(self, city: str) -> bool:
        """Whether a flat tire in a city is the end: it never had a spare and is not the goal."""
        return city not in self._spares and city not in self._goals

    def _highway(self, road: Highway) -> str:
        """A road; one of one way has the head of an arrow."""
        start, end = self._map.places[road.start], self._map.rim(road.start, road.end)
        bare = self._is_bare(road.end) and (not road.two_way or self._is_bare(road.start))
        kind = "bare road" if bare else "road"
        line = path([start, end], kind)
        head = "" if road.two_way else arrow_head(start, end, f"{kind} head")
        return element("g", line, head, data_road=f"{road.start} {road.end}")

    def _city(self, city: str) -> str:
        """A city with its name; the border tells whether it had a spare."""
        (x, y), size = self._map.places[city], self._map.city
        kind = (
            "goal city" if city in self._goals else "bare city" if self._is_bare(city) else "city"
        )
        box = Box(-size.width / 2, -size.height / 2, size.width, size.height)
        tag = name_tag((0.0, 0.0), city, size.width - 3.0, NAME_SIZE)
        return group((x, y), rectangle(box, kind, size.height / 2), tag, data_city=city)

    def _spare(self, city: str, *, lies: bool) -> str:
        """A spare at the lower right of its city, or the trace of one that was taken."""
        (x, y), size = self._map.places[city], self._map.city
        at = (x + size.width / 2 - 2.0, y + size.height / 2 - 4.0)
        return group(at, tire((0.0, 0.0)), data_spare=city) if lies else ""

    def _flag(self, city: str) -> str:
        (x, y), size = self._map.places[city], self._map.city
        at = (x + max(size.width / 2 - 2.0, 19.0), y - size.height / 2 + 8.0)
        return group(at, flag(), data_goal=city)

    def _car(self, city: str, facts: Facts) -> str:
        (x, y), flat, spare = self._map.places[city], self._is_flat(facts), facts.holds("hasspare")
        data = {
            "data_car": city,
            "data_tires": "flat" if flat else "good",
            "data_spares": "1" if spare else "0",
        }
        at = (x, y - self._map.city.height / 2 + 1.0)
        return group(at, car(flat=flat, spare=spare), class_="car", **data)

    def _trail(self, states: States) -> str:
        """The way through the cities where the car has been."""
        visited: list[str] = []
        for state in states:
            city = self._city_of_car(state, visited[-1] if visited else None)
            if city and visited[-1:] != [city]:
                visited.append(city)
        if not visited:
            return ""
        line = path([self._map.places[city] for city in visited], "trail")
        return element("g", line, data_trail=" ".join(visited))

    def _city_of_car(self, state: Collection[Atom], before: str | None) -> str | None:
        """Where the car is in a state; near the city before is looked first, to be quick."""
        near = [before, *self._beside.get(before, ())] if before else []
        for city in (*near, *self._map.places):
            if city in self._map.places and Atom("vehicle-at", (city,)) in state:
                return city
        return None


def _legend() -> list[Entry]:
    """What the signs mean."""
    place = rectangle(Box(5.0, 3.0, 18.0, 18.0), "bare city", 9.0)
    return [
        Entry(group((14.0, 12.0), tire((0.0, 0.0))), "a spare tire"),
        Entry(place, "no spare here"),
        Entry(path([(1.0, 12.0), (32.0, 12.0)], "trail"), "driven so far"),
        Entry(group((10.0, 24.0), flag()), "goal"),
    ]
