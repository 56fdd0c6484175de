"""The determinized task over finite-domain variables: the input of landmark generation.

Conditions and effects are sets of values (see `variables`). The literal that a fact of a larger
variable is false means that the variable has another value. It is encoded as a choice: an integer
after those of the values, which holds where one of its values does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from lamp.conditions import Literal, is_consistent, literals_of
from lamp.fdr.determinization import (
    MAX_CONJUNCTIONS,
    UNKNOWN,
    ConditionalEffect,
    Literals,
    Operator,
    determinize,
    disjunctive_normal_form,
    negated_normal_form,
    without_unknown,
)
from lamp.fdr.invariants import mutex_groups
from lamp.fdr.variables import Variables, variables_of
from lamp.task import Task

Values: TypeAlias = frozenset[int]
"""A conjunction of values and choices, or the values of a choice."""


class FdrEffect(NamedTuple):
    """A value that an operator sets where the condition holds, too; that may be `UNKNOWN`."""

    condition: Values
    value: int


class FdrOperator(NamedTuple):
    """An operator over variables; its precondition may have choices."""

    precondition: Values
    effects: tuple[FdrEffect, ...]


@dataclass(frozen=True)
class FdrTask:
    """A determinized task over variables."""

    variables: Variables
    initial: Values
    """The initial value of each variable."""
    goal: Values
    goals: tuple[Values, ...]
    """Where the goal has disjunctions: conditions, of which one holds where the goal does."""
    operators: tuple[FdrOperator, ...]
    choices: dict[int, Values] = field(default_factory=dict)
    """The values of each choice."""

    def values(self, value: int) -> Values:
        """The values of a choice, or the value itself."""
        return self.choices.get(value, frozenset([value]))

    def variable(self, value: int) -> int:
        """The variable of a value or of a choice."""
        return self.variables.variable(min(self.choices.get(value, (value,))))


def without_choices(condition: Values, choices: Mapping[int, Values]) -> list[Values]:
    """Conditions without choices of which one holds where the given one does.

    If there would be too many, choices are left out, and the conditions are partly unknown.
    """
    plain = condition.difference(choices)
    chosen = sorted((choices[choice] for choice in condition - plain), key=len)
    while prod(map(len, chosen)) > MAX_CONJUNCTIONS:
        chosen.pop()
        plain |= {UNKNOWN}
    return [plain.union(values) for values in product(*map(sorted, chosen))]


def to_fdr(task: Task, groups: Iterable[tuple[int, ...]] | None = None) -> FdrTask:
    """The determinization of a task over variables; `groups` replaces its mutex groups."""
    operators = determinize(task)
    variables = variables_of(task, mutex_groups(task, operators) if groups is None else groups)
    initial = frozenset(
        next((Literal(fact) for fact in facts if fact in task.initial), none_of_those)
        for variable, facts in enumerate(variables.groups)
        for none_of_those in [variables.none_of_those(variable)]
    )
    encoder = _Encoder(variables)
    goals = without_unknown(disjunctive_normal_form(task.goal)) if task.goal.any_of else []
    encoded_goals = tuple(goal for goal in map(encoder.condition, goals) if goal is not None)
    encoded = tuple(dict.fromkeys(encoder.operators(operators)))
    goal = frozenset(literals_of(task.goal))
    return FdrTask(variables, initial, goal, encoded_goals, encoded, encoder.choices)


class _Encoder:
    """Translates literals to values, and keeps the choices that this takes."""

    def __init__(self, variables: Variables) -> None:
        self._variables = variables
        self._numbers: dict[Values, int] = {}
        self.choices: dict[int, Values] = {}

    def operators(self, operators: Iterable[Operator]) -> Iterator[FdrOperator]:
        """The operators that can be applied and change something."""
        for operator in operators:
            precondition = self.condition(operator.precondition)
            if precondition is not None:
                effects = tuple(dict.fromkeys(self._effects(operator, precondition)))
                if effects:
                    yield FdrOperator(precondition, effects)

    def condition(self, conjuncts: Literals) -> Values | None:
        """The values and choices that hold where some literals do; None if nowhere."""
        variables = self._variables
        if not variables.respects_mutexes(conjuncts) or not is_consistent(conjuncts):
            return None
        values: set[int] = {literal for literal in conjuncts if literal.positive}
        assigned = {variables.variable(value) for value in values}
        excluded: dict[int, set[int]] = defaultdict(set)
        for literal in conjuncts - values:
            if (variable := variables.variable(literal)) not in assigned:
                excluded[variable].add(literal.negation)
        for variable, others in excluded.items():
            left = [value for value in variables.values(variable) if value not in others]
            values.add(left[0] if len(left) == 1 else self._choice(frozenset(left)))
        return frozenset(values)

    def _choice(self, values: Values) -> int:
        number = self._numbers.setdefault(values, self._variables.num_values + len(self._numbers))
        self.choices[number] = values
        return number

    def _effects(self, operator: Operator, precondition: Values) -> Iterator[FdrEffect]:
        """The effects that change a value where the precondition holds."""
        variable_of = self._variables.variable
        options = [self.choices.get(value, frozenset([value])) for value in precondition]
        possible = {variable_of(min(values)): values for values in options}
        adding: dict[int, list[Literals]] = defaultdict(list)
        for effect in operator.effects:
            if effect.literal.positive:
                adding[variable_of(effect.literal)].append(effect.condition)
        for effect in operator.effects:
            variable = variable_of(effect.literal)
            # A variable is without a true fact only where no other fact becomes true instead.
            added_instead = [] if effect.literal.positive else adding[variable]
            for not_added in negated_normal_form(added_instead):
                for condition, value in self._changes(effect, not_added):
                    remaining = condition - precondition
                    if self._agrees(remaining, possible) and possible.get(variable) != frozenset(
                        [value]
                    ):
                        yield FdrEffect(remaining, value)

    def _agrees(self, condition: Values, possible: Mapping[int, Values]) -> bool:
        """Whether all values of a condition are among those that their variables may have."""
        variable_of = self._variables.variable
        return all(
            value in possible.get(variable_of(value), {value}) for value in condition - {UNKNOWN}
        )

    def _changes(
        self, effect: ConditionalEffect, not_added: Literals
    ) -> Iterator[tuple[Values, int]]:
        """The values that an effect sets, each with its condition."""
        variable = self._variables.variable(effect.literal)
        condition, literal = effect.condition | not_added, effect.literal
        value: int = literal
        if not literal.positive and len(self._variables.groups[variable]) == 1:
            condition -= {literal.negation}
        elif not literal.positive:
            condition |= {literal.negation}
            value = self._variables.none_of_those(variable)
        encoded = self.condition(condition - {UNKNOWN})
        if encoded is not None:
            for plain in without_choices(encoded, self.choices):
                yield plain | condition & {UNKNOWN}, value
