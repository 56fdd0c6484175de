"""The edges of a state: applicable actions, without those that change nothing or are duplicates."""

from __future__ import annotations

import numpy as np

from lamp.statespace.kernel.bits import equal_words, hash_words
from lamp.statespace.kernel.records import (
    DONE,
    NEED_ROOM,
    ONE,
    UNKNOWN,
    ZERO,
    Scratch,
    Space,
    TaskArrays,
    int64,
)
from lamp.statespace.kernel.states import (
    apply_outcome,
    condition_holds,
    intern_successor,
    is_true,
    step_cost,
)
from lamp.util.compiling import compiled, entry, inlined
from lamp.util.records import Int32s, Words


@inlined
def applicable_actions(task: TaskArrays, words: Words, actions: Int32s) -> int:
    """Write the actions that are applicable in a state, in order; return how many there are."""
    number = ZERO
    for index in range(len(task.unwatched)):
        if condition_holds(task, task.precondition[task.unwatched[index]], words):
            actions[number] = task.unwatched[index]
            number += 1
    for fact in range(task.num_facts):
        if words[fact >> 6] >> np.uint64(fact & 63) & ONE:
            for index in range(task.watch_indptr[fact], task.watch_indptr[fact + 1]):
                if condition_holds(task, task.precondition[task.watching[index]], words):
                    actions[number] = task.watching[index]
                    number += 1
    insertion_sort(actions, number)
    return number


@compiled
def insertion_sort(values: Int32s, number: int) -> None:
    """Sort the first values in place; they mostly consist of a few sorted runs."""
    for index in range(1, number):
        value = values[index]
        position = index
        while position > 0 and values[position - 1] > value:
            values[position] = values[position - 1]
            position -= 1
        values[position] = value


@inlined
def successor_signature(task: TaskArrays, action: int, words: Words, rows: Words) -> np.uint64:
    """A hash of the set of an action's successors, which are written to `rows`.

    It is 0 if no outcome changes the state.
    """
    first, last = int64(task.outcome_indptr[action]), task.outcome_indptr[action + 1]
    total = np.uint64(0)
    changes = False
    for outcome in range(first, last):
        row = rows[outcome - first]
        apply_outcome(task, outcome, words, row)
        changes = changes or not equal_words(row, words)
        is_repeated = False
        for earlier in range(outcome - first):
            is_repeated = is_repeated or equal_words(rows[earlier], row)
        if not is_repeated:
            total += hash_words(row) | ONE
    return total if changes else np.uint64(0)


@compiled
def transition_probability(task: TaskArrays, action: int, rows: Words, target: Words) -> float:
    """P(s' | s, a) of a successor, where `rows` has the state after each outcome."""
    first, last = task.outcome_indptr[action], task.outcome_indptr[action + 1]
    total, before = 0.0, 0.0
    for outcome in range(first, last):
        if equal_words(rows[outcome - first], target):
            total += task.cumulative[outcome] - before
        before = task.cumulative[outcome]
    return total


@compiled
def same_distribution(task: TaskArrays, action: int, other: int, words: Words, rows: Words) -> bool:
    """Whether two actions lead to the same states with the same probabilities."""
    size = task.outcome_indptr[action + 1] - task.outcome_indptr[action]
    of_action, of_other = rows[:size], rows[size:]
    successor_signature(task, action, words, of_action)
    successor_signature(task, other, words, of_other)
    for row in range(size):
        target = of_action[row]
        difference = transition_probability(task, action, of_action, target)
        difference -= transition_probability(task, other, of_other, target)
        if abs(difference) > 1e-12:
            return False
    return True


@compiled
def never_costs_more(task: TaskArrays, action: int, other: int, words: Words, rows: Words) -> bool:
    """Whether an action costs at most what another does, successor by successor.

    Both have the same distribution over successors.
    """
    if task.has_unit_costs:
        return True
    start, other_start = task.outcome_indptr[action], task.outcome_indptr[other]
    size = task.outcome_indptr[action + 1] - start
    successor_signature(task, action, words, rows[:size])
    successor_signature(task, other, words, rows[size:])
    for outcome in range(start, start + size):
        cost, target = step_cost(task, int64(outcome), words), rows[outcome - start]
        for rival in range(other_start, task.outcome_indptr[other + 1]):
            is_dearer = cost > step_cost(task, int64(rival), words)
            if is_dearer and equal_words(rows[size + rival - other_start], target):
                return False
    return True


@inlined
def prune(task: TaskArrays, words: Words, scratch: Scratch, number: int) -> int:
    """Keep one of several actions with the same distribution; return how many are left.

    It is the first of the cheapest. Where each of two actions is cheaper for some successor, both
    are kept.
    """
    applicable, rows = scratch.applicable, scratch.rows
    kept = 0
    for index in range(number):
        action = applicable[index]
        signature = successor_signature(task, action, words, rows)
        is_new = signature != np.uint64(0)
        for position in range(kept):
            if is_new and scratch.signature[position] == signature:
                other = applicable[position]
                if same_distribution(task, other, action, words, rows):
                    if never_costs_more(task, other, action, words, rows):
                        is_new = False
                    elif never_costs_more(task, action, other, words, rows):
                        applicable[position] = action
                        is_new = False
        if is_new:
            applicable[kept] = action
            scratch.signature[kept] = signature
            kept += 1
    return kept


@entry
def expand(task: TaskArrays, space: Space, scratch: Scratch, state: int) -> int:
    """Compute the edges of a state; a goal state has none."""
    words = space.words[state]
    number = 0
    if not is_true(space, state, task.goal):
        number = applicable_actions(task, words, scratch.applicable)
        number = prune(task, words, scratch, number)
    outcomes = 0
    for index in range(number):
        action = scratch.applicable[index]
        outcomes += task.outcome_indptr[action + 1] - task.outcome_indptr[action]
    edge, successor = space.num_edges, space.num_successors
    if edge + number > len(space.edges) or successor + outcomes > len(space.successors):
        return NEED_ROOM
    space.num_edges += number
    space.num_successors += outcomes
    space.successors[successor : successor + outcomes] = UNKNOWN
    space.nodes[state].first_edge = edge
    space.nodes[state].num_edges = number
    for index in range(number):
        action = scratch.applicable[index]
        space.edges[edge + index].action = action
        space.edges[edge + index].first_successor = successor
        successor += task.outcome_indptr[action + 1] - task.outcome_indptr[action]
    return DONE


@inlined
def sample_successor(
    task: TaskArrays,
    space: Space,
    scratch: Scratch,
    state: int,
    edge: int,
    rng: np.random.Generator,
) -> int:
    """A successor by the probabilities of outcomes; for a single outcome, no number is drawn."""
    action = space.edges[edge].action
    first, last = task.outcome_indptr[action], task.outcome_indptr[action + 1]
    outcome = first
    if last - first > 1:
        drawn = rng.random()
        while outcome < last - 1 and drawn >= task.cumulative[outcome]:
            outcome += 1
    scratch.outcome = outcome
    index = space.edges[edge].first_successor + outcome - first
    if space.successors[index] == UNKNOWN:
        space.successors[index] = compute_successor(task, space, scratch, state, outcome)
    return space.successors[index]


@compiled
def compute_successor(
    task: TaskArrays, space: Space, scratch: Scratch, state: int, outcome: int
) -> int:
    """The state after an outcome. There must be room for one more state."""
    apply_outcome(task, outcome, space.words[state], scratch.rows[0])
    return intern_successor(task, space, state, outcome, scratch.rows[0])
