"""Positions of aircraft and persons, each at one, also where facts contradict each other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from lamp.drawing.domains.painter import States
from lamp.drawing.domains.scene import Facts
from lamp.drawing.domains.zenotravel.aircraft import Passenger

PARKED = "at-aircraft"
UNDER_WAY = ("flying", "zooming")
ABOARD = ("in", "boarding", "debarking")


class Flight(NamedTuple):
    """An aircraft, and the city where it is or to which it flies."""

    name: str
    city: str
    doing: str
    """`at-aircraft`, `flying` or `zooming`."""
    origin: str | None
    """The city where it was last in the states before; None where it was in none."""


def flights_of(
    states: States, aircraft: Sequence[str], cities: Collection[str]
) -> Iterator[Flight]:
    """The aircraft of the last state that are in a city or fly to one."""
    facts = Facts(states[-1] if states else ())
    for name in aircraft:
        options = [
            (city, doing)
            for doing in (PARKED, *UNDER_WAY)
            for aircraft_name, city in facts.pairs(doing)
            if aircraft_name == name and city in cities
        ]
        for city, doing in options[:1]:
            yield Flight(name, city, doing, _origin(name, states, cities))


def _origin(name: str, states: States, cities: Collection[str]) -> str | None:
    """The city where an aircraft was last."""
    for state in reversed(states):
        for aircraft, city in Facts(state).pairs(PARKED):
            if aircraft == name and city in cities:
                return city
    return None


def aboard(facts: Facts, persons: Sequence[str]) -> dict[str, list[Passenger]]:
    """The persons in each aircraft, boarding it or debarking; no person is in two."""
    passengers: dict[str, list[Passenger]] = {}
    seen: set[str] = set()
    for doing in ABOARD:
        for person, name in facts.pairs(doing):
            if person in persons and person not in seen:
                seen.add(person)
                passenger = Passenger(person, persons.index(person), doing)
                passengers.setdefault(name, []).append(passenger)
    return passengers


def in_cities(
    facts: Facts, persons: Sequence[str], cities: Collection[str]
) -> dict[str, list[str]]:
    """The persons in each city: no person is in two, or in a city and an aircraft."""
    away = {person for doing in ABOARD for person, _ in facts.pairs(doing)}
    inhabitants: dict[str, list[str]] = {}
    for person, city in dict(facts.pairs("at-person")).items():
        if person in persons and person not in away and city in cities:
            inhabitants.setdefault(city, []).append(person)
    return inhabitants
