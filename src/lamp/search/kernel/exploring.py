"""All states and their successors, as `lamp.exact` wants them."""

from __future__ import annotations

from lamp.search.kernel.actions import expand, follow
from lamp.search.kernel.arrays import (
    ACTION,
    DONE,
    FIRST_EDGE,
    FIRST_SLOT,
    NEED_ROOM,
    NUM_EDGES,
    STATES,
    UNKNOWN,
    Bits,
    Ints,
    Space,
    TaskArrays,
    Workspace,
)
from lamp.search.kernel.words import find, wide
from lamp.util.compiling import compiled, entry


@entry
def explore(task: TaskArrays, space: Space, work: Workspace, first: int, last: int) -> int:
    """Expand the states from `first` to before `last` with all their successors.

    What comes back is the first state that is not done: below `last` if there are no more states,
    or no room.
    """
    state = first
    while state < last and state < space.size[STATES]:
        if visit(task, space, work, state) == NEED_ROOM:
            break
        state += 1
    return state


@entry
def explore_some(task: TaskArrays, space: Space, work: Workspace, states: Ints, first: int) -> int:
    """Expand some states, from a position on; return the first position that is not done."""
    at = first
    while at < len(states) and visit(task, space, work, wide(states[at])) == DONE:
        at += 1
    return at


@compiled
def visit(task: TaskArrays, space: Space, work: Workspace, state: int) -> int:
    """Expand a state and find its successors, as far as they are not known yet."""
    is_new = space.node[state, FIRST_EDGE] == UNKNOWN
    if is_new and expand(task, space, work, state) == NEED_ROOM:
        return NEED_ROOM
    first = space.node[state, FIRST_EDGE]
    for edge in range(first, first + space.node[state, NUM_EDGES]):
        action = space.edge[edge, ACTION]
        outcome, last = task.outcome_indptr[action], task.outcome_indptr[action + 1]
        slot = space.edge[edge, FIRST_SLOT] - outcome
        for at in range(outcome, last):
            if space.successor[slot + at] == UNKNOWN:
                if space.size[STATES] >= len(space.words):
                    return NEED_ROOM
                space.successor[slot + at] = follow(task, space, work, state, wide(at))
    return DONE


@entry
def find_masked(table: Ints, rows: Bits, words: Bits, mask: Bits, found: Ints) -> None:
    """Write where states are in the table of an abstraction that sees some facts only.

    The states are not needed afterwards: they are masked in place.
    """
    for state in range(len(words)):
        for at in range(len(mask)):
            words[state, at] &= mask[at]
        found[state] = table[find(table, rows, words[state])]
