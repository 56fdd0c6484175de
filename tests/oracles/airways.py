"""The least expected cost of a zenotravel problem, from the rules of the domain alone.

Every activity has an action that starts it and one that completes it with some probability p, and
otherwise changes nothing. Then it takes 1 + 1/p actions on average, whatever is done meanwhile, and
the least expected cost is that of the cheapest sequence of activities.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from typing import TypeAlias

from lamp.benchmarks.zenotravel import Airways

Place: TypeAlias = tuple[str, int]
"""In a city, or in an aircraft."""
Situation: TypeAlias = tuple[tuple[Place, ...], tuple[tuple[int, int], ...]]
"""Where each person is; where each aircraft is, and its level of fuel."""


@dataclass(frozen=True, slots=True)
class Costs:
    """The expected number of actions that each activity takes, as multiples of 1/5."""

    boarding: int
    debarking: int
    flying: int
    zooming: int
    refueling: int

    @classmethod
    def of(cls, *probabilities: str) -> Costs:
        """From the probabilities of completing each."""
        return cls(*(int(5 * (1 + 1 / Fraction(probability))) for probability in probabilities))


COSTS = {
    "zenotravel": Costs.of("1/2", "1/4", "1/25", "1/15", "1/7"),
    "zenotravel_released": Costs.of("1", "1", "1/5", "1/3", "5/7"),
}
"""By family."""


def least_expected_cost(airways: Airways, costs: Costs) -> Fraction:
    """The cost of the cheapest sequence of activities, by Dijkstra's algorithm."""
    first: Situation = (
        tuple(("city", start) for start, _ in airways.persons),
        airways.aircraft,
    )
    targets = tuple(("city", target) for _, target in airways.persons)
    reached: set[Situation] = set()
    waiting = [(0, first)]
    while waiting:
        cost, situation = heappop(waiting)
        if situation[0] == targets:
            return Fraction(cost, 5)
        if situation in reached:
            continue
        reached.add(situation)
        for price, after in _activities(airways, situation, costs):
            if after not in reached:
                heappush(waiting, (cost + price, after))
    raise AssertionError("all zenotravel problems can be solved")


def _activities(
    airways: Airways, situation: Situation, costs: Costs
) -> Iterator[tuple[int, Situation]]:
    persons, aircraft = situation
    for plane, (city, fuel) in enumerate(aircraft):
        for who, position in enumerate(persons):
            if position == ("city", city):
                yield costs.boarding, (_with(persons, who, ("aircraft", plane)), aircraft)
            if position == ("aircraft", plane):
                yield costs.debarking, (_with(persons, who, ("city", city)), aircraft)
        if fuel + 1 < airways.levels:
            yield costs.refueling, (persons, _with(aircraft, plane, (city, fuel + 1)))
        for burnt, price in ((1, costs.flying), (2, costs.zooming)):
            for other in range(airways.cities) if fuel >= burnt else ():
                yield price, (persons, _with(aircraft, plane, (other, fuel - burnt)))


def _with(values: tuple, index: int, value: object) -> tuple:  # type: ignore[type-arg]
    return (*values[:index], value, *values[index + 1 :])
