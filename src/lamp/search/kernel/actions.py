"""What can be done in a state, without what does nothing or what another action does."""

from __future__ import annotations

import numpy as np

from lamp.search.kernel.arrays import (
    ACTION,
    DONE,
    EDGES,
    FIRST_EDGE,
    FIRST_SLOT,
    NEED_ROOM,
    NUM_EDGES,
    NUM_FACTS,
    ONE,
    OUTCOME,
    SLOTS,
    UNKNOWN,
    ZERO,
    Bits,
    Ints,
    Space,
    TaskArrays,
    Workspace,
)
from lamp.search.kernel.states import apply_outcome, holds, intern_after, is_true
from lamp.search.kernel.words import hash_of, same, wide
from lamp.util.compiling import compiled, entry, inlined


@inlined
def applicable(task: TaskArrays, words: Bits, found: Ints) -> int:
    """Write the actions that are applicable in a state to `found`, in order; return how many."""
    number = ZERO
    for at in range(len(task.unwatched)):
        if holds(task, task.precondition[task.unwatched[at]], words):
            found[number] = task.unwatched[at]
            number += 1
    for fact in range(task.constants[NUM_FACTS]):
        if words[fact >> 6] >> np.uint64(fact & 63) & ONE:
            for at in range(task.watch_indptr[fact], task.watch_indptr[fact + 1]):
                if holds(task, task.precondition[task.watching[at]], words):
                    found[number] = task.watching[at]
                    number += 1
    sort(found, number)
    return number


@compiled
def sort(values: Ints, number: int) -> None:
    """Sort the first values: mostly a few sorted runs, for which insertion is good enough."""
    for at in range(1, number):
        value = values[at]
        place = at
        while place > 0 and values[place - 1] > value:
            values[place] = values[place - 1]
            place -= 1
        values[place] = value


@inlined
def signature(task: TaskArrays, action: int, words: Bits, rows: Bits) -> np.uint64:
    """A number that actions with the same successors share; 0 where nothing changes."""
    first, last = wide(task.outcome_indptr[action]), task.outcome_indptr[action + 1]
    total = np.uint64(0)
    changes = False
    for outcome in range(first, last):
        row = rows[outcome - first]
        apply_outcome(task, outcome, words, row)
        changes = changes or not same(row, words)
        known = False
        for other in range(outcome - first):
            known = known or same(rows[other], row)
        if not known:
            total += hash_of(row) | ONE
    return total if changes else np.uint64(0)


@compiled
def chance(task: TaskArrays, action: int, rows: Bits, target: Bits) -> float:
    """The probability that an action, whose successors are `rows`, leads to a state."""
    first, last = task.outcome_indptr[action], task.outcome_indptr[action + 1]
    total, before = 0.0, 0.0
    for outcome in range(first, last):
        if same(rows[outcome - first], target):
            total += task.cumulative[outcome] - before
        before = task.cumulative[outcome]
    return total


@compiled
def same_distribution(task: TaskArrays, one: int, other: int, words: Bits, rows: Bits) -> bool:
    """Whether two actions lead to the same states with the same probabilities."""
    size = task.outcome_indptr[one + 1] - task.outcome_indptr[one]
    mine, others = rows[:size], rows[size:]
    signature(task, one, words, mine)
    signature(task, other, words, others)
    for row in range(size):
        difference = chance(task, one, mine, mine[row]) - chance(task, other, others, mine[row])
        if abs(difference) > 1e-12:
            return False
    return True


@inlined
def prune(task: TaskArrays, words: Bits, work: Workspace, number: int) -> int:
    """Keep, of the applicable actions, the first of those that are alike; return how many."""
    kept = 0
    for at in range(number):
        action = work.applicable[at]
        mark = signature(task, action, words, work.row)
        new = mark != np.uint64(0)
        for other in range(kept):
            if new and work.signature[other] == mark:
                new = not same_distribution(task, work.applicable[other], action, words, work.row)
        if new:
            work.applicable[kept] = action
            work.signature[kept] = mark
            kept += 1
    return kept


@entry
def expand(task: TaskArrays, space: Space, work: Workspace, state: int) -> int:
    """Find what can be done in a state."""
    words = space.words[state]
    number = 0
    if not is_true(space, state, len(task.landmark) - 1):
        number = prune(task, words, work, applicable(task, words, work.applicable))
    slots = 0
    for at in range(number):
        action = work.applicable[at]
        slots += task.outcome_indptr[action + 1] - task.outcome_indptr[action]
    edge, slot = space.size[EDGES], space.size[SLOTS]
    if edge + number > len(space.edge) or slot + slots > len(space.successor):
        return NEED_ROOM
    space.size[EDGES] += number
    space.size[SLOTS] += slots
    space.successor[slot : slot + slots] = UNKNOWN
    space.node[state, FIRST_EDGE] = edge
    space.node[state, NUM_EDGES] = number
    for at in range(number):
        action = work.applicable[at]
        space.edge[edge + at, ACTION] = action
        space.edge[edge + at, FIRST_SLOT] = slot
        slot += task.outcome_indptr[action + 1] - task.outcome_indptr[action]
    return DONE


@inlined
def sample(
    task: TaskArrays, space: Space, work: Workspace, state: int, edge: int, rng: np.random.Generator
) -> int:
    """A successor of a state, by the probabilities of an action's outcomes."""
    action = space.edge[edge, ACTION]
    first, last = task.outcome_indptr[action], task.outcome_indptr[action + 1]
    outcome = first
    if last - first > 1:
        drawn = rng.random()
        while outcome < last - 1 and drawn >= task.cumulative[outcome]:
            outcome += 1
    work.registers[OUTCOME] = outcome
    slot = space.edge[edge, FIRST_SLOT] + outcome - first
    if space.successor[slot] == UNKNOWN:
        space.successor[slot] = follow(task, space, work, state, outcome)
    return space.successor[slot]


@compiled
def follow(task: TaskArrays, space: Space, work: Workspace, state: int, outcome: int) -> int:
    """The state after an outcome. There must be room for it."""
    apply_outcome(task, outcome, space.words[state], work.row[0])
    return intern_after(task, space, state, outcome, work.row[0])
