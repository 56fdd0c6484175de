"""zenotravel: fly two persons to their cities; as in the paper, and as released later."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import TypeAlias

from lamp.benchmarks.draws import below
from lamp.benchmarks.facts import atom, conjunction, numbered, numbers, objects
from lamp.benchmarks.families import Family, Parameter, Sizes
from lamp.ppddl import Atom, Problem

Trip: TypeAlias = tuple[int, int]
"""The city where a person is, and the one to go to."""

Tank: TypeAlias = tuple[int, int]
"""The city where an aircraft is, and its level of fuel."""


@dataclass(frozen=True, slots=True)
class Airways:
    """Cities, fuel levels, two persons and some aircraft, all numbered from 0."""

    cities: int
    levels: int
    persons: tuple[Trip, Trip]
    """Two: the domain lets an aircraft start when neither of two persons is in its door."""
    aircraft: tuple[Tank, ...]

    def problem(self, name: str) -> Problem:
        """Return the problem of having both persons in their cities."""
        levels = numbered("f", 0, self.levels)
        return Problem(
            name,
            domain="zenotravel",
            objects=(
                *objects("city", numbered("c", 0, self.cities)),
                *objects("person", ("p0", "p1")),
                *objects("aircraft", numbered("a", 0, len(self.aircraft))),
                *objects("flevel", levels),
            ),
            init=(
                *(atom("next", low, high) for low, high in pairwise(levels)),
                *self._persons(),
                *self._aircraft(),
            ),
            goal=conjunction(
                atom("at-person", f"p{number}", f"c{target}")
                for number, (_, target) in enumerate(self.persons)
            ),
        )

    def _persons(self) -> list[Atom]:
        atoms = [atom("person0", "p0"), atom("person1", "p1")]
        for number, (city, _) in enumerate(self.persons):
            atoms.append(atom("at-person", f"p{number}", f"c{city}"))
            atoms += [atom(idle, f"p{number}") for idle in ("not-boarding", "not-debarking")]
        return atoms

    def _aircraft(self) -> list[Atom]:
        atoms = []
        for number, (city, level) in enumerate(self.aircraft):
            atoms.append(atom("at-aircraft", f"a{number}", f"c{city}"))
            atoms.append(atom("fuel-level", f"a{number}", f"f{level}"))
            atoms.append(atom("not-refueling", f"a{number}"))
        return atoms


def _generate(rng: Random, sizes: Sizes) -> Airways:
    """Return persons who both have to travel, and aircraft anywhere with any level of fuel.

    Solvable: with two levels of fuel any aircraft can fill its tank where it stands, fly to any
    city and do so again, and each of these is completed sooner or later.
    """
    cities, levels = sizes["cities"], sizes["fuel"]
    return Airways(
        cities,
        levels,
        persons=(_trip(rng, cities), _trip(rng, cities)),
        aircraft=tuple((below(rng, cities), below(rng, levels)) for _ in range(sizes["aircraft"])),
    )


def _trip(rng: Random, cities: int) -> Trip:
    """Two different cities."""
    start = below(rng, cities)
    return start, (start + 1 + below(rng, cities - 1)) % cities


def _airways(cities: int, persons: str, aircraft: str) -> Airways:
    """Return the facts of `3>4 1>1`, from where to where, and `1:4 0:2`, cities and fuel."""
    first, second = persons.split()
    return Airways(
        cities,
        5,
        (_two(first, ">"), _two(second, ">")),
        tuple(_two(tank, ":") for tank in aircraft.split()),
    )


def _two(text: str, mark: str) -> tuple[int, int]:
    left, right = numbers(text.replace(mark, " "))
    return left, right


# All have five levels of fuel. The number of cities, the persons, the aircraft.
INSTANCES = {
    "zeno_6_2_2_3846": _airways(6, "3>3 4>4", "1:1 0:4"),
    "zeno_7_2_2_17462": _airways(7, "1>3 6>3", "6:0 6:0"),
    "zeno_8_2_2_3674": _airways(8, "2>3 6>1", "5:3 7:2"),
    "zeno_9_2_2_12861": _airways(9, "2>8 8>3", "5:3 2:4"),
    "zeno_10_2_2_24056": _airways(10, "2>6 0>6", "5:0 8:3"),
}

ZENOTRAVEL = Family(
    name="zenotravel",
    description="Fly two persons to their cities; how long everything takes is random.",
    parameters=(
        Parameter("cities", "number of cities", default=8, least=2, most=50),
        Parameter("aircraft", "number of aircraft", default=2, least=1, most=10),
        Parameter("fuel", "number of levels of fuel", default=5, least=2, most=10),
    ),
    title="zenotravel-{cities}-cities-{aircraft}-aircraft-{fuel}-levels-seed-{seed}",
    instances=INSTANCES,
    generate=_generate,
    key="zenotravel_paper",
)

ZENOTRAVEL_RELEASED = replace(
    ZENOTRAVEL,
    name="zenotravel_released",
    description="zenotravel as released later, with higher probabilities of completing things.",
    title="zenotravel_released-{cities}-cities-{aircraft}-aircraft-{fuel}-levels-seed-{seed}",
    in_paper=False,
    key="zenotravel",  # its name until the paper's was added
)
