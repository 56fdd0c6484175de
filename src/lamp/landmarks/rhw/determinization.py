"""The all-outcomes determinization: one operator for each thing that may happen.

Theorems 1 and 2 of the paper: what is a landmark here, or an ordering, is one in the task. That
stays so when conditions are dropped, since a problem with fewer conditions has more plans. So
where a condition would need too many operators, it is left out.

Literals are integers: fact `f` is true is `2f`, false is `2f + 1`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple, TypeAlias

from lamp.task import Condition, Outcome, Task

Literals: TypeAlias = frozenset[int]

MAX_ALTERNATIVES = 64
"""The most operators that the disjunctions of one condition are split into."""


class ConditionalEffect(NamedTuple):
    """A literal that an operator makes true where a condition holds, too."""

    condition: Literals
    literal: int


class Operator(NamedTuple):
    """A deterministic action without disjunctions."""

    precondition: Literals
    effects: tuple[ConditionalEffect, ...]


def negation(literal: int) -> int:
    """The opposite literal."""
    return literal ^ 1


def is_consistent(literals: Literals) -> bool:
    """Whether no literal contradicts another."""
    return all(negation(literal) not in literals for literal in literals)


def determinize(task: Task) -> list[Operator]:
    """The operators of a task: each outcome of each action, without those that do nothing."""
    return [
        Operator(precondition, effects)
        for action in task.actions
        for precondition in alternatives(action.precondition)
        for outcome in action.outcomes
        if (effects := tuple(_effects(outcome, precondition)))
    ]


def alternatives(condition: Condition) -> list[Literals]:
    """Conjunctions of which one holds wherever the condition does.

    As long as there are few, the condition is equivalent to their disjunction.
    """
    plain = frozenset([2 * fact for fact in condition.true])
    plain |= {2 * fact + 1 for fact in condition.false}
    found = [plain]
    for clause in condition.any_of:
        options = [option for part in clause for option in alternatives(part)]
        if len(found) * len(options) <= MAX_ALTERNATIVES:
            found = [one | other for one, other in product(found, options)]
    return list(dict.fromkeys(filter(is_consistent, found)))


def _effects(outcome: Outcome, precondition: Literals) -> Iterator[ConditionalEffect]:
    """The effects of an outcome that change something where the precondition holds."""
    deleted = set(outcome.delete) - set(outcome.add)
    unconditional = {2 * fact for fact in outcome.add} | {2 * fact + 1 for fact in deleted}
    for literal in sorted(unconditional - precondition):
        yield ConditionalEffect(frozenset(), literal)
    for effect in outcome.conditional:
        literals = {2 * fact for fact in effect.add}
        literals |= {2 * fact + 1 for fact in set(effect.delete) - set(effect.add)}
        for condition in alternatives(effect.condition):
            if is_consistent(condition | precondition):
                for literal in sorted(literals - precondition - unconditional):
                    yield ConditionalEffect(condition - precondition, literal)
