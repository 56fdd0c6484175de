"""Backward relevance: the least number of actions from an action to a condition.

    distance(literal) = 0 for the literals of the condition, else
                        1 + min over the actions that need it of distance(action)
    distance(action)  = min over the literals that it may make true of distance(literal)

This is regression in which each literal of a precondition is considered alone, with the number of
steps as a distance (relevance in the sense of Nebel, Dimopoulos and Koehler 1997).
"""

from __future__ import annotations

from lamp.heuristics.kernel.literals import set_literals
from lamp.heuristics.kernel.records import LiteralCosts
from lamp.statespace.kernel import ONE, TaskArrays, int64, lowest_bit
from lamp.util.compiling import compiled
from lamp.util.records import Int8s

IRRELEVANT = 255
"""The distance of an action that is irrelevant, or at least so far away."""


@compiled
def init_relevance(task: TaskArrays, condition: int, costs: LiteralCosts) -> None:
    """Give the literals of a condition distance 0, and all others IRRELEVANT."""
    for fact in range(len(costs.true)):
        costs.true[fact] = costs.false[fact] = IRRELEVANT
    set_literals(task, condition, costs, 0.0, True)


@compiled
def relevance_sweep(task: TaskArrays, distance: Int8s, costs: LiteralCosts) -> bool:
    """Apply the equations once to all actions; return whether a distance has fallen."""
    changes = False
    for action in range(len(task.precondition)):
        nearest = int64(distance[action])
        for outcome in range(task.outcome_indptr[action], task.outcome_indptr[action + 1]):
            for effect in range(task.effect_indptr[outcome], task.effect_indptr[outcome + 1]):
                nearest = min(nearest, min_relevance(task, effect, costs))
        if nearest < distance[action]:
            changes = True
            distance[action] = nearest
            set_literals(task, task.precondition[action], costs, nearest + 1.0, True)
            for outcome in range(task.outcome_indptr[action], task.outcome_indptr[action + 1]):
                for effect in range(task.effect_indptr[outcome], task.effect_indptr[outcome + 1]):
                    set_literals(task, task.effect_condition[effect], costs, nearest + 1.0, True)
    return changes


@compiled
def min_relevance(task: TaskArrays, effect: int, costs: LiteralCosts) -> int:
    """The least distance of a literal that an effect makes true."""
    least = float(IRRELEVANT)
    for index in range(task.write_indptr[effect], task.write_indptr[effect + 1]):
        write = task.writes[index]
        added, deleted = write.add, ~write.keep
        while added:
            least = min(least, costs.true[64 * write.word + lowest_bit(added)])
            added &= added - ONE
        while deleted:
            least = min(least, costs.false[64 * write.word + lowest_bit(deleted)])
            deleted &= deleted - ONE
    return int(least)
