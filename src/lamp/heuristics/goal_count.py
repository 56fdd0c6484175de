"""The goal-count heuristic with a cost partitioning: a lower bound on the cost of the goal.

    h(s) = Σ w(l) over the literals l of the goal that are false in s,
    w(l) = min 1 / (number of goal literals achieved by o) over the outcomes o that may achieve l

Each outcome divides the cost of its action, 1, evenly among the goal literals that it may achieve
(the uniform cost partitioning of Karpas and Domshlak 2009). So h(s) is at most the number of
actions of any execution that reaches the goal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction

import numpy as np

from lamp.conditions import Literal, literals, literals_of
from lamp.heuristics.kernel import GoalCount
from lamp.landmarks import Landmark, LandmarkGraph
from lamp.task import Outcome, Task


def with_goal_literals(task: Task, graph: LandmarkGraph) -> LandmarkGraph:
    """The graph with each literal of the goal as a landmark; the others keep their positions."""
    literals = [Landmark(literal.condition) for literal in literals_of(task.goal)]
    new = [landmark for landmark in literals if landmark not in graph.landmarks]
    return LandmarkGraph.of([*graph.landmarks, *new], graph.orderings, task)


def partitioned_goal_count(task: Task, graph: LandmarkGraph) -> GoalCount:
    """The heuristic for the states of a space that tracks the landmarks of a graph.

    The graph must contain each literal of the goal.
    """
    literals = literals_of(task.goal)
    positions = [graph.landmarks.index(Landmark(literal.condition)) for literal in literals]
    shares = {literal: Fraction(1) for literal in literals}
    for achieved in _achieved_literals(task, literals):
        for literal in achieved:
            shares[literal] = min(shares[literal], Fraction(1, len(achieved)))
    return GoalCount(
        literals=np.array(positions, dtype=np.int32),
        weight=np.array([float(shares[literal]) for literal in literals], dtype=np.float64),
    )


def _achieved_literals(task: Task, literals: Collection[Literal]) -> Iterator[list[Literal]]:
    """For each outcome of each action, the literals that it may make true."""
    for action in task.actions:
        for outcome in action.outcomes:
            changes = set(_changes(outcome)) - set(literals_of(action.precondition))
            yield [literal for literal in literals if literal in changes]


def _changes(outcome: Outcome) -> Iterator[Literal]:
    """The literals that an outcome may make true."""
    yield from literals(outcome.add, outcome.delete)
    for effect in outcome.conditional:
        yield from literals(effect.add, effect.delete)
