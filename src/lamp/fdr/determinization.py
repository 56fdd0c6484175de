"""The all-outcomes determinization: one deterministic operator for each outcome of each action.

By Theorems 1 and 2 of the paper, the landmarks and orderings of the determinization are landmarks
and orderings of the task. The theorems also hold for a determinization with weaker conditions,
since every plan stays a plan. So a condition whose disjunctive normal form is too large is
weakened: the literal `UNKNOWN` stands for what is left out of it. An effect with an unknown
condition may happen, but does not have to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import product
from typing import NamedTuple, TypeAlias

from lamp.conditions import Literal, is_consistent, literals_of
from lamp.task import Condition, Outcome, Task

Literals: TypeAlias = frozenset[Literal]
"""A conjunction of literals."""

NO_LITERALS: Literals = frozenset()

MAX_CONJUNCTIONS = 64
"""The most conjunctions of the disjunctive normal form of one condition."""

UNKNOWN = Literal(-1, positive=False)
"""Stands for a condition that is left out."""


class ConditionalEffect(NamedTuple):
    """A literal that an operator makes true where a condition holds, too."""

    condition: Literals
    literal: Literal


class Operator(NamedTuple):
    """A deterministic action without disjunctions."""

    precondition: Literals
    effects: tuple[ConditionalEffect, ...]


def determinize(task: Task) -> list[Operator]:
    """The operators of a task: one for each outcome of each action, if it has effects."""
    return [
        Operator(precondition, effects)
        for action in task.actions
        for precondition in without_unknown(disjunctive_normal_form(action.precondition))
        for outcome in action.outcomes
        if (effects := tuple(_effects(outcome, precondition)))
    ]


def disjunctive_normal_form(condition: Condition) -> list[Literals]:
    """Conjunctions of which one holds wherever the condition does.

    The condition is equivalent to their disjunction, unless one of them is partly unknown.
    """
    conjunctions = [frozenset(literals_of(condition))]
    for clause in condition.any_of:
        options = [part for option in clause for part in disjunctive_normal_form(option)]
        conjunctions = _conjoin(conjunctions, options)
    return _consistent(conjunctions)


def negated_normal_form(conditions: Collection[Literals]) -> list[Literals]:
    """Conjunctions of which one holds wherever none of the conditions does."""
    conjunctions = [NO_LITERALS]
    if not conditions:
        return conjunctions
    for condition in conditions:
        negations = [frozenset([_negation(literal)]) for literal in sorted(condition)]
        conjunctions = _conjoin(conjunctions, negations)
    return _consistent(conjunctions)


def _conjoin(first: list[Literals], second: list[Literals]) -> list[Literals]:
    """The disjunctive normal form of a conjunction of two, if it is not too large."""
    if len(first) * len(second) > max(MAX_CONJUNCTIONS, len(first), len(second)):
        return [conjunction | {UNKNOWN} for conjunction in first]
    return [conjunction | other for conjunction, other in product(first, second)]


def _consistent(conjunctions: Iterable[Literals]) -> list[Literals]:
    return list(dict.fromkeys(filter(is_consistent, conjunctions)))


def _negation(literal: Literal) -> Literal:
    return literal if literal == UNKNOWN else literal.negation


def without_unknown(conjunctions: Iterable[Literals]) -> list[Literals]:
    """Weaker conjunctions, of their known literals only."""
    return list(dict.fromkeys(conjunction - {UNKNOWN} for conjunction in conjunctions))


def _effects(outcome: Outcome, precondition: Literals) -> Iterator[ConditionalEffect]:
    """The effects of an outcome that change something where the precondition holds."""
    adds = _conditions(outcome.add, [(e.condition, e.add) for e in outcome.conditional])
    deletes = _conditions(outcome.delete, [(e.condition, e.delete) for e in outcome.conditional])
    effects = [(condition, Literal(fact)) for fact, any_of in adds.items() for condition in any_of]
    for fact, any_of in deletes.items():
        # A fact that is added and deleted at once is true afterwards.
        adding = [condition - precondition for condition in adds.get(fact, [])]
        for condition, not_added in product(any_of, negated_normal_form(adding)):
            effects.append((condition | not_added, Literal(fact, positive=False)))
    for condition, literal in effects:
        if literal not in precondition and is_consistent(condition | precondition):
            yield ConditionalEffect(condition - precondition, literal)


def _conditions(
    unconditional: Iterable[int], conditional: Iterable[tuple[Condition, Iterable[int]]]
) -> dict[int, list[Literals]]:
    """For each fact of some effects the conjunctions of which one must hold."""
    conditions: dict[int, list[Literals]] = {fact: [NO_LITERALS] for fact in unconditional}
    for condition, facts in conditional:
        for fact in facts:
            conditions.setdefault(fact, []).extend(disjunctive_normal_form(condition))
    return conditions
