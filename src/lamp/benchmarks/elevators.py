"""elevators: collect the coins of a building whose gates lead back to the entrance."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, product
from random import Random
from typing import TypeAlias

from lamp.benchmarks.draws import pick, some
from lamp.benchmarks.facts import atom, conjunction, numbered, objects
from lamp.benchmarks.families import Family, Parameter, Sizes
from lamp.ppddl import Atom, Problem, Typed

Spot: TypeAlias = tuple[int, int]
"""A floor and a position on it, both counted from 1; the collector starts at (1, 1)."""


@dataclass(frozen=True, slots=True)
class Building:
    """A building, and where in it things are."""

    floors: int
    positions: int
    elevators: tuple[Spot, ...]
    """The floor each elevator is at, and the position of its shaft."""
    coins: tuple[Spot, ...]
    gates: tuple[Spot, ...]

    def problem(self, name: str) -> Problem:
        """Return the problem of having all coins."""
        coins = numbered("c", 1, len(self.coins))
        return Problem(
            name,
            domain="elevators",
            objects=self._objects(),
            init=(*self._structure(), *self._movables()),
            goal=conjunction(atom("have", coin) for coin in coins),
        )

    def _objects(self) -> tuple[Typed, ...]:
        counts = {
            "floor": self.floors,
            "pos": self.positions,
            "elevator": len(self.elevators),
            "coin": len(self.coins),
        }
        return tuple(
            declaration
            for kind, count in counts.items()
            for declaration in objects(kind, numbered(kind[0], 1, count))
        )

    def _structure(self) -> list[Atom]:
        """What never changes."""
        floors, positions = numbered("f", 1, self.floors), numbered("p", 1, self.positions)
        return [
            atom("basefloor", floors[0]),
            atom("basepos", positions[0]),
            *(atom("dec_f", above, below) for below, above in pairwise(floors)),
            *(atom("dec_p", right, left) for left, right in pairwise(positions)),
            *(atom("gate", f"f{floor}", f"p{position}") for floor, position in self.gates),
        ]

    def _movables(self) -> list[Atom]:
        atoms = [atom("at", "f1", "p1")]
        for number, (floor, position) in enumerate(self.elevators, start=1):
            atoms.append(atom("in", f"e{number}", f"f{floor}"))
            atoms.append(atom("shaft", f"e{number}", f"p{position}"))
        for number, (floor, position) in enumerate(self.coins, start=1):
            atoms.append(atom("coin-at", f"c{number}", f"f{floor}", f"p{position}"))
        return atoms


def _generate(rng: Random, sizes: Sizes) -> Building:
    """Return a building with elevators and coins anywhere, but no coin at the entrance.

    Solvable: the base floor has no gates, so every shaft can be walked to; an elevator can be
    called to every floor; and half of the time a gate lets pass. (The first position has no
    gates either, as in the paper's problems.)
    """
    floors, positions = sizes["floors"], sizes["positions"]
    spots = list(product(range(1, floors + 1), range(1, positions + 1)))
    inner = [(floor, position) for floor, position in spots if floor > 1 and position > 1]
    return Building(
        floors,
        positions,
        elevators=tuple(pick(rng, spots) for _ in range(sizes["elevators"])),
        coins=tuple(pick(rng, spots[1:]) for _ in range(sizes["coins"])),
        gates=tuple(sorted(some(rng, inner, sizes["gates"]))),
    )


def _building(positions: int, elevators: str, coins: str, gates: str) -> Building:
    return Building(3, positions, _spots(elevators), _spots(coins), _spots(gates))


def _spots(text: str) -> tuple[Spot, ...]:
    """Return the spots of `2.1 3.4`, each written floor.position."""
    words = (word.split(".") for word in text.split())
    return tuple((int(floor), int(position)) for floor, position in words)


# All have three floors. The number of positions, the elevators, the coins, the gates.
INSTANCES = {
    "elev_3_4_2_3_17332": _building(4, "1.1 2.1", "2.1 3.1 1.3", "2.4 3.2"),
    "elev_3_4_2_3_15003": _building(4, "1.2 1.3", "2.1 2.1 2.2", "2.3"),
    "elev_3_4_2_3_9142": _building(4, "3.2 2.2", "3.2 2.2 1.4", "2.3 3.4"),
    "elev_3_4_2_3_22270": _building(4, "3.2 3.2", "1.2 2.2 1.4", "2.3 3.2"),
    "elev_3_4_2_3_21192": _building(4, "1.3 1.3", "2.3 3.3 1.1", "2.4 3.3 3.4"),
    "elev_3_8_2_6_17938": _building(8, "2.4 2.8", "1.4 1.8 2.6 2.5 1.6 1.8", "2.2 2.3 2.8 3.2 3.4"),
    "elev_3_8_2_6_27049": _building(8, "1.1 2.2", "1.4 1.4 1.5 3.1 3.5 3.3", "2.4"),
    "elev_3_8_2_6_24676": _building(8, "1.1 1.5", "3.5 3.1 1.7 2.6 2.7 2.1", "2.5 2.7 3.8"),
    "elev_3_8_2_6_1096": _building(8, "3.3 1.7", "2.7 3.3 1.1 3.8 2.1 3.3", "2.5 2.8 3.6"),
    "elev_3_8_2_6_4968": _building(8, "3.3 2.7", "1.7 2.3 2.1 3.8 3.1 3.3", "2.2 2.3 3.4"),
    "elev_3_12_3_9_21143": _building(
        12,
        "2.8 2.1 2.7",
        "2.11 2.12 1.12 1.4 2.6 2.1 1.5 1.6 1.6",
        "2.2 2.5 2.6 2.8 2.9 3.7 3.8 3.9 3.11",
    ),
    "elev_3_12_3_9_29838": _building(
        12, "3.2 3.2 2.8", "2.10 2.4 2.3 3.4 3.2 2.9 1.1 1.1 2.9", "2.8 3.6 3.9"
    ),
    "elev_3_12_3_9_21687": _building(
        12, "1.12 1.9 2.7", "1.3 2.12 2.12 3.4 3.10 2.1 3.5 3.2 2.10", "2.6 2.9 3.4 3.6 3.7"
    ),
    "elev_3_12_3_9_25489": _building(
        12, "3.9 2.6 3.4", "2.8 2.1 1.1 3.5 2.3 3.10 1.6 1.3 3.3", "2.9 3.3 3.12"
    ),
    "elev_3_12_3_9_3382": _building(
        12,
        "3.2 3.2 3.8",
        "2.2 1.8 2.7 1.12 3.10 1.9 1.1 3.1 2.5",
        "2.6 2.7 2.8 2.9 2.11 3.4 3.5 3.7 3.9",
    ),
}

ELEVATORS = Family(
    name="elevators",
    description="Collect all coins; half of the time a gate throws the collector back to base.",
    parameters=(
        Parameter("floors", "number of floors", default=3, least=2, most=50),
        Parameter("positions", "number of positions on each floor", default=8, least=2, most=50),
        Parameter("elevators", "number of elevators", default=2, least=1, most=20),
        Parameter("coins", "number of coins", default=6, least=1, most=100),
        Parameter(
            "gates",
            "number of gates",
            default=4,
            least=0,
            most=lambda sizes: (sizes["floors"] - 1) * (sizes["positions"] - 1),
        ),
    ),
    title="elevators-{floors}-floors-{positions}-positions-{elevators}-elevators-{coins}-coins"
    "-{gates}-gates-seed-{seed}",
    instances=INSTANCES,
    generate=_generate,
)
