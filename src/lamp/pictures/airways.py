"""Zenotravel: cities, aircraft on the ground and under way, and who travels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import hypot
from typing import Self

from lamp.landmarks.drawing.text import text_width
from lamp.pictures.aircraft import DOOR, TANK, Passenger, Plane, plane, plane_size
from lamp.pictures.elements import (
    Box,
    Point,
    Size,
    arrow_head,
    circle,
    element,
    group,
    name_tag,
    path,
    rectangle,
)
from lamp.pictures.figures import figure
from lamp.pictures.flights import ABOARD, PARKED, UNDER_WAY, Flight, aboard, flights_of, in_cities
from lamp.pictures.key import Entry, with_key
from lamp.pictures.painter import Painter, States
from lamp.pictures.scene import Facts, Scene, chain
from lamp.pictures.sky_map import RADIUS, sky_map
from lamp.pictures.traffic import flag
from lamp.pictures.wording import listed

CITIES = (("at-aircraft", 2, 1), ("at-person", 2, 1))
AIRCRAFT = (("at-aircraft", 2, 0),)
PERSONS = (("at-person", 2, 0),)
LEVELS = (("next", 2, 0), ("next", 2, 1))
"""Where facts name these things."""
MOST_CITIES, MOST_AIRCRAFT, MOST_PERSONS = 24, 6, 8
STANDING = 24.0
"""The room of a person in a city."""
MARGIN = 12.0
SHARES = {
    PARKED: (0.3, 0.4, 0.5, 0.6),
    "flying": (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65),
    "zooming": (0.65, 0.6, 0.7, 0.55, 0.75, 0.5),
}
"""How far on its way an aircraft is drawn: from a city to the middle, or to the next city."""


class AirwaysPainter(Painter):
    """Draws cities in a circle, with the aircraft inside."""

    predicates = (("at-person", 2), ("at-aircraft", 2), ("in", 2))

    def __init__(self, scene: Scene) -> None:
        self.title = f"{scene.name}: cities and aircraft"
        self._persons = scene.objects(*PERSONS)
        self._aircraft = scene.objects(*AIRCRAFT)
        self._levels = chain(scene.objects(*LEVELS), scene.initial.pairs("next"))
        self._goals: dict[str, list[str]] = defaultdict(list)
        for predicate in ("at-person", "at-aircraft"):
            for who, city in scene.goal.pairs(predicate):
                self._goals[city].append(who)
        people = max(len(self._persons), 2) * STANDING
        size = plane_size(len(self._persons))
        self._map = sky_map(scene.objects(*CITIES), people, size, len(self._aircraft))
        width, height = self._map.size
        self.size, self._key = with_key(Size(width + 2 * MARGIN, height + 2 * MARGIN), _entries())

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
        """Where everybody is, goes, and shall be."""
        for who, city in facts.pairs("at-person"):
            yield f"{who} is in {city}."
        for doing in ABOARD:
            yield from (f"{who} is {doing} {name}." for who, name in facts.pairs(doing))
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
        """Ways, cities with their people, aircraft."""
        places = self._places(states)
        (x, y), seats = self._map.middle, aboard(facts, self._persons)
        parts = [element("ellipse", class_="world", cx=x, cy=y, rx=x * 0.82, ry=y * 0.82)]
        parts += [self._way(flight, spot) for flight, spot in places.items()]
        parts += [self._city(city) for city in self._map.cities]
        for city, people in in_cities(facts, self._persons, self._map.cities).items():
            parts += [self._inhabitant(who, city, place) for place, who in enumerate(people)]
        for flight, spot in places.items():
            parts.append(self._plane(flight, spot, seats.get(flight.name, []), facts))
        yield group((MARGIN, MARGIN), *parts)
        yield self._key

    def _places(self, states: States) -> dict[Flight, Point]:
        """A place for each aircraft; none hides another, nor a city."""
        found: dict[Flight, Point] = {}
        for flight in flights_of(states, self._aircraft, self._map.cities):
            start, end = self._ends(flight)
            wanted = [_between(start, end, share) for share in SHARES[flight.doing]]
            found[flight] = self._map.spot(wanted, found.values())
        return found

    def _ends(self, flight: Flight) -> tuple[Point, Point]:
        """From where to where an aircraft is on its way, the middle standing in for unknown."""
        here = self._map.cities[flight.city]
        if flight.doing == PARKED:
            return here, self._map.middle
        return self._map.cities.get(flight.origin or "", self._map.middle), here

    def _way(self, flight: Flight, spot: Point) -> str:
        """The line between an aircraft and its city; one under way has an arrow."""
        there, spot = self._map.cities[flight.city], Point(spot.x, spot.y + DOOR)
        data = {"data_way": f"{flight.name} {flight.city}"}
        if flight.doing == PARKED:
            return element("g", path([there, spot], "tether"), **data)
        length = hypot(there.x - spot.x, there.y - spot.y) or 1.0
        tip = _between(there, spot, (RADIUS + 2.0) / length)
        start = [self._map.cities[flight.origin]] if flight.origin else []
        line = path([*start, spot, tip], f"way {flight.doing}")
        return element("g", line, arrow_head(spot, tip, "way head", 12.0), **data)

    def _city(self, city: str) -> str:
        """A city with its name, and below it a flag with the names of those who shall be there."""
        goals = self._goals.get(city, [])
        disc = circle((0, 0), RADIUS, "goal city" if goals else "city")
        tag = name_tag((0, 0), city, 2 * RADIUS - 4.0, 13.0)
        sign = self._sign(", ".join(goals), self._map.side(city)) if goals else ""
        return group(self._map.cities[city], disc, tag, sign, data_city=city)

    def _sign(self, names: str, side: int) -> str:
        """A flag below a city, on the side where its people are."""
        width = min(text_width(names, 12.0), self._map.rooms_width - 20.0)
        left = -RADIUS if side > 0 else RADIUS - width - 16.0
        tag = name_tag((left + 16.0 + width / 2, 31.0), names, width, 12.0)
        return group((left + 2.0, 40.0), flag(19.0)) + tag

    def _inhabitant(self, who: str, city: str, place: int) -> str:
        """A person in a city, at one of the places beside it."""
        away = RADIUS + STANDING * (place + 0.5)
        x, y = self._map.cities[city]
        tag = name_tag((0, -34), who, STANDING - 2.0, 12.0)
        at = (x + self._map.side(city) * away, y + 14.0)
        return group(at, figure(), tag, data_person=who, data_at=city)

    def _plane(self, flight: Flight, spot: Point, riders: Sequence[Passenger], facts: Facts) -> str:
        """An aircraft at a place."""
        left, most = self._map.cities[flight.city].x < spot.x, len(self._levels) - 1
        fuel, note = self._fuel(flight.name, facts), _note(flight, facts)
        look = Plane(flight.name, riders, fuel, most, note, left)
        data = {"data_aircraft": flight.name, "data_doing": flight.doing}
        return group(spot, plane(look, self._map.aircraft), **data)

    def _fuel(self, name: str, facts: Facts) -> int | None:
        """How many levels of fuel an aircraft has."""
        for one, level in facts.pairs("fuel-level"):
            if one == name and level in self._levels:
                return self._levels.index(level)
        return None


def _note(flight: Flight, facts: Facts) -> str:
    """What an aircraft is doing, in a word or two."""
    doing = [] if flight.doing == PARKED else [flight.doing]
    return ", ".join(doing + ["refueling"] * facts.holds("refueling", flight.name))


def _between(one: Point, two: Point, share: float) -> Point:
    """A point on the way from one to another."""
    return Point(one.x + share * (two.x - one.x), one.y + share * (two.y - one.y))


def _entries() -> list[Entry]:
    """What the signs mean."""
    half = TANK.width / 4
    tank = [
        rectangle(Box(1 + half * at, 9, half - 2, 7), kind)
        for at, kind in enumerate(("fuel", "no fuel"))
    ]
    return [
        Entry("".join(tank), "fuel"),
        Entry(path([(1, 12), (33, 12)], "way flying"), "flying"),
        Entry(path([(1, 12), (33, 12)], "way zooming"), "zooming"),
        Entry(group((14, 21), flag(18.0)), "shall be here"),
    ]
