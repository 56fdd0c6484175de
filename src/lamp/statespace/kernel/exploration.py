"""Exploration: states with all their successors, one after the other."""

from __future__ import annotations

from lamp.statespace.kernel.bits import find_slot
from lamp.statespace.kernel.records import (
    DONE,
    NEED_ROOM,
    UNKNOWN,
    Scratch,
    Space,
    TaskArrays,
    int64,
)
from lamp.statespace.kernel.successors import compute_successor, expand
from lamp.util.compiling import compiled, entry
from lamp.util.records import Int32s, WordRows, Words


@entry
def explore(task: TaskArrays, space: Space, scratch: Scratch, first: int, last: int) -> int:
    """Expand the states from `first` to before `last` with all their successors.

    Returns the first state that is not done: below `last` if there are no more states, or no room.
    """
    state = first
    while state < last and state < space.num_states:
        if expand_fully(task, space, scratch, state) == NEED_ROOM:
            break
        state += 1
    return state


@entry
def expand_states(
    task: TaskArrays, space: Space, scratch: Scratch, states: Int32s, first: int
) -> int:
    """Expand some states, from a position on; return the first position that is not done."""
    index = first
    while index < len(states):
        if expand_fully(task, space, scratch, int64(states[index])) == NEED_ROOM:
            break
        index += 1
    return index


@compiled
def expand_fully(task: TaskArrays, space: Space, scratch: Scratch, state: int) -> int:
    """Expand a state and compute those of its successors that are not known yet."""
    is_new = space.nodes[state].first_edge == UNKNOWN
    if is_new and expand(task, space, scratch, state) == NEED_ROOM:
        return NEED_ROOM
    first = space.nodes[state].first_edge
    for edge in range(first, first + space.nodes[state].num_edges):
        action = space.edges[edge].action
        outcome, last = task.outcome_indptr[action], task.outcome_indptr[action + 1]
        successor = space.edges[edge].first_successor - outcome
        for index in range(outcome, last):
            if space.successors[successor + index] == UNKNOWN:
                if space.num_states >= len(space.words):
                    return NEED_ROOM
                state_after = compute_successor(task, space, scratch, state, int64(index))
                space.successors[successor + index] = state_after
    return DONE


@entry
def find_projected(space: Space, words: WordRows, mask: Words, states: Int32s) -> None:
    """Write the numbers of the projections of some states, in the space of the projected task.

    The words of the states are masked in place.
    """
    for state in range(len(words)):
        for word in range(len(mask)):
            words[state, word] &= mask[word]
        states[state] = space.table[find_slot(space.table, space.words, words[state])]
