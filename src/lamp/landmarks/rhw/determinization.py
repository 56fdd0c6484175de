"""The all-outcomes determinization: one operator for each thing that may happen.

Theorems 1 and 2 of the paper: what is a landmark here, or an ordering, is one in the task. That
stays so when conditions are dropped, since a problem with fewer conditions has more plans. So
where a condition would need too many operators, part of it is left out.

Literals are integers: fact `f` is true is `2f`, false is `2f + 1`. One more stands for what was
left out of the condition of an effect: such an effect may happen, but does not have to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import NamedTuple, TypeAlias

from lamp.task import Condition, Outcome, Task

Literals: TypeAlias = frozenset[int]

MAX_ALTERNATIVES = 64
"""The most conjunctions that one condition is split into."""

MAYBE = -1
"""A condition that is not known."""


class ConditionalEffect(NamedTuple):
    """A literal that an operator makes true where a condition holds, too."""

    condition: Literals
    literal: int


class Operator(NamedTuple):
    """A deterministic action without disjunctions."""

    precondition: Literals
    effects: tuple[ConditionalEffect, ...]


def negation(literal: int) -> int:
    """The opposite literal; of what is not known, neither is the opposite."""
    return literal if literal == MAYBE else literal ^ 1


def is_consistent(literals: Literals) -> bool:
    """Whether no literal contradicts another."""
    return not any(literal ^ 1 in literals for literal in literals)


def determinize(task: Task) -> list[Operator]:
    """The operators of a task: each outcome of each action, without those that do nothing."""
    return [
        Operator(precondition, effects)
        for action in task.actions
        for precondition in known(alternatives(action.precondition))
        for outcome in action.outcomes
        if (effects := tuple(_effects(outcome, precondition)))
    ]


def alternatives(condition: Condition) -> list[Literals]:
    """Conjunctions of which one holds wherever the condition does.

    The condition is equivalent to their disjunction, as far as they are known.
    """
    plain = frozenset([2 * fact for fact in condition.true])
    plain |= {2 * fact + 1 for fact in condition.false}
    found = [plain]
    for clause in condition.any_of:
        options = [option for part in clause for option in alternatives(part)]
        found = _both(found, options)
    return list(dict.fromkeys(filter(is_consistent, found)))


def _both(some: list[Literals], others: list[Literals]) -> list[Literals]:
    """Conjunctions of which one holds where one of some and one of others does."""
    if len(some) * len(others) > max(MAX_ALTERNATIVES, len(some), len(others)):
        return [one | {MAYBE} for one in some]
    return [one | other for one, other in product(some, others)]


def known(conditions: list[Literals]) -> list[Literals]:
    """The conditions without what is not known of them: they hold more often."""
    return list(dict.fromkeys(condition - {MAYBE} for condition in conditions))


def none_of(conditions: list[Literals]) -> list[Literals]:
    """Conjunctions of which one holds wherever none of the conditions does."""
    found = [frozenset[int]()]
    for condition in conditions:
        found = _both(found, [frozenset([negation(literal)]) for literal in sorted(condition)])
    return list(dict.fromkeys(filter(is_consistent, found)))


def _effects(outcome: Outcome, precondition: Literals) -> Iterator[ConditionalEffect]:
    """The effects of an outcome that change something where the precondition holds."""
    adds = _conditions(outcome.add, [(e.condition, e.add) for e in outcome.conditional])
    deletes = _conditions(outcome.delete, [(e.condition, e.delete) for e in outcome.conditional])
    found = [(condition, 2 * fact) for fact, options in adds.items() for condition in options]
    for fact, options in deletes.items():
        # What is added and deleted at once is true afterwards.
        spared = [condition - precondition for condition in adds.get(fact, [])]
        for condition, not_added in product(options, none_of(spared)):
            found.append((condition | not_added, 2 * fact + 1))
    for condition, literal in found:
        if literal not in precondition and is_consistent(condition | precondition):
            yield ConditionalEffect(condition - precondition, literal)


def _conditions(
    always: Iterable[int], sometimes: Iterable[tuple[Condition, Iterable[int]]]
) -> dict[int, list[Literals]]:
    """For each fact the conditions under which something happens to it."""
    found: dict[int, list[Literals]] = {fact: [frozenset()] for fact in always}
    for condition, facts in sometimes:
        for fact in facts:
            found.setdefault(fact, []).extend(alternatives(condition))
    return found
