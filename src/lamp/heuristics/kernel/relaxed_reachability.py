"""Whether the goal is reachable from a state in the delete relaxation.

The relaxation is a set of Horn rules, and unit propagation (Dowling and Gallier 1984) decides it in
linear time. Most states take much less: they differ in a few literals from their parent, from which
the goal is reachable, and it suffices to reach the deleted literals again (`repair`).
"""

from __future__ import annotations

import numpy as np

from lamp.heuristics.kernel.records import GOAL_LITERAL, MAX_REPAIR, RelaxedReachability
from lamp.statespace.kernel import ALIVE, DEAD_END, ONE, UNKNOWN, ZERO, int64, lowest_bit
from lamp.util.compiling import compiled, inlined
from lamp.util.records import Words


@compiled
def relaxed_status(
    relaxed: RelaxedReachability, states: Words, state: int, parent: int, outcome: int
) -> int:
    """ALIVE if the goal is relaxed reachable from a state, otherwise DEAD_END.

    The state is the successor of `parent` by `outcome`; the parent is ALIVE, or UNKNOWN if there is
    none.
    """
    relaxed.num_tests += 1
    init_reached(relaxed, states[state])
    if parent != UNKNOWN:
        compare_with_parent(relaxed, states[parent], states[state])
        repair(relaxed, outcome)
    if relaxed.num_open > 0:
        relaxed.num_explorations += 1
        first = relaxed.num_queued
        for rule in range(len(relaxed.rules.body_indptr) - 1):
            fire(relaxed, rule)
        if relaxed.num_open > 0:
            propagate(relaxed, first)
    return DEAD_END if relaxed.num_open > 0 else ALIVE


@inlined
def repair(relaxed: RelaxedReachability, outcome: int) -> None:
    """Try to reach all open literals by rules whose bodies have literals that the state has added.

    Then the goal is relaxed reachable, since it is from the parent. Take a derivation of the goal
    from the parent. By induction, all of it can be reached from the state but redundant literals:
    what the parent has is there, or is reached again; and where a rule needs a redundant literal,
    its heads are reached otherwise. The goal is the head of a rule.
    """
    added = relaxed.num_queued
    for index in range(1, relaxed.repair[outcome, 0] + 1):
        fire(relaxed, int64(relaxed.repair[outcome, index]))
    if relaxed.num_open > 0:
        drop_redundant(relaxed)
    if relaxed.num_open > 0:
        propagate(relaxed, ZERO)
        if relaxed.num_open > 0:
            drop_redundant(relaxed)
        else:
            cache_repair(relaxed, outcome, added)


@inlined
def cache_repair(relaxed: RelaxedReachability, outcome: int, added: int) -> None:
    """Store the rules that have reached deleted literals again, in the order they are fired.

    They are tried first for the same outcome. They save time, and do not change the result.
    """
    rules = relaxed.rules
    cached = relaxed.repair[outcome]
    number = ZERO
    for index in range(relaxed.num_queued - 1, added - 1, -1):
        literal = relaxed.queue[index]
        if relaxed.deleted[literal >> 6] >> np.uint64(literal & 63) & ONE:
            if number == MAX_REPAIR:
                return
            rule = relaxed.achiever[literal]
            number += 1
            for position in range(number, 1, -1):
                cached[position] = cached[position - 1]
            cached[1] = rule
            for test in range(rules.body_indptr[rule], rules.body_indptr[rule + 1]):
                relaxed.deleted[rules.body[test].word] |= rules.body[test].mask
    cached[0] = number


@inlined
def init_reached(relaxed: RelaxedReachability, words: Words) -> None:
    """Mark the literals of a state as reached, and the goal as open."""
    size = len(words)
    auxiliary = len(relaxed.rules.in_bodies) - 2 * size
    for word in range(auxiliary):
        relaxed.reached[word] = 0
        relaxed.deleted[word] = 0
    for word in range(size):
        relaxed.reached[auxiliary + word] = words[word]
        relaxed.reached[auxiliary + size + word] = ~words[word]
        relaxed.deleted[auxiliary + word] = 0
        relaxed.deleted[auxiliary + size + word] = 0
    relaxed.num_open = 1
    relaxed.num_queued = 0


