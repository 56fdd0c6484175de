"""Rollouts, and their way down."""

from __future__ import annotations

import numpy as np

from lamp.search.kernel.actions import expand, follow, sample
from lamp.search.kernel.arrays import (
    ACTION,
    ACTION_ENTRY,
    ACTIVE,
    ALIVE,
    DEAD,
    DEPTH,
    DONE,
    ENTRIES,
    FIRST_EDGE,
    FIRST_SLOT,
    FROM,
    IN_TREE,
    KIND,
    LANDMARK_ENTRY,
    LEFT,
    MORE,
    NEED_ROOM,
    NEXT_PAIR,
    NO_PAIR,
    NO_ROW,
    NO_SUBGOAL,
    NOT_LEARNED,
    NUM_EDGES,
    OUTCOME,
    OUTSIDE,
    PAIR_ROW,
    PAIR_SUBGOAL,
    PAIRS,
    PARENT,
    PLACE,
    PURSUIT,
    ROOT_PURSUIT,
    ROOT_SET,
    ROOT_STATE,
    ROOT_SUBGOAL,
    ROOT_TARGET,
    ROW,
    ROWS,
    SET,
    STATE,
    STATES,
    STEPS,
    SUBGOAL,
    SURE_ENTRY,
    TARGET,
    TRIES,
    UNJUDGED,
    UNKNOWN,
    Learned,
    Settings,
    Space,
    TaskArrays,
    Workspace,
)
from lamp.search.kernel.ascending import go_up
from lamp.search.kernel.choosing import Node, choose, choose_action, one_of
from lamp.search.kernel.dead_ends import give_up, is_dead_end
from lamp.search.kernel.estimating import guess
from lamp.search.kernel.landmark_sets import means_to, without
from lamp.search.kernel.states import is_true
from lamp.search.kernel.words import wide
from lamp.util.compiling import compiled, entry, inlined, inlined_entry, merged


@inlined_entry
def row_of(learned: Learned, space: Space, state: int, subgoal: int) -> int:
    """The row of a state's first edge for a subgoal; UNKNOWN if there is no room for a new one.

    The pair that was wanted last comes first in the list: mostly it is the one wanted next.
    """
    pair, before = learned.first_pair[state], NO_PAIR
    while pair != NO_PAIR:
        if learned.pair[pair, PAIR_SUBGOAL] == subgoal:
            if before != NO_PAIR:
                learned.pair[before, NEXT_PAIR] = learned.pair[pair, NEXT_PAIR]
                learned.pair[pair, NEXT_PAIR] = learned.first_pair[state]
                learned.first_pair[state] = pair
            return learned.pair[pair, PAIR_ROW]
        before, pair = pair, learned.pair[pair, NEXT_PAIR]
    pair, row = learned.size[PAIRS], learned.size[ROWS]
    number = space.node[state, NUM_EDGES]
    if pair >= len(learned.pair) or row + number > len(learned.subgoal):
        return UNKNOWN
    learned.size[PAIRS] += 1
    learned.size[ROWS] += number
    learned.subgoal[row : row + number] = 0.0
    learned.pair[pair, PAIR_SUBGOAL] = subgoal
    learned.pair[pair, PAIR_ROW] = row
    learned.pair[pair, NEXT_PAIR] = learned.first_pair[state]
    learned.first_pair[state] = pair
    return row


@entry
def rollouts(
    task: TaskArrays,
    space: Space,
    learned: Learned,
    settings: Settings,
    work: Workspace,
    rng: np.random.Generator,
) -> int:
    """Run as many rollouts as the register LEFT says, or until room is needed.

    From a dead end, none are run.
    """
    registers = work.registers
    while registers[LEFT] > 0:
        if learned.verdict[registers[ROOT_STATE]] == DEAD:
            return DONE
        if not registers[ACTIVE]:
            registers[STATE] = registers[ROOT_STATE]
            registers[PARENT] = UNKNOWN
            registers[SUBGOAL] = registers[ROOT_SUBGOAL]
            registers[TARGET] = registers[ROOT_TARGET]
            registers[SET] = registers[ROOT_SET]
            registers[PURSUIT] = registers[ROOT_PURSUIT]
            registers[DEPTH] = 0
            registers[ENTRIES] = 0
            registers[OUTSIDE] = 0
            registers[ACTIVE] = 1
        status = go_down(task, space, learned, settings, work, rng)
        if status == NEED_ROOM:
            return NEED_ROOM
        if learned.verdict[registers[STATE]] == DEAD:
            give_up(task, space, learned, work)
        go_up(task, space, learned, settings, work)
        registers[ACTIVE] = 0
        registers[LEFT] -= 1
    return DONE


@merged
def go_down(
    task: TaskArrays,
    space: Space,
    learned: Learned,
    settings: Settings,
    work: Workspace,
    rng: np.random.Generator,
) -> int:
    """From the root to the end of a rollout: lines 2 to 11 of Algorithm 3, without recursion."""
    registers = work.registers
    goal = len(task.landmark) - 1
    while not is_true(space, registers[STATE], goal):
        subgoal = registers[SUBGOAL]
        if subgoal == NO_SUBGOAL or is_true(space, registers[STATE], registers[TARGET]):
            if choose_landmark(task, space, learned, settings, work, rng) == NEED_ROOM:
                return NEED_ROOM
            continue
        if is_true(space, registers[STATE], subgoal):
            remember(work, LANDMARK_ENTRY, NOT_LEARNED, registers[PURSUIT])
            pursue(space, settings, work)
            continue
        if registers[DEPTH] == settings.horizon:
            return DONE
        state = registers[STATE]
        is_doubtful = settings.dead_ends and learned.verdict[state] != ALIVE
        if is_doubtful and is_dead_end(space, learned, settings.relaxation, work, state):
            return DONE
        known = space.node[state, FIRST_EDGE] != UNKNOWN
        if not known and expand(task, space, work, state) == NEED_ROOM:
            return NEED_ROOM
        if not space.node[state, NUM_EDGES]:
            learned.verdict[state] = DEAD if settings.dead_ends else UNJUDGED
            return DONE
        if act(task, space, learned, settings, work, rng) == NEED_ROOM:
            return NEED_ROOM
    return DONE


