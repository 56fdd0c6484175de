"""Dead ends, as far as an episode knows them."""

from __future__ import annotations

from lamp.search.kernel.arrays import (
    ACTION,
    BASIS,
    CHANCE,
    DEAD,
    DISCOUNT,
    ENTRIES,
    FIRST_EDGE,
    FIRST_SLOT,
    FROM,
    GUESSED,
    KIND,
    LANDMARK_ENTRY,
    NUM_EDGES,
    OUTCOME,
    PARENT,
    UNJUDGED,
    UNKNOWN,
    Learned,
    Relaxation,
    Space,
    TaskArrays,
    Workspace,
)
from lamp.search.kernel.relaxing import judge
from lamp.search.kernel.states import apply_outcome, find_state
from lamp.util.compiling import compiled, inlined


@inlined
def is_dead_end(
    space: Space, learned: Learned, relaxed: Relaxation, work: Workspace, state: int
) -> bool:
    """Whether a state is a dead end as far as this episode knows, which judges it for good.

    What the space knows does not depend on episodes. What else was learned on the way does.
    """
    if learned.verdict[state] == UNJUDGED:
        if space.verdict[state] == UNJUDGED:
            parent, outcome = work.registers[PARENT], work.registers[OUTCOME]
            space.verdict[state] = judge(relaxed, space.words, state, parent, outcome)
        learned.verdict[state] = space.verdict[state]
        if learned.verdict[state] == DEAD:
            bury(learned, state)
    return learned.verdict[state] == DEAD


@inlined
def bury(learned: Learned, state: int) -> None:
    """Note that a state is a dead end, which is worth nothing."""
    learned.verdict[state] = DEAD
    learned.worth[state, BASIS] = GUESSED
    learned.worth[state, CHANCE] = 0.0
    learned.worth[state, DISCOUNT] = 0.0


@compiled
def give_up(task: TaskArrays, space: Space, learned: Learned, work: Workspace) -> None:
    """Mark the states before a dead end, back to the first from which something else may follow."""
    for number in range(work.registers[ENTRIES] - 1, -1, -1):
        if work.entry[number, KIND] != LANDMARK_ENTRY:
            state = work.entry[number, FROM]
            if not is_lost(task, space, learned, work, state):
                return
            bury(learned, state)


@compiled
def is_lost(task: TaskArrays, space: Space, learned: Learned, work: Workspace, state: int) -> bool:
    """Whether all that can be done in a state leads to dead ends of this episode, or nowhere.

    Successors are looked up, since it depends on earlier episodes which of them are known here.
    """
    first = space.node[state, FIRST_EDGE]
    for edge in range(first, first + space.node[state, NUM_EDGES]):
        action, slot = space.edge[edge, ACTION], space.edge[edge, FIRST_SLOT]
        outcome = task.outcome_indptr[action]
        for at in range(task.outcome_indptr[action + 1] - outcome):
            if space.successor[slot + at] == UNKNOWN:
                apply_outcome(task, outcome + at, space.words[state], work.row[0])
                space.successor[slot + at] = find_state(space, work.row[0])
            after = space.successor[slot + at]
            if after == UNKNOWN or (after != state and learned.verdict[after] != DEAD):
                return False
    return True
