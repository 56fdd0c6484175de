"""Sets of landmarks, and what is needed for those that are still to be achieved."""

from __future__ import annotations

import numpy as np

from lamp.search.kernel.arrays import (
    LEAVES,
    ONE,
    SETS,
    UNKNOWN,
    Bits,
    Guidance,
    Learned,
    Settings,
    TaskArrays,
    Workspace,
)
from lamp.search.kernel.words import copy, find, lowest, meets
from lamp.util.compiling import compiled, entry


@entry
def intern_set(task: TaskArrays, learned: Learned, words: Bits) -> int:
    """The number of a set of landmarks; UNKNOWN if there is no room for a new one."""
    place = find(learned.set_table, learned.sets, words)
    if learned.set_table[place] != UNKNOWN:
        return learned.set_table[place]
    number = learned.size[SETS]
    if number >= len(learned.sets) or learned.size[LEAVES] + len(task.landmark) > len(learned.leaf):
        return UNKNOWN
    learned.size[SETS] += 1
    learned.set_table[place] = number
    copy(words, learned.sets[number])
    learned.set_first[number] = learned.size[LEAVES]
    for landmark in range(len(task.landmark)):
        is_in = words[landmark >> 6] >> np.uint64(landmark & 63) & ONE == ONE
        if is_in and not meets(task.predecessors[landmark], words):
            leaf = learned.size[LEAVES]
            learned.leaf[leaf] = landmark
            learned.leaf_set[leaf] = UNKNOWN
            learned.choice[leaf] = 0.0
            learned.size[LEAVES] += 1
    learned.set_leaves[number] = learned.size[LEAVES] - learned.set_first[number]
    return number


@compiled
def without(task: TaskArrays, learned: Learned, work: Workspace, number: int, subgoal: int) -> int:
    """The set without one of its leaves; UNKNOWN if there is no room for a new one."""
    first = learned.set_first[number]
    leaf = first
    while learned.leaf[leaf] != subgoal:
        leaf += 1
    if learned.leaf_set[leaf] == UNKNOWN:
        words = work.set_words
        copy(learned.sets[number], words)
        words[subgoal >> 6] &= ~(ONE << np.uint64(subgoal & 63))
        learned.leaf_set[leaf] = intern_set(task, learned, words)
    return learned.leaf_set[leaf]


@compiled
def renew(needed: Bits, words: Bits, true: Bits) -> None:
    """Add to a set of landmarks those that are false and must hold when one of it becomes true."""
    changes = True
    while changes:
        changes = False
        for place in range(len(words)):
            left = words[place]
            while left:
                landmark = 64 * place + lowest(left)
                left &= left - ONE
                for at in range(len(words)):
                    more = needed[landmark, at] & ~true[at] & ~words[at]
                    words[at] |= more
                    changes = changes or more != np.uint64(0)


@compiled
def means_to(guidance: Guidance, target: int, true: Bits) -> int:
    """A landmark that must hold just before the target, and does not; otherwise the target.

    The goal has no means: in which order its parts are achieved matters.
    """
    if target < len(guidance.cost) - 1:
        for at in range(len(true)):
            lacking = guidance.needed[target, at] & ~true[at]
            if lacking:
                return 64 * at + lowest(lacking)
    return target


@compiled
def cost_left(settings: Settings, task: TaskArrays, words: Bits, pending: Bits, true: Bits) -> int:
    """About how many actions the landmarks take that are still to be achieved; one at least."""
    copy(pending, words)
    if settings.again:
        renew(settings.guidance.needed, words, true)
    total = 0.0
    for landmark in range(len(task.landmark) - 1):
        if words[landmark >> 6] & ~true[landmark >> 6] & ONE << np.uint64(landmark & 63):
            total += settings.guidance.cost[landmark]
    return max(1, round(total))
