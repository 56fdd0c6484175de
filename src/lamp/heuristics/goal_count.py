"""The goal-count heuristic with a cost partitioning: a lower bound on the cost of the goal.

    h(s) = Σ w(l) over the literals l of the goal that are false in s,
    w(l) = min c(o, l) / n(o) over the outcomes o that may achieve l,
    n(o) = number of goal literals that o may achieve

Each outcome divides its cost evenly among the goal literals that it may achieve (the uniform cost
partitioning of Karpas and Domshlak 2009). So h(s) is at most the cost of any execution that reaches
the goal. c(o, l) is the cost of o in the cheapest state; where only conditional effects achieve l,
it includes that of the cheapest of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction

import numpy as np

from lamp.conditions import Literal, literals, literals_of
from lamp.heuristics.kernel import GoalCount
from lamp.landmarks import Landmark, LandmarkGraph
from lamp.task import NO_COST, UNIT_COST, Outcome, Task


def with_goal_literals(task: Task, graph: LandmarkGraph) -> LandmarkGraph:
    """The graph with each literal of the goal as a landmark; the others keep their positions."""
    literals = [Landmark(literal.condition) for literal in literals_of(task.goal)]
    new = [landmark for landmark in literals if landmark not in graph.landmarks]
    return LandmarkGraph.of([*graph.landmarks, *new], graph.orderings, task)


def partitioned_goal_count(
    task: Task, graph: LandmarkGraph, cost_unit: Fraction = UNIT_COST
) -> GoalCount:
    """The heuristic for the states of a space that tracks the landmarks of a graph.

    The graph must contain each literal of the goal. Costs are counted in a unit.
    """
    literals = literals_of(task.goal)
    positions = [graph.landmarks.index(Landmark(literal.condition)) for literal in literals]
    shares: dict[Literal, Fraction] = {}
    for achieved in _achieved_literals(task, literals):
        for literal, cost in achieved.items():
            share = cost / len(achieved)
            shares[literal] = min(shares.get(literal, share), share)
    # A literal that no action achieves may count anything: where it is false, there is no way.
    weights = [float(shares.get(literal, cost_unit) / cost_unit) for literal in literals]
    return GoalCount(
        literals=np.array(positions, dtype=np.int32),
        weight=np.array(weights, dtype=np.float64),
        least_cost=float(least_step_cost(task) / cost_unit),
    )


def least_step_cost(task: Task) -> Fraction:
    """A lower bound on the expected cost of any step."""
    costs = (
        sum((outcome.probability * outcome.least_cost for outcome in action.outcomes), NO_COST)
        for action in task.actions
    )
    return min(costs, default=UNIT_COST)


def _achieved_literals(
    task: Task, literals: Collection[Literal]
) -> Iterator[dict[Literal, Fraction]]:
    """For each outcome of each action, the literals that it may make true, and its least cost."""
    for action in task.actions:
        for outcome in action.outcomes:
            changes = _changes(outcome)
            for literal in literals_of(action.precondition):
                changes.pop(literal, None)
            yield {literal: changes[literal] for literal in literals if literal in changes}


def _changes(outcome: Outcome) -> dict[Literal, Fraction]:
    """The literals that an outcome may make true, and what it costs at least where it does."""
    base = outcome.least_cost
    changes: dict[Literal, Fraction] = {}
    for effect in outcome.conditional:
        cost = base + max(effect.cost, NO_COST)
        for literal in literals(effect.add, effect.delete):
            changes[literal] = min(changes.get(literal, cost), cost)
    return changes | dict.fromkeys(literals(outcome.add, outcome.delete), base)
