"""Zenotravel: cities, aircraft on the ground and in flight, and travellers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import hypot
from typing import Self

from lamp.drawing.domains.legend import with_legend
from lamp.drawing.domains.painter import Painter, States
from lamp.drawing.domains.scene import Facts, Scene, chain
from lamp.drawing.domains.symbols import flag, person
from lamp.drawing.domains.wording import listed
from lamp.drawing.domains.zenotravel.aircraft import (
    DOOR,
    TANK,
    Passenger,
    Plane,
    plane_element,
    plane_size,
)
from lamp.drawing.domains.zenotravel.city_map import RADIUS, city_map
from lamp.drawing.domains.zenotravel.flights import (
    ABOARD,
    PARKED,
    UNDER_WAY,
    Flight,
    aboard,
    flights_of,
    in_cities,
)
from lamp.drawing.svg.elements import arrow_head, circle, element, group, name_tag, path, rectangle
from lamp.drawing.svg.geometry import Box, Point, Size
from lamp.drawing.svg.legend import LegendEntry
from lamp.drawing.svg.text import text_width

CITIES = (("at-aircraft", 2, 1), ("at-person", 2, 1))
AIRCRAFT = (("at-aircraft", 2, 0),)
PERSONS = (("at-person", 2, 0),)
LEVELS = (("next", 2, 0), ("next", 2, 1))
"""The arguments of predicates that are cities, aircraft, persons and levels of fuel."""
MOST_CITIES, MOST_AIRCRAFT, MOST_PERSONS = 24, 6, 8
STANDING = 24.0
"""The width of a person in a city."""
MARGIN = 12.0
SHARES = {
    PARKED: (0.3, 0.4, 0.5, 0.6),
    "flying": (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65),
    "zooming": (0.65, 0.6, 0.7, 0.55, 0.75, 0.5),
}
"""Shares of its path at which an aircraft is drawn: the first at which it overlaps nothing."""


class ZenotravelPainter(Painter):
    """Draws cities on an ellipse, with the aircraft inside."""

    predicates = (("at-person", 2), ("at-aircraft", 2), ("in", 2))

    def __init__(self, scene: Scene) -> None:
        self.title = f"{scene.name}: cities and aircraft"
        self._persons = scene.objects(*PERSONS)
        self._aircraft = scene.objects(*AIRCRAFT)
        self._levels = chain(scene.objects(*LEVELS), scene.initial.pairs("next"))
        self._goals: dict[str, list[str]] = defaultdict(list)
        for predicate in ("at-person", "at-aircraft"):
            for traveller, city in scene.goal.pairs(predicate):
                self._goals[city].append(traveller)
        people = max(len(self._persons), 2) * STANDING
        plane = plane_size(len(self._persons))
        self._map = city_map(scene.objects(*CITIES), people, plane, len(self._aircraft))
        width, height = self._map.size
        page = Size(width + 2 * MARGIN, height + 2 * MARGIN)
        self.size, self._legend = with_legend(page, _entries())

    @classmethod
    def of(cls, scene: Scene) -> Self | None:
        """The painter of not too many cities, aircraft and persons."""
        few = (
            0 < len(scene.objects(*CITIES)) <= MOST_CITIES
            and len(scene.objects(*AIRCRAFT)) <= MOST_AIRCRAFT
            and len(scene.objects(*PERSONS)) <= MOST_PERSONS
        )
        return cls(scene) if few else None

    def sentences(self, facts: Facts) -> Iterator[str]:
        """The positions of persons and aircraft, their activities, and the goal."""
        for name, city in facts.pairs("at-person"):
            yield f"{name} is in {city}."
        for doing in ABOARD:
            yield from (f"{rider} is {doing} {name}." for rider, name in facts.pairs(doing))
        for name, city in facts.pairs(PARKED):
            yield f"{name} is in {city}."
        for doing in UNDER_WAY:
            yield from (f"{name} is {doing} to {city}." for name, city in facts.pairs(doing))
        for name, level in facts.pairs("fuel-level"):
            busy = " and is refueling" if facts.holds("refueling", name) else ""
            yield f"{name} has fuel level {level}{busy}."
        for city, goals in sorted(self._goals.items()):
            yield f"{listed(goals)} shall be in {city}."

    def elements(self, facts: Facts, states: States) -> Iterator[str]:
        """Paths, cities with their persons, aircraft."""
        points = self._positions(states)
        (x, y), riders = self._map.centre, aboard(facts, self._persons)
        drawn = [element("ellipse", class_="world", cx=x, cy=y, rx=x * 0.82, ry=y * 0.82)]
        drawn += [self._path(flight, point) for flight, point in points.items()]
        drawn += [self._city(city) for city in self._map.cities]
        for city, people in in_cities(facts, self._persons, self._map.cities).items():
            drawn += [self._inhabitant(name, city, index) for index, name in enumerate(people)]
        for flight, point in points.items():
            drawn.append(self._plane(flight, point, riders.get(flight.name, []), facts))
        yield group((MARGIN, MARGIN), *drawn)
        yield self._legend

    def _positions(self, states: States) -> dict[Flight, Point]:
        """A position for each aircraft; none overlaps another, nor a city."""
        points: dict[Flight, Point] = {}
        for flight in flights_of(states, self._aircraft, self._map.cities):
            start, end = self._ends(flight)
            candidates = [_between(start, end, share) for share in SHARES[flight.doing]]
            points[flight] = self._map.free_point(candidates, points.values())
        return points

    def _ends(self, flight: Flight) -> tuple[Point, Point]:
        """The ends of the path of an aircraft; the centre takes the place of an unknown origin."""
        here = self._map.cities[flight.city]
        if flight.doing == PARKED:
            return here, self._map.centre
        return self._map.cities.get(flight.origin or "", self._map.centre), here

    def _path(self, flight: Flight, position: Point) -> str:
        """The line between an aircraft and its city; an aircraft in flight has an arrow."""
        city, door = self._map.cities[flight.city], Point(position.x, position.y + DOOR)
        data = {"data_way": f"{flight.name} {flight.city}"}
        if flight.doing == PARKED:
            return element("g", path([city, door], "tether"), **data)
        length = hypot(city.x - door.x, city.y - door.y) or 1.0
        tip = _between(city, door, (RADIUS + 2.0) / length)
        start = [self._map.cities[flight.origin]] if flight.origin else []
        line = path([*start, door, tip], f"way {flight.doing}")
        return element("g", line, arrow_head(door, tip, "way head", 12.0), **data)

    def _city(self, city: str) -> str:
        """A city with its name, and below it a flag with the travellers whose goal it is."""
        goals = self._goals.get(city, [])
        disc = circle((0, 0), RADIUS, "goal city" if goals else "city")
        tag = name_tag((0, 0), city, 2 * RADIUS - 4.0, 13.0)
        sign = self._sign(", ".join(goals), self._map.side(city)) if goals else ""
        return group(self._map.cities[city], disc, tag, sign, data_city=city)

    def _sign(self, names: str, side: int) -> str:
        """A flag below a city, on the side of its persons."""
        width = min(text_width(names, 12.0), self._map.rooms_width - 20.0)
        left = -RADIUS if side > 0 else RADIUS - width - 16.0
        tag = name_tag((left + 16.0 + width / 2, 31.0), names, width, 12.0)
        return group((left + 2.0, 40.0), flag(19.0)) + tag

    def _inhabitant(self, name: str, city: str, index: int) -> str:
        """A person in a city, at one of the places beside it."""
        away = RADIUS + STANDING * (index + 0.5)
        x, y = self._map.cities[city]
        tag = name_tag((0, -34), name, STANDING - 2.0, 12.0)
        foot = (x + self._map.side(city) * away, y + 14.0)
        return group(foot, person(), tag, data_person=name, data_at=city)

    def _plane(
        self, flight: Flight, position: Point, riders: Sequence[Passenger], facts: Facts
    ) -> str:
        """An aircraft at its position."""
        left, most = self._map.cities[flight.city].x < position.x, len(self._levels) - 1
        fuel, note = self._fuel(flight.name, facts), _note(flight, facts)
        plane = Plane(flight.name, riders, fuel, most, note, left)
        data = {"data_aircraft": flight.name, "data_doing": flight.doing}
        return group(position, plane_element(plane, self._map.aircraft), **data)

    def _fuel(self, name: str, facts: Facts) -> int | None:
        """The number of levels of fuel that an aircraft has."""
        for aircraft, level in facts.pairs("fuel-level"):
            if aircraft == name and level in self._levels:
                return self._levels.index(level)
        return None


def _note(flight: Flight, facts: Facts) -> str:
    """The activity of an aircraft, in a word or two."""
    doing = [] if flight.doing == PARKED else [flight.doing]
    return ", ".join(doing + ["refueling"] * facts.holds("refueling", flight.name))


def _between(start: Point, end: Point, share: float) -> Point:
    """The point that divides a line in a ratio."""
    return Point(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))


def _entries() -> list[LegendEntry]:
    """The legend."""
    half = TANK.width / 4
    tank = [
        rectangle(Box(1 + half * number, 9, half - 2, 7), kind)
        for number, kind in enumerate(("fuel", "no fuel"))
    ]
    return [
        LegendEntry("".join(tank), "fuel"),
        LegendEntry(path([(1, 12), (33, 12)], "way flying"), "flying"),
        LegendEntry(path([(1, 12), (33, 12)], "way zooming"), "zooming"),
        LegendEntry(group((14, 21), flag(18.0)), "shall be here"),
    ]
