"""What guides rollouts: learned from the task before the first of them."""

from __future__ import annotations

import math

import numpy as np

from lamp.search.kernel.arrays import FAR, ONE, Bits, Bytes, Floats, Guidance, TaskArrays
from lamp.search.kernel.words import lowest, wide
from lamp.util.compiling import compiled, entry


@entry
def guide(task: TaskArrays, guidance: Guidance, words: Bits, true: Floats, false: Floats) -> None:
    """Fill in how far actions are from landmarks, and what landmarks cost, from the initial state.

    `true` and `false` are scratch: a number for each literal.
    """
    for landmark in range(len(task.landmark)):
        for fact in range(len(true)):
            true[fact] = false[fact] = FAR
        lower(task, task.landmark[landmark], true, false, 0.0)
        guidance.distance[landmark] = FAR
        while draws_nearer(task, guidance.distance[landmark], true, false):
            pass
        begin(task, landmark, words, true, false)
        while gets_cheaper(task, true, false):
            pass
        cost = price(task, task.landmark[landmark], true, false)
        guidance.cost[landmark] = cost if 1.0 < cost < math.inf else 1.0


@compiled
def lower(task: TaskArrays, condition: int, true: Floats, false: Floats, number: float) -> None:
    """Give all literals of a condition a number, unless they have a smaller one."""
    for at in range(task.test_indptr[condition], task.test_indptr[condition + 1]):
        first = 64 * np.int64(task.tests[at, 0])
        left = task.tests[at, 1]
        while left:
            bit = left & (~left + ONE)
            fact = first + lowest(left)
            if task.tests[at, 2] & bit:
                true[fact] = min(true[fact], number)
            else:
                false[fact] = min(false[fact], number)
            left &= left - ONE
    for at in range(task.clause_indptr[condition], task.clause_indptr[condition + 1]):
        clause = task.clauses[at]
        for place in range(task.option_indptr[clause], task.option_indptr[clause + 1]):
            lower(task, task.options[place], true, false, number)


@compiled
def draws_nearer(task: TaskArrays, distance: Bytes, true: Floats, false: Floats) -> bool:
    """Whether some action is nearer than was known: it changes what one that is near needs."""
    changes = False
    for action in range(len(task.precondition)):
        nearest = wide(distance[action])
        for outcome in range(task.outcome_indptr[action], task.outcome_indptr[action + 1]):
            for effect in range(task.effect_indptr[outcome], task.effect_indptr[outcome + 1]):
                nearest = min(nearest, least_of(task, effect, true, false))
        if nearest < distance[action]:
            changes = True
            distance[action] = nearest
            lower(task, task.precondition[action], true, false, nearest + 1.0)
            for outcome in range(task.outcome_indptr[action], task.outcome_indptr[action + 1]):
                for effect in range(task.effect_indptr[outcome], task.effect_indptr[outcome + 1]):
                    lower(task, task.effect_condition[effect], true, false, nearest + 1.0)
    return changes


@compiled
def least_of(task: TaskArrays, effect: int, true: Floats, false: Floats) -> int:
    """The least number of what an effect changes."""
    least = float(FAR)
    for at in range(task.write_indptr[effect], task.write_indptr[effect + 1]):
        first = 64 * np.int64(task.writes[at, 0])
        added, deleted = task.writes[at, 2], ~task.writes[at, 1]
        while added:
            least = min(least, true[first + lowest(added)])
            added &= added - ONE
        while deleted:
            least = min(least, false[first + lowest(deleted)])
            deleted &= deleted - ONE
    return int(least)


@compiled
def begin(task: TaskArrays, landmark: int, words: Bits, true: Floats, false: Floats) -> None:
    """Make free what is there initially or by the landmarks before, but not the landmark itself."""
    for fact in range(len(true)):
        holds_now = words[fact >> 6] >> np.uint64(fact & 63) & ONE == ONE
        true[fact] = 0.0 if holds_now else math.inf
        false[fact] = math.inf if holds_now else 0.0
    for other in range(len(task.landmark)):
        if task.predecessors[landmark, other >> 6] >> np.uint64(other & 63) & ONE:
            lower(task, task.landmark[other], true, false, 0.0)
    forbid(task, task.landmark[landmark], true, false)


@compiled
def forbid(task: TaskArrays, condition: int, true: Floats, false: Floats) -> None:
    """Make all literals of a condition unattainable."""
    for at in range(task.test_indptr[condition], task.test_indptr[condition + 1]):
        first = 64 * np.int64(task.tests[at, 0])
        left = task.tests[at, 1]
        while left:
            if task.tests[at, 2] & (left & (~left + ONE)):
                true[first + lowest(left)] = math.inf
            else:
                false[first + lowest(left)] = math.inf
            left &= left - ONE
    for at in range(task.clause_indptr[condition], task.clause_indptr[condition + 1]):
        clause = task.clauses[at]
        for place in range(task.option_indptr[clause], task.option_indptr[clause + 1]):
            forbid(task, task.options[place], true, false)


@compiled
def price(task: TaskArrays, condition: int, true: Floats, false: Floats) -> float:
    """What the dearest part of a condition costs, with the cheapest option of disjunctions."""
    dearest = 0.0
    for at in range(task.test_indptr[condition], task.test_indptr[condition + 1]):
        first = 64 * np.int64(task.tests[at, 0])
        left = task.tests[at, 1]
        while left:
            fact = first + lowest(left)
            positive = task.tests[at, 2] & (left & (~left + ONE))
            dearest = max(dearest, true[fact] if positive else false[fact])
            left &= left - ONE
    for at in range(task.clause_indptr[condition], task.clause_indptr[condition + 1]):
        clause = task.clauses[at]
        cheapest = math.inf
        for place in range(task.option_indptr[clause], task.option_indptr[clause + 1]):
            cheapest = min(cheapest, price(task, task.options[place], true, false))
        dearest = max(dearest, cheapest)
    return dearest


@compiled
def gets_cheaper(task: TaskArrays, true: Floats, false: Floats) -> bool:
    """Whether some literal is cheaper than was known.

    An outcome with probability p costs 1/p: as often its action is needed until it happens.
    """
    changes = False
    for action in range(len(task.precondition)):
        cost, before = price(task, task.precondition[action], true, false), 0.0
        for outcome in range(task.outcome_indptr[action], task.outcome_indptr[action + 1]):
            tries = 1.0 / (task.cumulative[outcome] - before)
            before = task.cumulative[outcome]
            for effect in range(task.effect_indptr[outcome], task.effect_indptr[outcome + 1]):
                condition = task.effect_condition[effect]
                total = max(cost, price(task, condition, true, false)) + tries
                if total < math.inf and sells(task, effect, true, false, total):
                    changes = True
    return changes


@compiled
def sells(task: TaskArrays, effect: int, true: Floats, false: Floats, cost: float) -> bool:
    """Whether an effect makes some literal cheaper."""
    changes = False
    for at in range(task.write_indptr[effect], task.write_indptr[effect + 1]):
        first = 64 * np.int64(task.writes[at, 0])
        added, deleted = task.writes[at, 2], ~task.writes[at, 1]
        while added:
            fact = first + lowest(added)
            changes = changes or cost < true[fact]
            true[fact] = min(true[fact], cost)
            added &= added - ONE
        while deleted:
            fact = first + lowest(deleted)
            changes = changes or cost < false[fact]
            false[fact] = min(false[fact], cost)
            deleted &= deleted - ONE
    return changes
