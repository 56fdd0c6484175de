"""The edges of a drawing of a landmark graph."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from lamp.landmarks.graph import LandmarkGraph, OrderingType

TO_GOAL = "to-goal"
"""The kind of an edge that is no ordering: the goal is last, as for all landmarks."""
EDGE_KINDS = (TO_GOAL, *(kind.label for kind in OrderingType))
"""The kinds of edges, from weak to strong."""


class DrawnEdge(NamedTuple):
    """An edge from a landmark to a later one; both are positions in the graph."""

    before: int
    after: int
    kind: str
    """The label of the type of an ordering, or `TO_GOAL`."""


class DrawnEdges(NamedTuple):
    """The edges of a drawing; the paths along them are the whole order of the landmarks."""

    edges: tuple[DrawnEdge, ...]
    """The weaker ones come first, so that the stronger ones are drawn over them."""
    num_implied: int
    """The number of natural orderings that are not drawn: a path of others implies them."""


def shown_positions(graph: LandmarkGraph, shown: Collection[int] | None) -> Sequence[int]:
    """The positions of the landmarks to draw, the goal among them; without a choice all."""
    return sorted({*shown, graph.goal}) if shown is not None else range(len(graph.landmarks))


def edges_to_draw(graph: LandmarkGraph) -> DrawnEdges:
    """The edges for a graph: a landmark without a later one gets an edge to the goal."""
    successors: list[list[int]] = [[] for _ in graph.landmarks]
    for ordering in graph.orderings:
        successors[ordering.before].append(ordering.after)
    # A successor that another successor precedes is also reached by way of that one.
    nearest = [set(graph.leaves(later)) for later in successors]
    orderings = [
        DrawnEdge(ordering.before, ordering.after, ordering.type.label)
        for ordering in graph.orderings
        if ordering.type > OrderingType.NATURAL or ordering.after in nearest[ordering.before]
    ]
    to_goal = [
        DrawnEdge(landmark, graph.goal, TO_GOAL)
        for landmark in range(graph.goal)
        if not successors[landmark]
    ]
    drawn = sorted(to_goal + orderings, key=lambda edge: EDGE_KINDS.index(edge.kind))
    return DrawnEdges(tuple(drawn), len(graph.orderings) - len(orderings))
