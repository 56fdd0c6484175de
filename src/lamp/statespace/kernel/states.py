"""States: the conditions that hold in them, their successors by outcomes, and their numbers."""

from __future__ import annotations

import numpy as np

from lamp.statespace.kernel.bits import copy_words, find_slot, lowest_bit
from lamp.statespace.kernel.records import ONE, UNKNOWN, Space, TaskArrays, int64
from lamp.util.compiling import compiled, entry, inlined
from lamp.util.records import Words


@inlined
def condition_holds(task: TaskArrays, condition: int, words: Words) -> bool:
    """Whether a condition holds in a state."""
    if not tests_hold(task, condition, words):
        return False
    without_clauses = task.clause_indptr[condition] == task.clause_indptr[condition + 1]
    return without_clauses or clauses_hold(task, condition, words)


@inlined
def tests_hold(task: TaskArrays, condition: int, words: Words) -> bool:
    """Whether the literals of a condition outside its disjunctions hold."""
    for index in range(task.test_indptr[condition], task.test_indptr[condition + 1]):
        test = task.tests[index]
        if words[test.word] & test.mask != test.value:
            return False
    return True


@compiled
def clauses_hold(task: TaskArrays, condition: int, words: Words) -> bool:
    """Whether one option of each disjunction of a condition holds."""
    for index in range(task.clause_indptr[condition], task.clause_indptr[condition + 1]):
        clause = task.clauses[index]
        is_satisfied = False
        for position in range(task.option_indptr[clause], task.option_indptr[clause + 1]):
            option = task.options[position]
            if tests_hold(task, option, words) and clauses_hold(task, option, words):
                is_satisfied = True
                break
        if not is_satisfied:
            return False
    return True


@inlined
def apply_outcome(task: TaskArrays, outcome: int, words: Words, result: Words) -> None:
    """Write the state after an outcome to `result`: deletes come before adds."""
    copy_words(words, result)
    first, last = task.effect_indptr[outcome], task.effect_indptr[outcome + 1]
    for effect in range(first, last):
        if condition_holds(task, task.effect_condition[effect], words):
            for index in range(task.write_indptr[effect], task.write_indptr[effect + 1]):
                result[task.writes[index].word] &= task.writes[index].keep
    for effect in range(first, last):
        if condition_holds(task, task.effect_condition[effect], words):
            for index in range(task.write_indptr[effect], task.write_indptr[effect + 1]):
                result[task.writes[index].word] |= task.writes[index].add


@inlined
def step_cost(task: TaskArrays, outcome: int, words: Words) -> float:
    """The cost of an outcome in a state: c(s, o) = cost(o) + Σ cost(e), effects e with s ⊨ e."""
    cost = task.outcome_cost[outcome]
    if task.has_conditional_costs:
        cost = max(0.0, cost + conditional_cost(task, outcome, words))  # 0 despite rounding
    return cost


@compiled
def conditional_cost(task: TaskArrays, outcome: int, words: Words) -> float:
    """What the conditional effects of an outcome cost in a state."""
    total = 0.0
    for effect in range(task.effect_indptr[outcome], task.effect_indptr[outcome + 1]):
        is_costly = task.effect_cost[effect] != 0.0
        if is_costly and condition_holds(task, task.effect_condition[effect], words):
            total += task.effect_cost[effect]
    return total


@inlined
def mean_step_cost(task: TaskArrays, action: int, words: Words) -> float:
    """The expected cost of an action in a state: c(s, a) = Σ_o p(o) c(s, o)."""
    cost = task.mean_cost[action]
    if task.has_conditional_costs:
        for outcome in range(task.outcome_indptr[action], task.outcome_indptr[action + 1]):
            cost += task.probability[outcome] * conditional_cost(task, int64(outcome), words)
        cost = max(0.0, cost)  # despite rounding
    return cost


@entry
def intern_state(task: TaskArrays, space: Space, words: Words) -> int:
    """The number of a state; in a new one, all tracked conditions are tested.

    There must be room for one more state.
    """
    slot = find_slot(space.table, space.words, words)
    if space.table[slot] != UNKNOWN:
        return space.table[slot]
    state = add_state(space, words, slot)
    space.holds[state] = 0
    for tracked in range(len(task.tracked)):
        if condition_holds(task, task.tracked[tracked], words):
            space.holds[state, tracked >> 6] |= ONE << np.uint64(tracked & 63)
    return state


@inlined
def intern_successor(
    task: TaskArrays, space: Space, parent: int, outcome: int, words: Words
) -> int:
    """The number of the state after an outcome; only the affected conditions are tested."""
    slot = find_slot(space.table, space.words, words)
    if space.table[slot] != UNKNOWN:
        return space.table[slot]
    state = add_state(space, words, slot)
    for word in range(len(space.holds[state])):
        affected = task.affected[outcome, word]
        space.holds[state, word] = space.holds[parent, word] & ~affected
        while affected:
            if condition_holds(task, task.tracked[64 * word + lowest_bit(affected)], words):
                space.holds[state, word] |= affected & (~affected + ONE)
            affected &= affected - ONE
    return state


@inlined
def add_state(space: Space, words: Words, slot: int) -> int:
    """The number of a new state, whose slot in the hash table is given."""
    state = space.num_states
    space.num_states += 1
    space.table[slot] = state
    copy_words(words, space.words[state])
    space.nodes[state].first_edge = UNKNOWN
    return state


@entry
def find_state(space: Space, words: Words) -> int:
    """The number of a state; UNKNOWN if it was never reached."""
    return space.table[find_slot(space.table, space.words, words)]


@inlined
def is_true(space: Space, state: int, tracked: int) -> bool:
    """Whether a tracked condition holds in a state."""
    return space.holds[state, tracked >> 6] >> np.uint64(tracked & 63) & ONE == ONE
