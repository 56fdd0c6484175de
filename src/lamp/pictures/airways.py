"""Zenotravel: cities, aircraft on the ground and under way, and who travels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Self

from lamp.pictures.aircraft import Passenger, Plane, plane, plane_size
from lamp.pictures.elements import (
    Point,
    Size,
    arrow_head,
    circle,
    element,
    group,
    name_tag,
    path,
)
from lamp.pictures.figures import figure
from lamp.pictures.painter import Painter, States
from lamp.pictures.scene import Facts, Scene, chain
from lamp.pictures.sky_map import sky_map
from lamp.pictures.wording import listed

MOST_CITIES, MOST_AIRCRAFT, MOST_PERSONS = 30, 10, 8
RADIUS = 18.0
"""Of a city."""
STANDING = 22.0
"""The room of somebody in a city."""
MARGIN = 14.0
UNDER_WAY = {"flying": 0.5, "zooming": 0.68}
"""How far on its way an aircraft is drawn."""


class AirwaysPainter(Painter):
    """Draws cities in a circle, with the aircraft inside."""

    predicates = (("at-person", 2), ("at-aircraft", 2), ("in", 2))

    def __init__(self, scene: Scene) -> None:
        self.title = f"{scene.name}: cities and aircraft"
        self._persons = scene.objects("at-person", 2, 0)
        self._aircraft = scene.objects("at-aircraft", 2, 0)
        levels = {*scene.objects("next", 2, 0), *scene.objects("next", 2, 1)}
        self._levels = chain(sorted(levels), scene.initial.pairs("next"))
        self._goals: dict[str, list[str]] = defaultdict(list)
        for predicate in ("at-person", "at-aircraft"):
            for who, city in scene.goal.pairs(predicate):
                self._goals[city].append(who)
        side = -(-len(self._persons) // 2)
        room = Size(2 * (RADIUS + 4.0 + side * STANDING), 84.0)
        size = plane_size(len(self._persons))
        self._map = sky_map(_cities(scene), room, size, len(self._aircraft))
        self.size = Size(self._map.size.width + 2 * MARGIN, self._map.size.height + 2 * MARGIN)

    @classmethod
    def of(cls, scene: Scene) -> Self | None:
        """The painter of not too many cities, aircraft and persons."""
        counts = (
            (len(_cities(scene)), MOST_CITIES),
            (len(scene.objects("at-aircraft", 2, 0)), MOST_AIRCRAFT),
            (len(scene.objects("at-person", 2, 0)), MOST_PERSONS),
        )
        fits = _cities(scene) and all(count <= most for count, most in counts)
        return cls(scene) if fits else None

    def sentences(self, facts: Facts) -> Iterator[str]:
        """Where everybody is and goes."""
        for who, city in facts.pairs("at-person"):
            yield f"{who} is in {city}."
        for doing in ("in", "boarding", "debarking"):
            for who, name in facts.pairs(doing):
                yield f"{who} is {doing} {name}."
        for name, city in facts.pairs("at-aircraft"):
            busy = ", refueling" if facts.holds("refueling", name) else ""
            yield f"{name} is in {city}{busy}."
        for doing in UNDER_WAY:
            for name, city in facts.pairs(doing):
                yield f"{name} is {doing} to {city}."
        for name, level in facts.pairs("fuel-level"):
            yield f"{name} has fuel level {level}."
        for city, goals in sorted(self._goals.items()):
            yield f"{listed(goals)} shall be in {city}."

    def elements(self, facts: Facts, states: States) -> Iterator[str]:
        """Routes, cities, persons, aircraft."""
        places = self._places(facts, states)
        inside = [*(route for _, _, route in places.values())]
        inside += [self._city(city) for city in self._map.cities]
        settled = {
            who for doing in ("in", "boarding", "debarking") for who, _ in facts.pairs(doing)
        }
        for who, city in dict(facts.pairs("at-person")).items():
            if who not in settled and city in self._map.cities and who in self._persons:
                inside.append(self._inhabitant(who, city))
        seats = self._passengers(facts)
        for name, (spot, leftwards, _) in places.items():
            look = self._look(name, seats[name], facts)
            drawn = plane(look, self._map.aircraft, leftwards=leftwards)
            data = {"data_aircraft": name, "data_doing": look.note or None}
            inside.append(group(spot, drawn, **data))
        yield group((MARGIN, MARGIN), *inside)

    def _places(self, facts: Facts, states: States) -> dict[str, tuple[Point, bool, str]]:
        """For each aircraft its spot, whether it heads left, and the line to its city."""
        found: dict[str, tuple[Point, bool, str]] = {}
        for name in self._aircraft:
            for doing in ("at-aircraft", *UNDER_WAY):
                for city in [there for one, there in facts.pairs(doing) if one == name][:1]:
                    if name not in found and city in self._map.cities:
                        taken = [spot for spot, _, _ in found.values()]
                        found[name] = self._place(name, city, doing, (taken, states))
        return found

    def _place(
        self, name: str, city: str, doing: str, around: tuple[list[Point], States]
    ) -> tuple[Point, bool, str]:
        taken, states = around
        there, middle = self._map.cities[city], self._map.middle
        if doing == "at-aircraft":
            spot = self._map.nearest(_between(there, middle, 0.35), taken)
            line = path([there, spot], "tether")
            return spot, spot.x > there.x, element("g", line, data_parked=f"{name} {city}")
        origin = self._origin(name, states)
        start = self._map.cities.get(origin or "", middle)
        spot = self._map.nearest(_between(start, there, UNDER_WAY[doing]), taken)
        tip = _between(there, spot, (RADIUS + 3.0) / max(_apart(there, spot), 1.0))
        line = path([start, spot, tip] if origin else [spot, tip], f"route {doing}")
        head = arrow_head(spot, tip, "route head", 11.0)
        route = element("g", line, head, data_route=f"{name} {city}", data_doing=doing)
        return spot, there.x < spot.x, route

    def _origin(self, name: str, states: States) -> str | None:
        """The city where an aircraft was last."""
        for state in reversed(states):
            for one, city in Facts(state).pairs("at-aircraft"):
                if one == name and city in self._map.cities:
                    return city
        return None

    def _city(self, city: str) -> str:
        """A city with its name, and below it a flag for those who shall be there."""
        goals = self._goals.get(city, [])
        kind = "goal city" if goals else "city"
        parts = [
            circle((0.0, 0.0), RADIUS, kind),
            name_tag((0.0, 0.0), city, 2 * RADIUS - 4.0, 12.0),
        ]
        if goals:
            pole, pennant = [(-8, 38), (-8, 22)], [(-8, 22), (8, 22), (8, 32), (-8, 32)]
            parts += [path(pole, "pole"), path(pennant, "pennant", closed=True)]
        names = name_tag((18.0, 30.0), listed(goals), 60.0, 11.0) if goals else ""
        return group(self._map.cities[city], *parts, names, data_city=city)

    def _inhabitant(self, who: str, city: str) -> str:
        """Somebody in a city, at a side and a place of their own."""
        number = self._persons.index(who)
        side = -1.0 if number % 2 == 0 else 1.0
        (x, y), away = self._map.cities[city], RADIUS + 12.0 + number // 2 * STANDING
        tag = name_tag((0.0, -34.0), who, STANDING, 11.0)
        return group((x + side * away, y + 14.0), figure(), tag, data_person=who, data_at=city)

    def _passengers(self, facts: Facts) -> dict[str, list[Passenger]]:
        """Who is in which aircraft, or in its door; nobody is in two."""
        found: dict[str, list[Passenger]] = defaultdict(list)
        seen: set[str] = set()
        for doing in ("in", "boarding", "debarking"):
            for who, name in facts.pairs(doing):
                if who in self._persons and who not in seen:
                    seen.add(who)
                    found[name].append(Passenger(who, self._persons.index(who), doing))
        return found

    def _look(self, name: str, passengers: list[Passenger], facts: Facts) -> Plane:
        levels = [level for one, level in facts.pairs("fuel-level") if one == name]
        fuel = self._levels.index(levels[0]) if levels and levels[0] in self._levels else None
        notes = [doing for doing in UNDER_WAY if any(one == name for one, _ in facts.pairs(doing))]
        notes += ["refueling"] if facts.holds("refueling", name) else []
        return Plane(name, passengers, fuel, len(self._levels), ", ".join(notes))


def _cities(scene: Scene) -> tuple[str, ...]:
    found = (*scene.objects("at-aircraft", 2, 1), *scene.objects("at-person", 2, 1))
    return tuple(dict.fromkeys(found))


def _between(one: Point, two: Point, share: float) -> Point:
    """A point on the way from one to another."""
    return Point(one.x + share * (two.x - one.x), one.y + share * (two.y - one.y))


def _apart(one: Point, two: Point) -> float:
    return ((one.x - two.x) ** 2 + (one.y - two.y) ** 2) ** 0.5