@inlined
def choose_landmark(
    task: TaskArrays,
    space: Space,
    learned: Learned,
    settings: Settings,
    work: Workspace,
    rng: np.random.Generator,
) -> int:
    """Take the next landmark as the subgoal: lines 3 to 5 of Algorithm 3."""
    registers = work.registers
    number = registers[SET]
    if registers[TARGET] != NO_SUBGOAL:
        number = without(task, learned, work, number, registers[TARGET])
        if number == UNKNOWN:
            return NEED_ROOM
    first = wide(learned.set_first[number])
    node = Node(first, NO_ROW, wide(learned.set_leaves[number]))
    leaf = first + choose(settings, learned.choice, learned.choice, node, rng)
    remember(work, LANDMARK_ENTRY, leaf, registers[PURSUIT])
    registers[SET] = number
    registers[TARGET] = learned.leaf[leaf]
    pursue(space, settings, work)
    return DONE


@inlined
def pursue(space: Space, settings: Settings, work: Workspace) -> None:
    """Take the target as the subgoal, or what must hold before it (decision 15)."""
    registers = work.registers
    registers[SUBGOAL] = registers[TARGET]
    if settings.again:
        true = space.holds[registers[STATE]]
        registers[SUBGOAL] = means_to(settings.guidance, wide(registers[TARGET]), true)
    if settings.from_pursuit:
        registers[PURSUIT] = 0


@inlined
def remember(work: Workspace, kind: int, place: int, more: int) -> None:
    """Note what is to be updated at the end of the rollout."""
    entry = work.registers[ENTRIES]
    work.entry[entry, KIND] = kind
    work.entry[entry, PLACE] = place
    work.entry[entry, MORE] = more
    work.entry[entry, FROM] = work.registers[STATE]
    work.registers[ENTRIES] += 1


@inlined
def act(
    task: TaskArrays,
    space: Space,
    learned: Learned,
    settings: Settings,
    work: Workspace,
    rng: np.random.Generator,
) -> int:
    """Choose an action and follow it: lines 9 to 11 of Algorithm 3."""
    registers = work.registers
    state = registers[STATE]
    if space.size[STATES] + len(work.row) // 2 > len(space.words):
        return NEED_ROOM
    first = wide(space.node[state, FIRST_EDGE])
    number = wide(space.node[state, NUM_EDGES])
    learns, row = not registers[OUTSIDE], NO_ROW
    if learns and settings.greediness > 0.0:
        row = wide(row_of(learned, space, state, registers[SUBGOAL]))
        if row == UNKNOWN:
            return NEED_ROOM
    registers[ROW] = row
    if learns:
        at = choose_action(space, learned, settings, work, rng)
        if settings.bellman and learned.goal[first + at, TRIES] == 0.0:
            meet(task, space, learned, settings, work, first + at)
    else:
        at = one_of(number, rng)
    action = space.edge[first + at, ACTION]
    is_sure = task.outcome_indptr[action + 1] - task.outcome_indptr[action] == 1
    kind = SURE_ENTRY if is_sure else ACTION_ENTRY
    remember(work, kind, first + at if learns else NOT_LEARNED, row + at)
    registers[PARENT] = state
    if not learned.in_tree[state]:
        learned.in_tree[state] = learns
        registers[IN_TREE] += learns
        registers[OUTSIDE] = settings.expand
    registers[STATE] = sample(task, space, work, state, first + at, rng)
    registers[DEPTH] += 1
    registers[PURSUIT] += 1
    registers[STEPS] += 1
    return DONE


@compiled
def meet(
    task: TaskArrays, space: Space, learned: Learned, settings: Settings, work: Workspace, edge: int
) -> None:
    """Know all states that an action may lead to, and which of them are dead ends.

    Dead ends are worth nothing at once. Where there are any, the others are worth at once what the
    landmarks say: otherwise nobody would try an action again whose first rollout went wrong.
    There must be room for the states; which of them earlier episodes have met makes no difference.
    """
    state, action = work.registers[STATE], space.edge[edge, ACTION]
    first, slot = task.outcome_indptr[action], space.edge[edge, FIRST_SLOT]
    number = task.outcome_indptr[action + 1] - first
    is_risky = False
    for at in range(number):
        if space.successor[slot + at] == UNKNOWN:
            space.successor[slot + at] = follow(task, space, work, state, wide(first + at))
        if settings.dead_ends:
            work.registers[PARENT], work.registers[OUTCOME] = state, first + at
            after = wide(space.successor[slot + at])
            is_risky |= is_dead_end(space, learned, settings.relaxation, work, after)
    if is_risky and settings.counts_landmarks:
        for at in range(number):
            guess(task, space, learned, settings, work, wide(space.successor[slot + at]))
