"""Which lines a drawing of a landmark graph needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from lamp.landmarks.graph import LandmarkGraph, OrderingType

TO_GOAL = "to-goal"
"""The kind of a line that is no ordering: it says that the goal is last, as for all landmarks."""
LINE_KINDS = (TO_GOAL, *(kind.label for kind in OrderingType))
"""The kinds of lines, from weak to strong."""


class Line(NamedTuple):
    """A line from a landmark up to a later one."""

    before: int
    after: int
    kind: str
    """The label of the type of an ordering, or `TO_GOAL`."""


class Lines(NamedTuple):
    """The lines of a drawing; together with the paths along them they say all of the order."""

    drawn: tuple[Line, ...]
    """The weaker ones come first, so that the stronger ones are drawn over them."""
    num_left_out: int
    """How many natural orderings are not drawn, as they follow from a path of others."""


def renumbered(lines: Iterable[Line], numbers: Sequence[int]) -> list[Line]:
    """Lines between landmarks by other numbers."""
    return [Line(numbers[line.before], numbers[line.after], line.kind) for line in lines]


def lines_of(graph: LandmarkGraph) -> Lines:
    """The lines for a graph: a landmark without a later one gets a line to the goal."""
    successors: list[list[int]] = [[] for _ in graph.landmarks]
    for ordering in graph.orderings:
        successors[ordering.before].append(ordering.after)
    # A successor that another successor precedes is also reached by way of that one.
    nearest = [set(graph.leaves(later)) for later in successors]
    orderings = [
        Line(ordering.before, ordering.after, ordering.type.label)
        for ordering in graph.orderings
        if ordering.type > OrderingType.NATURAL or ordering.after in nearest[ordering.before]
    ]
    to_goal = [Line(at, graph.goal, TO_GOAL) for at in range(graph.goal) if not successors[at]]
    drawn = sorted(to_goal + orderings, key=lambda line: LINE_KINDS.index(line.kind))
    return Lines(tuple(drawn), len(graph.orderings) - len(orderings))
