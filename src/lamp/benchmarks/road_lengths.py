"""Lengths of roads: what a drive of the tireworld costs on a map with distances."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import isqrt
from random import Random
from typing import TypeAlias

from lamp.benchmarks.draws import below
from lamp.benchmarks.facts import numbered
from lamp.benchmarks.families import Instance
from lamp.ppddl import FunctionTerm, Metric, Problem

Point: TypeAlias = tuple[int, int]

WIDTH = 100
"""Of the square in which the cities lie."""
DOMAIN = "tire-lengths"
TOTAL_COST = FunctionTerm("total-cost")


@dataclass(frozen=True, slots=True)
class MeasuredMap:
    """A map with the places of its cities; a road is as long as the way as the crow flies."""

    plain: Instance
    roads: tuple[tuple[int, int], ...]
    places: tuple[Point, ...]

    def problem(self, name: str) -> Problem:
        """Return the problem, with the lengths of all roads in both directions."""
        cities = numbered("n", 0, len(self.places))
        lengths = tuple(
            (FunctionTerm("length", (cities[origin], cities[destination])), self._length(road))
            for road in self.roads
            for origin, destination in (road, road[::-1])
        )
        return replace(
            self.plain.problem(f"{name}-lengths"),
            domain=DOMAIN,
            values=((TOTAL_COST, Fraction(0)), *lengths),
            metric=Metric("minimize", TOTAL_COST),
        )

    def _length(self, road: tuple[int, int]) -> Fraction:
        """The distance of two cities, rounded down, and at least 1."""
        (x, y), (other_x, other_y) = (self.places[city] for city in road)
        return Fraction(max(1, isqrt((x - other_x) ** 2 + (y - other_y) ** 2)))


def random_places(rng: Random, number: int) -> tuple[Point, ...]:
    """Return the places of some cities."""
    return tuple((below(rng, WIDTH), below(rng, WIDTH)) for _ in range(number))
