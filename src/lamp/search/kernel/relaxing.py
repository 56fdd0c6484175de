"""Whether the delete relaxation reaches the goal from a state."""

from __future__ import annotations

import numpy as np

from lamp.search.kernel.arrays import (
    ALIVE,
    DEAD,
    EXPLORED,
    GOAL_LITERAL,
    JUDGED,
    MOST_RULES,
    ONE,
    OPEN,
    QUEUED,
    UNKNOWN,
    ZERO,
    Bits,
    Relaxation,
)
from lamp.search.kernel.words import lowest, wide
from lamp.util.compiling import compiled, inlined


@compiled
def judge(relaxed: Relaxation, states: Bits, state: int, parent: int, outcome: int) -> int:
    """ALIVE if the relaxation can reach the goal from a state, otherwise DEAD.

    The state before, `parent`, is ALIVE, or UNKNOWN. An outcome of an action led from it to here.
    """
    counts = relaxed.counts
    counts[JUDGED] += 1
    start(relaxed, states[state])
    if parent != UNKNOWN:
        compare(relaxed, states[parent], states[state])
        regain(relaxed, outcome)
    if counts[OPEN] > 0:
        counts[EXPLORED] += 1
        first = wide(counts[QUEUED])
        for rule in range(len(relaxed.rules.body_indptr) - 1):
            use(relaxed, rule)
        if counts[OPEN] > 0:
            use_queue(relaxed, first)
    return DEAD if counts[OPEN] > 0 else ALIVE


@inlined
def regain(relaxed: Relaxation, outcome: int) -> None:
    """Close all that is open, if a few rules can do it that start from what a state has won.

    Then the state is ALIVE, since its parent is. Take a derivation of the goal from the parent. By
    induction, all of it can be reached from the state but what is spent: what the parent has is
    there, or regained; and where a rule needs something spent, its heads are reached otherwise.
    The goal is the head of a rule.
    """
    counts = relaxed.counts
    won = wide(counts[QUEUED])
    for at in range(1, relaxed.recipe[outcome, 0] + 1):
        use(relaxed, wide(relaxed.recipe[outcome, at]))
    if counts[OPEN] > 0:
        drop_spent(relaxed)
    if counts[OPEN] > 0:
        use_queue(relaxed, ZERO)
        if counts[OPEN] > 0:
            drop_spent(relaxed)
        else:
            keep_recipe(relaxed, outcome, won)


@inlined
def keep_recipe(relaxed: Relaxation, outcome: int, won: int) -> None:
    """Note the rules that have regained what was lost, for the next time an outcome does that.

    Nothing depends on them but time.
    """
    rules = relaxed.rules
    recipe = relaxed.recipe[outcome]
    number = ZERO
    for at in range(relaxed.counts[QUEUED] - 1, won - 1, -1):
        literal = relaxed.queue[at]
        if relaxed.lost[literal >> 6] >> np.uint64(literal & 63) & ONE:
            if number == MOST_RULES:
                return
            rule = relaxed.giver[literal]
            number += 1
            for place in range(number, 1, -1):
                recipe[place] = recipe[place - 1]
            recipe[1] = rule
            for test in range(rules.body_indptr[rule], rules.body_indptr[rule + 1]):
                relaxed.lost[rules.body[test, 0]] |= rules.body[test, 1]
    recipe[0] = number


@inlined
def start(relaxed: Relaxation, words: Bits) -> None:
    """Take the literals of a state as reached; open is the goal."""
    size = len(words)
    parts = len(relaxed.rules.needed) - 2 * size
    for at in range(parts):
        relaxed.reached[at] = 0
        relaxed.lost[at] = 0
    for at in range(size):
        relaxed.reached[parts + at] = words[at]
        relaxed.reached[parts + size + at] = ~words[at]
        relaxed.lost[parts + at] = 0
        relaxed.lost[parts + size + at] = 0
    relaxed.counts[OPEN] = 1
    relaxed.counts[QUEUED] = 0


@inlined
def compare(relaxed: Relaxation, before: Bits, words: Bits) -> None:
    """Queue the literals that a state has won; open is what it has lost."""
    size = len(words)
    parts = len(relaxed.rules.needed) - 2 * size
    relaxed.counts[OPEN] = 0
    for at in range(size):
        change = before[at] ^ words[at]
        if change:
            compare_word(relaxed, parts + at, change)
            compare_word(relaxed, parts + size + at, change)


@inlined
def compare_word(relaxed: Relaxation, at: int, change: np.uint64) -> None:
    """Queue the changed literals of a word that are reached, and count those that are not."""
    rules = relaxed.rules
    won = change & rules.needed[at] & relaxed.reached[at]
    lost = change & rules.needed[at] & ~relaxed.reached[at]
    relaxed.lost[at] = lost
    while won:
        relaxed.queue[relaxed.counts[QUEUED]] = 64 * at + lowest(won)
        relaxed.counts[QUEUED] += 1
        won &= won - ONE
    while lost:
        relaxed.counts[OPEN] += 1
        lost &= lost - ONE


@inlined
def drop_spent(relaxed: Relaxation) -> None:
    """Close what is lost and not missed: all that it is needed for has been reached."""
    for here in range(len(relaxed.lost)):
        lost = relaxed.lost[here] & ~relaxed.reached[here]
        while lost:
            if is_spent(relaxed, 64 * here + lowest(lost)):
                relaxed.lost[here] &= ~(lost & (~lost + ONE))
                relaxed.counts[OPEN] -= 1
            lost &= lost - ONE


@inlined
def is_spent(relaxed: Relaxation, literal: int) -> bool:
    """Whether all rules that need a literal give what has been reached."""
    rules = relaxed.rules
    for at in range(rules.needing_indptr[literal], rules.needing_indptr[literal + 1]):
        rule = rules.needing[at]
        for place in range(rules.head_indptr[rule], rules.head_indptr[rule + 1]):
            head = rules.heads[place]
            if not relaxed.reached[head >> 6] >> np.uint64(head & 63) & ONE:
                return False
    return True


@inlined
def use_queue(relaxed: Relaxation, first: int) -> None:
    """Use the rules for what is queued, until nothing is left to use or nothing is open."""
    rules = relaxed.rules
    at = first
    while at < relaxed.counts[QUEUED]:
        literal = relaxed.queue[at]
        for place in range(rules.needing_indptr[literal], rules.needing_indptr[literal + 1]):
            use(relaxed, wide(rules.needing[place]))
            if relaxed.counts[OPEN] <= 0:
                return
        at += 1


@inlined
def use(relaxed: Relaxation, rule: int) -> None:
    """Reach the heads of a rule if its body is reached."""
    rules = relaxed.rules
    for at in range(rules.body_indptr[rule], rules.body_indptr[rule + 1]):
        if rules.body[at, 1] & ~relaxed.reached[rules.body[at, 0]]:
            return
    for at in range(rules.head_indptr[rule], rules.head_indptr[rule + 1]):
        head = rules.heads[at]
        word, bit = head >> 6, ONE << np.uint64(head & 63)
        if not relaxed.reached[word] & bit:
            relaxed.reached[word] |= bit
            relaxed.giver[head] = rule
            relaxed.queue[relaxed.counts[QUEUED]] = head
            relaxed.counts[QUEUED] += 1
            if head == GOAL_LITERAL:
                relaxed.counts[OPEN] = 0
            elif relaxed.lost[word] & bit:
                relaxed.counts[OPEN] -= 1
