"""Ports: the points on the sides of nodes where edges leave and arrive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lamp.drawing.layout.crossing_reduction import positions_in
from lamp.drawing.layout.layering import Edge, Layers, ProperLayering

LEAST_GAP = 12.0
"""The distance between two ports on one side of a node, if there is room for it."""
MARGIN = 16.0
"""The least distance of ports from the corners of a node."""


class Ports(NamedTuple):
    """The ends of the steps of edges, as distances from the centres of their vertices.

    A step is given by its lower and its upper vertex. A step ends at the centre of a dummy vertex,
    which has no port.
    """

    leave: dict[Edge, float]
    """The ports on the upper side of the lower vertex."""
    arrive: dict[Edge, float]
    """The ports on the lower side of the upper vertex."""

    def shift(self, lower: int, upper: int) -> float:
        """The distance of the lower vertex to the right of the upper when the step is straight."""
        return self.arrive.get((lower, upper), 0.0) - self.leave.get((lower, upper), 0.0)


def assign_ports(layering: ProperLayering, layers: Layers, widths: Sequence[float]) -> Ports:
    """The ports of all steps, in the order of the vertices at their other ends."""
    position: dict[int, int] = {}
    for layer in layers:
        position.update(positions_in(layer))
    ports = Ports({}, {})
    for node in range(layering.num_nodes):
        upper = sorted(layering.above[node], key=position.__getitem__)
        lower = sorted(layering.below[node], key=position.__getitem__)
        for vertex, shift in zip(upper, _side(len(upper), widths[node]), strict=True):
            ports.leave[node, vertex] = shift
        for vertex, shift in zip(lower, _side(len(lower), widths[node]), strict=True):
            ports.arrive[vertex, node] = shift
    return ports


def _side(num_ports: int, width: float) -> list[float]:
    """The ports on one side of a node, around its centre; wider nodes have wider gaps."""
    room = max(width - 2 * MARGIN, 0.0)
    gap = min(max(LEAST_GAP, room / 12), room / max(num_ports - 1, 1))
    return [(number - (num_ports - 1) / 2) * gap for number in range(num_ports)]
