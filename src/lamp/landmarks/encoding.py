"""The determinized task over finite-domain variables: what LM^RHW looks at.

Conditions and effects are values (see `variables`). A literal that a fact of a larger variable is
false stands for each of the other values, so it splits its condition.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from lamp.landmarks.determinization import (
    MAX_ALTERNATIVES,
    ConditionalEffect,
    Literals,
    Operator,
    alternatives,
    determinize,
)
from lamp.landmarks.invariants import mutex_groups
from lamp.landmarks.variables import Variables, variables_of
from lamp.task import Task

Values: TypeAlias = frozenset[int]


class ValueEffect(NamedTuple):
    """A value that an operator sets where the condition holds, too."""

    condition: Values
    value: int


class ValueOperator(NamedTuple):
    """An operator over variables."""

    precondition: Values
    effects: tuple[ValueEffect, ...]


@dataclass(frozen=True)
class Encoding:
    """A determinized task over variables."""

    variables: Variables
    operators: tuple[ValueOperator, ...]
    initial: Values
    """The initial value of each variable."""
    goal: Values
    goals: tuple[Values, ...] = ()
    """Where the goal has disjunctions: conjunctions, of which one holds where the goal does."""


def encode(task: Task, groups: Iterable[tuple[int, ...]] | None = None) -> Encoding:
    """The determinization of a task over variables; `groups` replaces its mutex groups."""
    operators = determinize(task)
    found = mutex_groups(task, operators) if groups is None else groups
    variables = variables_of(task, found)
    encoded = [new for operator in operators for new in _operators(operator, variables)]
    initial = frozenset(
        next((2 * fact for fact in facts if fact in task.initial), variables.none(variable))
        for variable, facts in enumerate(variables.groups)
    )
    goal = frozenset([2 * fact for fact in task.goal.true])
    goal |= {2 * fact + 1 for fact in task.goal.false}
    goals: tuple[Values, ...] = ()
    if task.goal.any_of:
        options = alternatives(task.goal)
        goals = tuple(new for option in options for new in _conditions(option, variables))
    return Encoding(variables, tuple(dict.fromkeys(encoded)), initial, goal, goals)


def _conditions(literals: Literals, variables: Variables) -> list[Values]:
    """The conjunctions of values of which one holds where the literals do; none if impossible."""
    if not variables.is_possible(literals):
        return []
    values = {literal for literal in literals if not literal % 2}
    assigned = {variables.variable(value) for value in values}
    denied: dict[int, set[int]] = defaultdict(set)
    for literal in sorted(literals - values):
        if (variable := variables.variable(literal)) not in assigned:
            denied[variable].add(literal - 1)
    choices = [
        [value for value in variables.values(variable) if value not in facts]
        for variable, facts in denied.items()
    ]
    while prod(map(len, choices)) > MAX_ALTERNATIVES:
        choices.remove(max(choices, key=len))  # a weaker condition: see `determinization`
    return [frozenset(values.union(choice)) for choice in product(*choices)]


def _operators(operator: Operator, variables: Variables) -> Iterator[ValueOperator]:
    for precondition in _conditions(operator.precondition, variables):
        if effects := tuple(dict.fromkeys(_effects(operator, precondition, variables))):
            yield ValueOperator(precondition, effects)


def _effects(
    operator: Operator, precondition: Values, variables: Variables
) -> Iterator[ValueEffect]:
    """The effects that change a value where the precondition holds."""
    value_of = {variables.variable(value): value for value in precondition}
    surely_set = {
        variables.variable(effect.literal)
        for effect in operator.effects
        if not effect.condition and not effect.literal % 2
    }
    for effect in operator.effects:
        variable = variables.variable(effect.literal)
        if effect.literal % 2 and variable in surely_set:
            continue  # the fact becomes false since another one of its variable becomes true
        for condition, value in _changes(effect, variables):
            left = condition - precondition
            contradicted = any(variables.variable(one) in value_of for one in left)
            if value != value_of.get(variable) and not contradicted:
                yield ValueEffect(left, value)


def _changes(effect: ConditionalEffect, variables: Variables) -> Iterator[tuple[Values, int]]:
    """The values that an effect sets, each with its condition."""
    variable = variables.variable(effect.literal)
    if not effect.literal % 2:
        for condition in _conditions(effect.condition, variables):
            yield condition, effect.literal
        return
    if len(variables.groups[variable]) == 1:
        for condition in _conditions(effect.condition - {effect.literal - 1}, variables):
            yield condition, effect.literal
        return
    for condition in _conditions(effect.condition | {effect.literal - 1}, variables):
        yield condition, variables.none(variable)
