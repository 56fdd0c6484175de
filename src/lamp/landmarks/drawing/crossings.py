"""The order of the vertices in each row, chosen so that few lines cross.

Finding the fewest crossings is NP-hard. We do what Sugiyama, Tagawa and Toda (1981) and Gansner and
others (1993) do: sweep through the rows, sort each by the mean place of its neighbours in the row
just sorted, swap neighbours where that helps, and keep the best order seen.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Sequence
from itertools import pairwise

from lamp.landmarks.drawing.layers import Layered, Rows

MOST_SWEEPS, MOST_STEPS = 24, 240_000
"""How many sweeps there are, and how many steps of lines all of them together may look at."""
MOST_SWAPPED = 6_000
"""The number of vertices above which neighbours are not swapped, as it would take too long."""


def order_rows(layered: Layered) -> Rows:
    """The rows of a drawing, each in an order that makes few lines cross."""
    rows = _first_order(layered)
    best, fewest = rows, count_crossings(layered, rows)
    for sweep in range(num_sweeps(layered, MOST_SWEEPS, MOST_STEPS)):
        rows = _sweep(layered, rows, downwards=sweep % 2 == 0)
        if len(layered.above) <= MOST_SWAPPED:
            _swap_neighbours(layered, rows)
        crossings = count_crossings(layered, rows)
        if crossings < fewest:
            best, fewest = [list(row) for row in rows], crossings
        if not fewest:
            break
    return best


def num_sweeps(layered: Layered, most: int, most_steps: int) -> int:
    """How many sweeps a drawing gets: fewer if it is large, but at least two."""
    steps = sum(map(len, layered.above))
    return max(2, min(most, most_steps // (steps + 1)))


def places_of(row: Iterable[int]) -> dict[int, int]:
    """The place of each vertex of a row, counted from the left."""
    return {vertex: place for place, vertex in enumerate(row)}


def count_crossings(layered: Layered, rows: Rows) -> int:
    """How many pairs of lines cross between neighbouring rows."""
    total = 0
    for upper, lower in pairwise(rows):
        place = places_of(upper)
        seen: list[int] = []
        for vertex in lower:
            ends = sorted(place[neighbour] for neighbour in layered.above[vertex])
            # Lines of the same vertex do not cross: compare with those of earlier ones only.
            total += sum(len(seen) - bisect_right(seen, end) for end in ends)
            for end in ends:
                insort(seen, end)
    return total


def _first_order(layered: Layered) -> Rows:
    """The rows in the order in which a walk down from the top finds the vertices."""
    found: dict[int, None] = {}
    stack = [vertex for row in reversed(layered.rows) for vertex in reversed(row)]
    while stack:
        vertex = stack.pop()
        if vertex not in found:
            found[vertex] = None
            stack.extend(reversed(layered.below[vertex]))
    place = places_of(found)
    return [sorted(row, key=place.__getitem__) for row in layered.rows]


def _sweep(layered: Layered, rows: Rows, *, downwards: bool) -> Rows:
    """The rows sorted one after the other, each by the row before it."""
    neighbours = layered.above if downwards else layered.below
    ordered: Rows = []
    place: dict[int, int] = {}
    for row in rows if downwards else reversed(rows):
        ordered.append(_sorted_by_mean(row, neighbours, place))
        place = places_of(ordered[-1])
    return ordered if downwards else ordered[::-1]


def _sorted_by_mean(
    row: Sequence[int], neighbours: Sequence[Sequence[int]], place: dict[int, int]
) -> list[int]:
    """The vertices of a row by the mean place of their neighbours; those without any stay."""
    moving = [vertex for vertex in row if neighbours[vertex]]
    mean = {v: sum(place[n] for n in neighbours[v]) / len(neighbours[v]) for v in moving}
    moved = iter(sorted(moving, key=mean.__getitem__))
    return [next(moved) if neighbours[vertex] else vertex for vertex in row]


def _swap_neighbours(layered: Layered, rows: Rows) -> None:
    """Swap neighbours in each row, in place, as long as that removes crossings."""
    for at, row in enumerate(rows):
        above = places_of(rows[at - 1]) if at else {}
        below = places_of(rows[at + 1]) if at + 1 < len(rows) else {}
        ups = {vertex: [above[n] for n in layered.above[vertex]] for vertex in row}
        downs = {vertex: [below[n] for n in layered.below[vertex]] for vertex in row}
        while _swap_once(row, ups, downs):
            pass


def _swap_once(row: list[int], ups: dict[int, list[int]], downs: dict[int, list[int]]) -> bool:
    """Swap neighbours in one row, in place, from left to right; say whether any were."""
    swapped = False
    for at in range(len(row) - 1):
        left, right = row[at : at + 2]
        if _gain(ups[left], ups[right]) + _gain(downs[left], downs[right]) > 0:
            row[at : at + 2] = right, left
            swapped = True
    return swapped


def _gain(left: Sequence[int], right: Sequence[int]) -> int:
    """How many crossings go away when two neighbours with these lines change places."""
    return sum((one > other) - (one < other) for one in left for other in right)
