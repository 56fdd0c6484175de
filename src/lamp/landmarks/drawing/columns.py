"""The place of each vertex from left to right: lines straight, vertices far enough apart.

We look for the least sum of sideways distances along the lines, as Gansner and others (1993) do,
by moving one row at a time. For squares of distances the best places of a row are an isotonic
regression; weights of 1 / distance turn the squares into distances.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import NamedTuple, TypeAlias

from lamp.landmarks.drawing.crossings import num_sweeps
from lamp.landmarks.drawing.layers import Layered, Rows
from lamp.landmarks.drawing.ports import Ports

NODE_GAP = 24.0
LINE_GAP = 14.0
"""The distance from a line that passes a row to the nodes and lines beside it."""
MOST_SWEEPS, MOST_STEPS = 400, 600_000
EARLY_SWEEPS = 20
"""Sweeps that look back one row only, so that a move spreads through the whole drawing."""
FAR, CLOSE = 200.0, 0.5
"""Distances below these, in the first sweep and in the last, count by their squares."""
NEARLY_STRAIGHT = 6.0
"""A line that goes this little to the side is made straight in the end, if there is room."""
STRENGTHS = (2.0, 3.0, 8.0)
"""The cost of going to the side, by the number of waypoints at the ends of a step."""


class _Pull(NamedTuple):
    """The wish of a vertex to be some distance to the right of a neighbour."""

    neighbour: int
    distance: float
    strength: float


_Pulls: TypeAlias = list[list[_Pull]]
"""The wishes of each vertex."""


class _Row(NamedTuple):
    """A row, and how far each of its vertices is from the first one at least."""

    vertices: Sequence[int]
    distances: Sequence[float]

    def settle(self, wishes: Sequence[tuple[float, float]], middle: list[float]) -> None:
        """Move the vertices, in place, close to the places they wish for, each with a weight."""
        pairs = zip(wishes, self.distances, strict=True)
        wanted = [(place - distance, weight) for (place, weight), distance in pairs]
        places = zip(self.vertices, _rising(wanted), self.distances, strict=True)
        for vertex, place, distance in places:
            middle[vertex] = place + distance


def place_columns(
    layered: Layered, rows: Rows, widths: Sequence[float], ports: Ports
) -> list[float]:
    """The middle of each vertex from left to right, where 0 is the left side of the drawing."""
    half = [width / 2 for width in widths] + [0.0] * (len(layered.above) - layered.num_nodes)
    spaced = [_spaced(layered, row, half) for row in rows]
    middle = [0.0] * len(half)
    for row in spaced:
        row.settle([(distance - row.distances[-1] / 2, 1.0) for distance in row.distances], middle)
    up, down = _pulls(layered, ports)
    _sweep(spaced, up, down, middle, num_sweeps(layered, MOST_SWEEPS, MOST_STEPS))
    _straighten(spaced, up, down, middle)
    left = min(middle[row[0]] - half[row[0]] for row in rows)
    return [place - left for place in middle]


def _spaced(layered: Layered, row: Sequence[int], half: Sequence[float]) -> _Row:
    """The row with the least distances between its vertices; `half` has half of each width."""
    distances = [0.0]
    for left, right in pairwise(row):
        beside_line = layered.is_waypoint(left) or layered.is_waypoint(right)
        gap = LINE_GAP if beside_line else NODE_GAP
        distances.append(distances[-1] + half[left] + gap + half[right])
    return _Row(row, distances)


def _pulls(layered: Layered, ports: Ports) -> tuple[_Pulls, _Pulls]:
    """The wishes of each vertex about those above it, and about those below it."""
    up: _Pulls = [[] for _ in layered.above]
    down: _Pulls = [[] for _ in layered.above]
    for lower, neighbours in enumerate(layered.above):
        for upper in neighbours:
            strength = STRENGTHS[layered.is_waypoint(lower) + layered.is_waypoint(upper)]
            # Of many lines at one node few can be straight, so each of them asks for less.
            strength /= sqrt(max(len(neighbours), len(layered.below[upper])))
            shift = ports.shift(lower, upper)
            up[lower].append(_Pull(upper, shift, strength))
            down[upper].append(_Pull(lower, -shift, strength))
    return up, down


def _sweep(rows: Sequence[_Row], up: _Pulls, down: _Pulls, middle: list[float], times: int) -> None:
    """Move all rows, in place, to where their neighbours pull them, some times over."""
    both = [above + below for above, below in zip(up, down, strict=True)]
    for sweep in range(times):
        downwards = sweep % 2 == 0
        pulls = both
        if sweep < min(EARLY_SWEEPS, times / 2):
            pulls = up if downwards else down
        # At first squares move groups of vertices together; in the end lines become straight.
        close = max(CLOSE, FAR * (1 - sweep / times) ** 3)
        for row in rows if downwards else reversed(rows):
            row.settle([_wish(v, pulls[v], middle, close) for v in row.vertices], middle)


def _wish(
    vertex: int, pulls: Sequence[_Pull], middle: Sequence[float], close: float
) -> tuple[float, float]:
    """The place to which a vertex is pulled, with a weight."""
    here = middle[vertex]
    # A vertex without neighbours stays where it is, unless it is in the way.
    sum_of_weights, total = 1e-6, 1e-6 * here
    for neighbour, distance, strength in pulls:
        place = middle[neighbour] + distance
        weight = strength / max(abs(place - here), close)
        sum_of_weights += weight
        total += weight * place
    return total / sum_of_weights, sum_of_weights


def _straighten(rows: Sequence[_Row], up: _Pulls, down: _Pulls, middle: list[float]) -> None:
    """Move all rows, in place, so that nearly straight lines become straight."""
    for ordered, pulls in ((rows, up), (rows[::-1], down)) * 2:
        for row in ordered:
            row.settle([_near_wish(v, pulls[v], middle) for v in row.vertices], middle)


def _near_wish(vertex: int, pulls: Sequence[_Pull], middle: Sequence[float]) -> tuple[float, float]:
    """The closest place where a line of the vertex is straight, if close; with a weight."""
    here = middle[vertex]
    places = [middle[pull.neighbour] + pull.distance for pull in pulls]
    nearest = min(places, key=lambda place: abs(place - here), default=None)
    if nearest is None or abs(nearest - here) > NEARLY_STRAIGHT:
        return here, 0.01
    return nearest, 1.0


def _rising(wanted: Sequence[tuple[float, float]]) -> list[float]:
    """The numbers that never fall and are closest to those wanted, by weighted least squares."""
    pools: list[tuple[float, float, int]] = []
    for value, weight in wanted:
        mean, total, count = value, weight, 1
        while pools and pools[-1][0] > mean:
            other, more, others = pools.pop()
            mean = (mean * total + other * more) / (total + more)
            total, count = total + more, count + others
        pools.append((mean, total, count))
    return [mean for mean, _, count in pools for _ in range(count)]
