"""tireworld: drive to a city and do not get stuck with a flat tire."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from lamp.benchmarks.draws import below, some
from lamp.benchmarks.facts import atom, numbered, numbers, objects
from lamp.benchmarks.families import Family, Instance, Parameter, Sizes
from lamp.benchmarks.road_lengths import DOMAIN, MeasuredMap, random_places
from lamp.benchmarks.road_trip import trip_atoms
from lamp.benchmarks.tireworld_maps import MAPS
from lamp.ppddl import Problem

TwoWayRoad: TypeAlias = tuple[int, int]
"""Between two cities, the lower number first."""


@dataclass(frozen=True, slots=True)
class RoadMap:
    """Cities, numbered from 0, with the roads and spare tires between start and goal."""

    cities: int
    start: int
    goal: int
    spares: tuple[int, ...]
    roads: tuple[TwoWayRoad, ...]

    def problem(self, name: str) -> Problem:
        """Return the problem; the car starts with a spare tire on board."""
        cities = numbered("n", 0, self.cities)
        both_ways = [
            way for first, second in self.roads for way in ((first, second), (second, first))
        ]
        facts = trip_atoms(
            cities[self.start],
            roads=[(cities[origin], cities[destination]) for origin, destination in both_ways],
            spares=[cities[city] for city in self.spares],
        )
        return Problem(
            name,
            domain="tire",
            objects=objects("location", cities),
            init=(*facts, atom("hasspare")),
            goal=atom("vehicle-at", cities[self.goal]),
        )


def _generate(rng: Random, sizes: Sizes) -> Instance:
    """Return a random map, if so wanted with the lengths of its roads."""
    plain = _random_map(rng, sizes)
    if not sizes["lengths"]:
        return plain
    return MeasuredMap(plain, plain.roads, random_places(rng, plain.cities))


def _random_map(rng: Random, sizes: Sizes) -> RoadMap:
    """Return a random map on which start and goal differ.

    Solvable: all cities are connected, and a drive leaves the tires good three times in five.
    """
    cities = sizes["cities"]
    start, goal = some(rng, range(cities), 2)
    spares = sorted(some(rng, range(cities), sizes["spares"]))
    return RoadMap(cities, start, goal, tuple(spares), _random_roads(rng, cities, sizes["roads"]))


def _random_roads(rng: Random, cities: int, count: int) -> tuple[TwoWayRoad, ...]:
    """Return roads that connect all cities: each to an earlier one, then roads at random."""
    roads = {(below(rng, city), city) for city in range(1, cities)}
    while len(roads) < count:
        first, second = sorted(some(rng, range(cities), 2))
        roads.add((first, second))
    return tuple(sorted(roads))


def _instances(text: str) -> dict[str, RoadMap]:
    """Return the maps by name."""
    maps = {}
    for paragraph in text.strip().split("\n\n"):
        head, spares, roads = paragraph.split("\n", maxsplit=2)
        name = head.partition(":")[0]
        cities, start, goal = re.findall(r"\d+", head.removeprefix(name))
        ends = int(start), int(goal)
        maps[name] = RoadMap(
            int(cities), *ends, numbers(spares.removeprefix("spares:")), _roads(roads)
        )
    return maps


def _roads(text: str) -> tuple[TwoWayRoad, ...]:
    """Return the roads of `0: 12 16 | 1: 2 3`, entries that a bar or the end of a line closes."""
    entries = (entry.split(":") for entry in re.split(r"[|\n]", text))
    return tuple((int(city), other) for city, others in entries for other in numbers(others))


def _most_roads(sizes: Sizes) -> int:
    cities = sizes["cities"]
    return min(cities * (cities - 1) // 2, 10 * cities)


TIREWORLD = Family(
    name="tireworld",
    description="Drive to a city; drives may end with a flat tire, not all cities have spares.",
    # The defaults are near the averages of the paper's maps: 2.2 roads a city, 47 % with a spare.
    parameters=(
        Parameter("cities", "number of cities", default=20, least=2, most=500),
        Parameter(
            "roads",
            "number of two-way roads",
            default=lambda sizes: 2 * sizes["cities"],
            least=lambda sizes: sizes["cities"] - 1,
            most=_most_roads,
        ),
        Parameter(
            "spares",
            "number of cities with a spare tire",
            default=lambda sizes: sizes["cities"] * 9 // 20,
            least=0,
            most=lambda sizes: sizes["cities"],
        ),
        Parameter("lengths", "1: a drive costs the length of its road", default=0, least=0, most=1),
    ),
    title="tireworld-{cities}-cities-{roads}-roads-{spares}-spares-seed-{seed}",
    instances=_instances(MAPS),
    generate=_generate,
    variants={DOMAIN: "tireworld_lengths"},
)
