"""States: what holds in them, what becomes of them, and their numbers."""

from __future__ import annotations

import numpy as np

from lamp.search.kernel.arrays import FIRST_EDGE, ONE, STATES, UNKNOWN, Bits, Space, TaskArrays
from lamp.search.kernel.words import copy, find, lowest
from lamp.util.compiling import compiled, entry, inlined


@inlined
def holds(task: TaskArrays, condition: int, words: Bits) -> bool:
    """Whether a condition holds in a state."""
    if not tests_hold(task, condition, words):
        return False
    without_clauses = task.clause_indptr[condition] == task.clause_indptr[condition + 1]
    return without_clauses or clauses_hold(task, condition, words)


@inlined
def tests_hold(task: TaskArrays, condition: int, words: Bits) -> bool:
    """Whether the facts that a condition itself names are as they should be."""
    for at in range(task.test_indptr[condition], task.test_indptr[condition + 1]):
        if words[task.tests[at, 0]] & task.tests[at, 1] != task.tests[at, 2]:
            return False
    return True


@compiled
def clauses_hold(task: TaskArrays, condition: int, words: Bits) -> bool:
    """Whether of each disjunction in a condition one option holds."""
    for at in range(task.clause_indptr[condition], task.clause_indptr[condition + 1]):
        clause = task.clauses[at]
        found = False
        for place in range(task.option_indptr[clause], task.option_indptr[clause + 1]):
            option = task.options[place]
            if tests_hold(task, option, words) and clauses_hold(task, option, words):
                found = True
                break
        if not found:
            return False
    return True


@inlined
def apply_outcome(task: TaskArrays, outcome: int, words: Bits, result: Bits) -> None:
    """Write the state after an outcome to `result`: deletes come before adds."""
    copy(words, result)
    first, last = task.effect_indptr[outcome], task.effect_indptr[outcome + 1]
    for effect in range(first, last):
        if holds(task, task.effect_condition[effect], words):
            for at in range(task.write_indptr[effect], task.write_indptr[effect + 1]):
                result[task.writes[at, 0]] &= task.writes[at, 1]
    for effect in range(first, last):
        if holds(task, task.effect_condition[effect], words):
            for at in range(task.write_indptr[effect], task.write_indptr[effect + 1]):
                result[task.writes[at, 0]] |= task.writes[at, 2]


@entry
def intern(task: TaskArrays, space: Space, words: Bits) -> int:
    """The number of a state; of a new one, all landmarks are tested. There must be room for it."""
    place = find(space.table, space.words, words)
    if space.table[place] != UNKNOWN:
        return space.table[place]
    state = add_state(space, words, place)
    space.holds[state] = 0
    for landmark in range(len(task.landmark)):
        if holds(task, task.landmark[landmark], words):
            space.holds[state, landmark >> 6] |= ONE << np.uint64(landmark & 63)
    return state


@inlined
def intern_after(task: TaskArrays, space: Space, before: int, outcome: int, words: Bits) -> int:
    """The number of the state after an outcome; most landmarks are as they were before."""
    place = find(space.table, space.words, words)
    if space.table[place] != UNKNOWN:
        return space.table[place]
    state = add_state(space, words, place)
    for at in range(len(space.holds[state])):
        left = task.touched[outcome, at]
        space.holds[state, at] = space.holds[before, at] & ~left
        while left:
            if holds(task, task.landmark[64 * at + lowest(left)], words):
                space.holds[state, at] |= left & (~left + ONE)
            left &= left - ONE
    return state


@inlined
def add_state(space: Space, words: Bits, place: int) -> int:
    """The number of a new state, which belongs to a place of the table."""
    state = space.size[STATES]
    space.size[STATES] += 1
    space.table[place] = state
    copy(words, space.words[state])
    space.node[state, FIRST_EDGE] = UNKNOWN
    return state


@entry
def find_state(space: Space, words: Bits) -> int:
    """The number of a state; UNKNOWN if it was never met."""
    return space.table[find(space.table, space.words, words)]


@inlined
def is_true(space: Space, state: int, landmark: int) -> bool:
    """Whether a landmark holds in a state."""
    return space.holds[state, landmark >> 6] >> np.uint64(landmark & 63) & ONE == ONE
