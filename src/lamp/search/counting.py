"""What the goal says about cost before anything is searched: how much of it is missing, at least.

Each literal of the goal that does not hold must become true. An action that may achieve several of
them pays a share of its cost to each, and a literal counts the least share that it can get (the
uniform cost partitioning of Karpas and Domshlak 2009). So the sum is never more than the number of
actions of a way to the goal, whatever happens on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction

import numpy as np

from lamp.conditions import Literal, literals_of
from lamp.landmarks import Landmark, LandmarkGraph
from lamp.search.labelled_kernel import Counting
from lamp.task import Outcome, Task


def with_parts_of_goal(task: Task, graph: LandmarkGraph) -> LandmarkGraph:
    """The graph, in which each literal of the goal is a landmark; the others keep their places."""
    parts = [Landmark(literal.condition) for literal in literals_of(task.goal)]
    new = [one for one in parts if one not in graph.landmarks]
    return LandmarkGraph.of([*graph.landmarks, *new], graph.orderings, task)


def count_parts_of_goal(task: Task, graph: LandmarkGraph) -> Counting:
    """The arrays by which the kernel counts; the graph has each literal of the goal."""
    parts = literals_of(task.goal)
    places = [graph.landmarks.index(Landmark(literal.condition)) for literal in parts]
    shares = {literal: Fraction(1) for literal in parts}
    for achieved in _achievements(task, parts):
        for literal in achieved:
            shares[literal] = min(shares[literal], Fraction(1, len(achieved)))
    return Counting(
        np.array(places, dtype=np.int32),
        np.array([float(shares[literal]) for literal in parts], dtype=np.float64),
    )


def _achievements(task: Task, parts: Collection[Literal]) -> Iterator[list[Literal]]:
    """For each outcome of each action, the literals that it may make true."""
    for action in task.actions:
        for outcome in action.outcomes:
            changes = set(_changes(outcome)) - set(literals_of(action.precondition))
            yield [literal for literal in parts if literal in changes]


def _changes(outcome: Outcome) -> Iterator[Literal]:
    """The literals that an outcome may make true."""
    effects = [(one.add, one.delete) for one in outcome.conditional]
    for add, delete in [(outcome.add, outcome.delete), *effects]:
        yield from (Literal(fact) for fact in add)
        yield from (Literal(fact, positive=False) for fact in delete)
