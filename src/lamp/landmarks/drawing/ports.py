"""Where lines leave nodes and arrive at them: side by side, in an order that avoids crossings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lamp.landmarks.drawing.crossings import places_of
from lamp.landmarks.drawing.layers import Edge, Layered, Rows

LEAST_GAP = 12.0
"""The distance between two lines at one side of a node, if there is room for it."""
MARGIN = 16.0
"""How far from the corners of a node lines stay."""


class Ports(NamedTuple):
    """Where steps of lines begin and end, as distances from the middle of their vertices.

    A step is known by its lower and its upper vertex. Steps have no port at a waypoint: they lead
    to its middle.
    """

    leave: dict[Edge, float]
    """The ports on the upper side of the lower vertex."""
    arrive: dict[Edge, float]
    """The ports on the lower side of the upper vertex."""

    def shift(self, lower: int, upper: int) -> float:
        """How far right of the upper vertex the lower one is when the step is straight."""
        return self.arrive.get((lower, upper), 0.0) - self.leave.get((lower, upper), 0.0)


def ports_of(layered: Layered, rows: Rows, widths: Sequence[float]) -> Ports:
    """The ports of all steps, in the order of the vertices they lead to."""
    place: dict[int, int] = {}
    for row in rows:
        place.update(places_of(row))
    ports = Ports({}, {})
    for node in range(layered.num_nodes):
        upper = sorted(layered.above[node], key=place.__getitem__)
        lower = sorted(layered.below[node], key=place.__getitem__)
        for vertex, shift in zip(upper, _side(len(upper), widths[node]), strict=True):
            ports.leave[node, vertex] = shift
        for vertex, shift in zip(lower, _side(len(lower), widths[node]), strict=True):
            ports.arrive[vertex, node] = shift
    return ports


def _side(num_ports: int, width: float) -> list[float]:
    """The ports on one side of a node, around its middle; wider nodes have wider gaps."""
    room = max(width - 2 * MARGIN, 0.0)
    gap = min(max(LEAST_GAP, room / 12), room / max(num_ports - 1, 1))
    return [(at - (num_ports - 1) / 2) * gap for at in range(num_ports)]
