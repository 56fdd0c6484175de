"""The facts of a car on roads, for both tireworlds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from lamp.benchmarks.facts import atom
from lamp.ppddl import Atom

Road: TypeAlias = tuple[str, str]
"""One way, from the first place to the second."""


def trip_atoms(start: str, roads: Iterable[Road], spares: Iterable[str]) -> list[Atom]:
    """Return what is true in the beginning: the car is at `start`, and its tires are good."""
    return [
        atom("vehicle-at", start),
        atom("not-flattire"),
        *(atom("spare-in", city) for city in spares),
        *(atom("road", origin, destination) for origin, destination in roads),
    ]