@inlined
def compare_with_parent(relaxed: RelaxedReachability, parent: Words, words: Words) -> None:
    """Queue the literals that a state has added to its parent's, and count the deleted as open."""
    size = len(words)
    auxiliary = len(relaxed.rules.in_bodies) - 2 * size
    relaxed.num_open = 0
    for word in range(size):
        change = parent[word] ^ words[word]
        if change:
            compare_word(relaxed, auxiliary + word, change)
            compare_word(relaxed, auxiliary + size + word, change)


@inlined
def compare_word(relaxed: RelaxedReachability, word: int, change: np.uint64) -> None:
    """Queue the changed literals of a word that are reached, and count those that are not."""
    relevant = change & relaxed.rules.in_bodies[word]
    added = relevant & relaxed.reached[word]
    deleted = relevant & ~relaxed.reached[word]
    relaxed.deleted[word] = deleted
    while added:
        relaxed.queue[relaxed.num_queued] = 64 * word + lowest_bit(added)
        relaxed.num_queued += 1
        added &= added - ONE
    while deleted:
        relaxed.num_open += 1
        deleted &= deleted - ONE


@inlined
def drop_redundant(relaxed: RelaxedReachability) -> None:
    """Count the deleted literals that are redundant as open no more."""
    for word in range(len(relaxed.deleted)):
        deleted = relaxed.deleted[word] & ~relaxed.reached[word]
        while deleted:
            if is_redundant(relaxed, 64 * word + lowest_bit(deleted)):
                relaxed.deleted[word] &= ~(deleted & (~deleted + ONE))
                relaxed.num_open -= 1
            deleted &= deleted - ONE


@inlined
def is_redundant(relaxed: RelaxedReachability, literal: int) -> bool:
    """Whether all heads of all rules that need a literal are reached."""
    rules = relaxed.rules
    for index in range(rules.rules_indptr[literal], rules.rules_indptr[literal + 1]):
        rule = rules.rules_with[index]
        for position in range(rules.head_indptr[rule], rules.head_indptr[rule + 1]):
            head = rules.heads[position]
            if not relaxed.reached[head >> 6] >> np.uint64(head & 63) & ONE:
                return False
    return True


@inlined
def propagate(relaxed: RelaxedReachability, first: int) -> None:
    """Fire the rules of queued literals, until none is left or nothing is open."""
    rules = relaxed.rules
    index = first
    while index < relaxed.num_queued:
        literal = relaxed.queue[index]
        for position in range(rules.rules_indptr[literal], rules.rules_indptr[literal + 1]):
            fire(relaxed, int64(rules.rules_with[position]))
            if relaxed.num_open <= 0:
                return
        index += 1


@inlined
def fire(relaxed: RelaxedReachability, rule: int) -> None:
    """Reach the heads of a rule if its body is reached."""
    rules = relaxed.rules
    for index in range(rules.body_indptr[rule], rules.body_indptr[rule + 1]):
        if rules.body[index].mask & ~relaxed.reached[rules.body[index].word]:
            return
    for index in range(rules.head_indptr[rule], rules.head_indptr[rule + 1]):
        head = rules.heads[index]
        word, bit = head >> 6, ONE << np.uint64(head & 63)
        if not relaxed.reached[word] & bit:
            relaxed.reached[word] |= bit
            relaxed.achiever[head] = rule
            relaxed.queue[relaxed.num_queued] = head
            relaxed.num_queued += 1
            if head == GOAL_LITERAL:
                relaxed.num_open = 0
            elif relaxed.deleted[word] & bit:
                relaxed.num_open -= 1
