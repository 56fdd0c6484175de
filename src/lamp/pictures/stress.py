"""Where cities lie when only their roads are known: as far apart as the number of roads between.

Stress is how much distances in the picture differ from those by road. It is reduced pair by pair
with shrinking steps, as by Zheng, Pawar and Goodman (Graph Drawing by Stochastic Gradient Descent,
2019); instead of chance, a fixed stride decides which pair is next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import cos, gcd, hypot, pi, sin
from typing import TypeAlias

from lamp.pictures.elements import Point

Road: TypeAlias = tuple[int, int]

PASSES = 30
LAST_STEP = 0.05
BEND = 0.85
"""Far distances count for a little less, so that outlying cities do not make all others small."""
START_TURNS = (1, 2, 3, 5)
"""Several starts: how many turns the cities make around the circle they begin on."""


def stress_layouts(num_cities: int, roads: Sequence[Road]) -> list[list[Point]]:
    """Layouts of cities, one for each start; neighbours are about 1 apart."""
    apart = _distances(num_cities, roads)
    pairs = [(one, two, apart[one][two] ** BEND) for one, two in combinations(range(num_cities), 2)]
    return [_relaxed(_circle(num_cities, turns), _scattered(pairs)) for turns in START_TURNS]


def _distances(num_cities: int, roads: Iterable[Road]) -> list[list[int]]:
    """The number of roads between any two cities; no way at all is a little more than the most."""
    beside: list[set[int]] = [set() for _ in range(num_cities)]
    for one, two in roads:
        beside[one].add(two)
        beside[two].add(one)
    found = [_distances_from(city, beside) for city in range(num_cities)]
    most = max((max(row.values()) for row in found), default=0)
    return [[row.get(city, most + 1) for city in range(num_cities)] for row in found]


def _distances_from(start: int, beside: Sequence[Iterable[int]]) -> dict[int, int]:
    found = {start: 0}
    waiting = [start]
    for here in waiting:
        for there in sorted(beside[here]):
            if there not in found:
                found[there] = found[here] + 1
                waiting.append(there)
    return found


def _circle(num_cities: int, turns: int) -> list[list[float]]:
    """A start: the cities on a spiral, so that no two are at the same place."""
    angles = [2 * pi * turns * city / num_cities for city in range(num_cities)]
    return [
        [(1 + city / num_cities) * cos(angle), (1 + city / num_cities) * sin(angle)]
        for city, angle in enumerate(angles)
    ]


def _scattered(pairs: Sequence[tuple[int, int, float]]) -> list[tuple[int, int, float]]:
    """All pairs, neighbours in the list far from each other."""
    count = len(pairs)
    stride = next((one for one in range(int(count * 0.618) + 1, count) if gcd(one, count) == 1), 1)
    return [pairs[at * stride % count] for at in range(count)]


def _relaxed(places: list[list[float]], pairs: Sequence[tuple[int, int, float]]) -> list[Point]:
    """Places after each pair was moved to its distance, again and again, by less and less."""
    first = max((apart for _, _, apart in pairs), default=1.0) ** 2
    for number in range(PASSES):
        step = first * (LAST_STEP / first) ** (number / (PASSES - 1))
        for one, two, apart in pairs:
            _pull(places[one], places[two], apart, min(1.0, step / apart**2))
    return [Point(x, y) for x, y in places]


def _pull(one: list[float], two: list[float], apart: float, share: float) -> None:
    """Moves two places, in place, towards the right distance from each other."""
    dx, dy = one[0] - two[0], one[1] - two[1]
    distance = hypot(dx, dy) or 1e-9
    move = share * (distance - apart) / (2 * distance)
    one[0] -= move * dx
    one[1] -= move * dy
    two[0] += move * dx
    two[1] += move * dy
