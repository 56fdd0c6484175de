"""Rows for the nodes of a drawing, and waypoints for lines that pass through rows.

Rows are counted from the top. Every line goes from a node to one in a higher row.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import TypeAlias

Edge: TypeAlias = tuple[int, int]
"""A line from a node to one that comes later, which is drawn above it."""
Rows: TypeAlias = list[list[int]]
"""The vertices of each row, from left to right; the first row is on top."""


@dataclass(frozen=True, slots=True)
class Layered:
    """Nodes in rows, where each line is a chain of steps from one row to the next.

    The first vertices are the nodes; the others are waypoints, at which a line passes a row.
    """

    num_nodes: int
    rows: Rows
    chains: tuple[tuple[int, ...], ...]
    """The vertices along each edge, from the lower end to the upper one."""
    above: list[list[int]]
    """The neighbours of each vertex in the row above."""
    below: list[list[int]]
    """The neighbours of each vertex in the row below."""

    def is_waypoint(self, vertex: int) -> bool:
        """Whether a vertex is a place where a line passes a row, and not a node."""
        return vertex >= self.num_nodes


def deal_rows(
    widths: Sequence[float], edges: Sequence[Edge], at_bottom: Collection[int], limit: float
) -> Rows:
    """The nodes of each row, where each is as high as its successors and the limit allow.

    Without the limit on the width of a row, this is the layering by longest paths. The nodes
    `at_bottom` wait until none of the others can be placed.
    """
    predecessors, missing = _predecessors(len(widths), edges)
    ready = [node for node, count in enumerate(missing) if not count]
    rows: Rows = []
    while ready:
        row = _pick([node for node in ready if node not in at_bottom] or ready, widths, limit)
        rows.append(row)
        ready = [node for node in ready if node not in set(row)]
        for node in row:
            for earlier in predecessors[node]:
                missing[earlier] -= 1
                if not missing[earlier]:
                    ready.append(earlier)
    return rows


def _pick(nodes: Sequence[int], widths: Sequence[float], limit: float) -> list[int]:
    """All of some nodes if they fit into a row, or else every second, third, and so on.

    Nodes that follow each other often belong together; so each row gets some of each group, and
    lines need not go far to the side.
    """
    num_rows = ceil(sum(widths[node] for node in nodes) / limit)
    return list(nodes[::num_rows])


def _predecessors(num_nodes: int, edges: Sequence[Edge]) -> tuple[list[list[int]], list[int]]:
    """The predecessors of each node, and the number of its successors."""
    predecessors: list[list[int]] = [[] for _ in range(num_nodes)]
    num_successors = [0] * num_nodes
    for before, after in edges:
        predecessors[after].append(before)
        num_successors[before] += 1
    return predecessors, num_successors


def with_waypoints(rows: Rows, edges: Sequence[Edge]) -> Layered:
    """The rows with a waypoint in each row that an edge passes."""
    full = [list(row) for row in rows]
    row_of = {node: at for at, row in enumerate(rows) for node in row}
    num_vertices = len(row_of)
    chains = []
    for before, after in edges:
        passed = range(row_of[before] - 1, row_of[after], -1)
        waypoints = range(num_vertices, num_vertices + len(passed))
        for at, waypoint in zip(passed, waypoints, strict=True):
            full[at].append(waypoint)
        chains.append((before, *waypoints, after))
        num_vertices += len(passed)
    above: list[list[int]] = [[] for _ in range(num_vertices)]
    below: list[list[int]] = [[] for _ in range(num_vertices)]
    for chain in chains:
        for lower, upper in pairwise(chain):
            above[lower].append(upper)
            below[upper].append(lower)
    return Layered(len(row_of), full, tuple(chains), above, below)
