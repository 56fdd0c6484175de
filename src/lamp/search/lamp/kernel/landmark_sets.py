"""Sets of landmarks (Φ), their leaves, and which landmarks are required again."""

from __future__ import annotations

import numpy as np

from lamp.search.lamp.kernel.records import Landmarks, Rollout, Search, Statistics
from lamp.statespace.kernel import (
    ONE,
    UNKNOWN,
    copy_words,
    find_slot,
    int64,
    intersect,
    lowest_bit,
)
from lamp.util.compiling import compiled, entry
from lamp.util.records import Words


@entry
def intern_set(landmarks: Landmarks, statistics: Statistics, words: Words) -> int:
    """The number of a set of landmarks; UNKNOWN if there is no room for a new one."""
    slot = find_slot(statistics.set_table, statistics.set_words, words)
    if statistics.set_table[slot] != UNKNOWN:
        return statistics.set_table[slot]
    number, leaf = statistics.num_sets, statistics.num_leaves
    num_landmarks = len(landmarks.cost)
    if number >= len(statistics.sets) or leaf + num_landmarks > len(statistics.leaves):
        return UNKNOWN
    statistics.num_sets += 1
    statistics.set_table[slot] = number
    copy_words(words, statistics.set_words[number])
    statistics.sets[number].first_leaf = leaf
    for landmark in range(num_landmarks):
        is_in = words[landmark >> 6] >> np.uint64(landmark & 63) & ONE == ONE
        if is_in and not intersect(landmarks.predecessors[landmark], words):
            statistics.leaves[leaf].landmark = landmark
            statistics.leaves[leaf].rest = UNKNOWN
            statistics.landmark[leaf].value = 0.0
            statistics.landmark[leaf].visits = 0.0
            leaf += 1
    statistics.sets[number].num_leaves = leaf - statistics.num_leaves
    statistics.num_leaves = leaf
    return number


@compiled
def set_without(
    landmarks: Landmarks, statistics: Statistics, rollout: Rollout, number: int, landmark: int
) -> int:
    """The set without one of its leaves; UNKNOWN if there is no room for a new one."""
    leaf = int64(statistics.sets[number].first_leaf)
    while statistics.leaves[leaf].landmark != landmark:
        leaf += 1
    if statistics.leaves[leaf].rest == UNKNOWN:
        words = rollout.set_words
        copy_words(statistics.set_words[number], words)
        words[landmark >> 6] &= ~(ONE << np.uint64(landmark & 63))
        statistics.leaves[leaf].rest = intern_set(landmarks, statistics, words)
    return statistics.leaves[leaf].rest


@compiled
def unmet_predecessor(landmarks: Landmarks, landmark: int, true: Words) -> int:
    """A false landmark that must hold just before a landmark; otherwise the landmark itself.

    The goal has no such predecessor: the order in which its conjuncts are achieved matters.
    """
    if landmark < len(landmarks.cost) - 1:
        for word in range(len(true)):
            unmet = landmarks.required[landmark, word] & ~true[word]
            if unmet:
                return 64 * word + lowest_bit(unmet)
    return landmark


@compiled
def add_required_again(landmarks: Landmarks, words: Words, true: Words) -> None:
    """Add to a set of landmarks those that are required again (Richter and Westphal 2010).

    They are false, and must hold just before a landmark of the set becomes true.
    """
    changes = True
    while changes:
        changes = False
        for word in range(len(words)):
            bits = words[word]
            while bits:
                landmark = 64 * word + lowest_bit(bits)
                bits &= bits - ONE
                for other in range(len(words)):
                    added = landmarks.required[landmark, other] & ~true[other] & ~words[other]
                    words[other] |= added
                    changes = changes or added != np.uint64(0)


@compiled
def remaining_cost(search: Search, state: int) -> float:
    """The sum of the costs of the landmarks that are still to be achieved.

    h = Σ cost(φ) over the false landmarks φ that remain or are required again: the heuristic of
    LAMA (Richter and Westphal 2010), which counts landmarks, with a cost for each. It is 1 at
    least, and a whole number where every step costs 1.
    """
    landmarks, words = search.landmarks, search.rollout.set_words
    true = search.space.holds[state]
    copy_words(search.statistics.set_words[search.rollout.landmark_set], words)
    if search.settings.reachieve_landmarks:
        add_required_again(landmarks, words, true)
    total = 0.0
    for landmark in range(len(landmarks.cost) - 1):
        if words[landmark >> 6] & ~true[landmark >> 6] & ONE << np.uint64(landmark & 63):
            total += landmarks.cost[landmark]
    return max(1.0, float(round(total)) if search.task.has_unit_costs else total)
