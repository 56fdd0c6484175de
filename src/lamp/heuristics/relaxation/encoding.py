"""The rules of the delete relaxation as arrays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lamp.heuristics.kernel import BODY_TEST, HornRules, RelaxedReachability
from lamp.heuristics.relaxation.rules import Rule
from lamp.statespace import WORD, csr, indptr, masks_by_word, num_words, pack


def relaxed_reachability(
    rules: Sequence[Rule], num_facts: int, num_outcomes: int
) -> RelaxedReachability:
    """Rules as arrays with working memory, for a task with so many facts and outcomes."""
    encoded = _encode(rules, num_facts)
    literals, words = len(encoded.rules_indptr) - 1, len(encoded.in_bodies)
    declared = RelaxedReachability.arrays
    sizes = {"literal words": words, "literals": literals, "outcomes": num_outcomes}
    empty = {name: field.empty(sizes) for name, field in declared.items()}
    return RelaxedReachability(rules=encoded, **empty)


def _encode(rules: Sequence[Rule], num_facts: int) -> HornRules:
    words, goal = num_words(num_facts), 2 * num_facts
    last = max((literal for rule in rules for literal in rule.heads), default=goal)
    auxiliary_words = num_words(max(last - goal, 0) + 1)

    def number(literal: int) -> int:
        """The number of a literal in the blocks of auxiliary, true and false literals."""
        if literal >= goal:
            return literal - goal
        return WORD * (auxiliary_words + words * (literal & 1)) + (literal >> 1)

    bodies = [sorted(map(number, rule.body)) for rule in rules]
    rules_with: list[list[int]] = [[] for _ in range(WORD * (auxiliary_words + 2 * words))]
    for rule_number, body in enumerate(bodies):
        for literal in body:
            rules_with[literal].append(rule_number)
    in_bodies = (literal for literal, users in enumerate(rules_with) if users)
    tests = [sorted(masks_by_word(body).items()) for body in bodies]
    head_indptr, heads = csr([sorted(map(number, rule.heads)) for rule in rules])
    rules_indptr, flat_rules = csr(rules_with)
    return HornRules(
        body_indptr=indptr(map(len, tests)),
        body=np.array([test for of_rule in tests for test in of_rule], dtype=BODY_TEST),
        head_indptr=head_indptr,
        heads=heads,
        rules_indptr=rules_indptr,
        rules_with=flat_rules,
        in_bodies=pack(in_bodies, auxiliary_words + 2 * words),
    )
