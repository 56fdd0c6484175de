"""Where aircraft and persons are in a state of zenotravel, whatever its facts say."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from lamp.pictures.aircraft import Passenger
from lamp.pictures.painter import States
from lamp.pictures.scene import Facts

PARKED = "at-aircraft"
UNDER_WAY = ("flying", "zooming")
ABOARD = ("in", "boarding", "debarking")


class Flight(NamedTuple):
    """An aircraft, and the city where it is or to which it is under way."""

    name: str
    city: str
    doing: str
    """`at-aircraft`, `flying` or `zooming`."""
    origin: str | None
    """The city where it was last, as far as earlier states tell."""


def flights_of(
    states: States, aircraft: Sequence[str], cities: Collection[str]
) -> Iterator[Flight]:
    """Each aircraft of the last state that is somewhere, at one place."""
    facts = Facts(states[-1] if states else ())
    for name in aircraft:
        found = [
            (city, doing)
            for doing in (PARKED, *UNDER_WAY)
            for one, city in facts.pairs(doing)
            if one == name and city in cities
        ]
        for city, doing in found[:1]:
            yield Flight(name, city, doing, _origin(name, states, cities))


def _origin(name: str, states: States, cities: Collection[str]) -> str | None:
    """The city where an aircraft was last."""
    for state in reversed(states):
        for one, city in Facts(state).pairs(PARKED):
            if one == name and city in cities:
                return city
    return None


def aboard(facts: Facts, persons: Sequence[str]) -> dict[str, list[Passenger]]:
    """Who is in each aircraft or in its door; no person is in two."""
    found: dict[str, list[Passenger]] = {}
    seen: set[str] = set()
    for doing in ABOARD:
        for who, name in facts.pairs(doing):
            if who in persons and who not in seen:
                seen.add(who)
                seat = Passenger(who, persons.index(who), doing)
                found.setdefault(name, []).append(seat)
    return found


def in_cities(
    facts: Facts, persons: Sequence[str], cities: Collection[str]
) -> dict[str, list[str]]:
    """Who is in each city: no person in two, and none who is in an aircraft."""
    away = {who for doing in ABOARD for who, _ in facts.pairs(doing)}
    found: dict[str, list[str]] = {}
    for who, city in dict(facts.pairs("at-person")).items():
        if who in persons and who not in away and city in cities:
            found.setdefault(city, []).append(who)
    return found
