"""triangle_tireworld: the short way is the dangerous one."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from random import Random

from lamp.benchmarks.facts import atom, objects
from lamp.benchmarks.families import Family, Parameter, Sizes
from lamp.benchmarks.road_trip import Road, trip_atoms
from lamp.ppddl import Problem


@dataclass(frozen=True, slots=True)
class Triangle:
    """The triangle of a size: `2 · size + 1` places along the base, and one fewer in each row up.

    Place `l-r-c` is number c in row r. Row 1 is the base; the car goes from its first place to
    its last. The way around along the other two sides has a spare tire at every stop.
    """

    size: int

    def problem(self, name: str) -> Problem:
        """Return the problem; of the square of places it declares, the triangle is one half."""
        base = range(1, self._width(1) + 1)
        locations = [_location(row, column) for row, column in product(base, base)]
        facts = trip_atoms(_location(1, 1), self._roads(), self._spares())
        return Problem(
            name,
            domain="triangle-tire",
            objects=objects("location", locations),
            init=tuple(facts),
            goal=atom("vehicle-at", _location(1, self._width(1))),
        )

    def _width(self, row: int) -> int:
        """The number of places in a row; the last row has one."""
        return 2 * self.size + 2 - row

    def _roads(self) -> list[Road]:
        """All lead to the right: along the odd rows, and up to the next row and down again."""
        roads = []
        for row in range(1, self._width(1) + 1):
            for column in range(1, self._width(row)):
                here, right = _location(row, column), _location(row, column + 1)
                above = _location(row + 1, column)
                if row % 2:
                    roads.append((here, right))
                if row % 2 or column % 2:
                    roads += [(here, above), (above, right)]
        return roads

    def _spares(self) -> list[str]:
        """In even rows everywhere, in odd rows at both ends, at the base nowhere."""
        return [
            _location(row, column)
            for row in range(2, self._width(1) + 1)
            for column in range(1, self._width(row) + 1)
            if row % 2 == 0 or column in (1, self._width(row))
        ]


def _location(row: int, column: int) -> str:
    return f"l-{row}-{column}"


def _generate(rng: Random, sizes: Sizes) -> Triangle:  # noqa: ARG001
    """Return the triangle of a size, whatever the seed.

    Solvable: on the way around every flat tire can be changed, because each stop has a spare.
    """
    return Triangle(sizes["size"])


TRIANGLE_TIREWORLD = Family(
    name="triangle_tireworld",
    description="Drive one-way roads: the short way has no spare tires, the long way is safe.",
    parameters=(Parameter("size", "half the length of the base", default=3, least=1, most=60),),
    title="triangle-tire-{size}",
    instances={f"triangle-tire-{size}": Triangle(size) for size in range(1, 6)},
    generate=_generate,
)
