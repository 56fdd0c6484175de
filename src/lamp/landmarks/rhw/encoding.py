"""The determinized task over finite-domain variables: what LM^RHW looks at.

Conditions and effects are values (see `variables`). A literal that a fact of a larger variable is
false means one of its other values: it becomes a choice, which is an integer like a value and
holds where one of its values does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from lamp.landmarks.rhw.determinization import (
    MAX_ALTERNATIVES,
    MAYBE,
    ConditionalEffect,
    Literals,
    Operator,
    alternatives,
    determinize,
    is_consistent,
    known,
    none_of,
)
from lamp.landmarks.rhw.invariants import mutex_groups
from lamp.landmarks.rhw.variables import Variables, variables_of
from lamp.task import Task

Values: TypeAlias = frozenset[int]


class ValueEffect(NamedTuple):
    """A value that an operator sets where the condition holds, too; it may hold `MAYBE`."""

    condition: Values
    value: int


class ValueOperator(NamedTuple):
    """An operator over variables; its precondition may hold choices."""

    precondition: Values
    effects: tuple[ValueEffect, ...]


@dataclass(frozen=True)
class Encoding:
    """A determinized task over variables."""

    variables: Variables
    initial: Values
    """The initial value of each variable."""
    goal: Values
    goals: tuple[Values, ...]
    """Where the goal has disjunctions: conditions, of which one holds where the goal does."""
    operators: tuple[ValueOperator, ...]
    choices: dict[int, Values] = field(default_factory=dict)
    """The values that each choice stands for."""

    def options(self, one: int) -> Values:
        """The values of a choice, or a value itself."""
        return self.choices.get(one, frozenset([one]))

    def variable(self, one: int) -> int:
        """The variable of a value or of a choice."""
        return self.variables.variable(min(self.options(one)))


def split(condition: Values, choices: Mapping[int, Values]) -> list[Values]:
    """Conditions without choices of which one holds where the given one does.

    If there would be too many, choices are left out, and the conditions are no longer known.
    """
    plain = condition.difference(choices)
    options = sorted((choices[one] for one in condition - plain), key=len)
    while prod(map(len, options)) > MAX_ALTERNATIVES:
        options.pop()
        plain |= {MAYBE}
    return [plain.union(choice) for choice in product(*map(sorted, options))]


def encode(task: Task, groups: Iterable[tuple[int, ...]] | None = None) -> Encoding:
    """The determinization of a task over variables; `groups` replaces its mutex groups."""
    operators = determinize(task)
    variables = variables_of(task, mutex_groups(task, operators) if groups is None else groups)
    initial = frozenset(
        next((2 * fact for fact in facts if fact in task.initial), variables.none(variable))
        for variable, facts in enumerate(variables.groups)
    )
    goal = frozenset([2 * fact for fact in task.goal.true])
    goal |= {2 * fact + 1 for fact in task.goal.false}
    encoder = _Encoder(variables)
    options = known(alternatives(task.goal)) if task.goal.any_of else []
    goals = tuple(new for new in map(encoder.condition, options) if new is not None)
    encoded = tuple(dict.fromkeys(encoder.operators(operators)))
    return Encoding(variables, initial, goal, goals, encoded, encoder.choices)


class _Encoder:
    """Turns literals into values; remembers the choices it needs."""

    def __init__(self, variables: Variables) -> None:
        self._variables = variables
        self._numbers: dict[Values, int] = {}
        self.choices: dict[int, Values] = {}

    def operators(self, operators: list[Operator]) -> Iterator[ValueOperator]:
        """The operators that can be applied and change something."""
        for operator in operators:
            precondition = self.condition(operator.precondition)
            if precondition is not None:
                effects = tuple(dict.fromkeys(self._effects(operator, precondition)))
                if effects:
                    yield ValueOperator(precondition, effects)

    def condition(self, literals: Literals) -> Values | None:
        """The values and choices that hold where some literals do; None if nowhere."""
        variables = self._variables
        if not variables.is_possible(literals) or not is_consistent(literals):
            return None
        values = {literal for literal in literals if not literal % 2}
        assigned = {variables.variable(value) for value in values}
        denied: dict[int, set[int]] = defaultdict(set)
        for literal in literals - values:
            if (variable := variables.variable(literal)) not in assigned:
                denied[variable].add(literal - 1)
        for variable, facts in denied.items():
            options = [value for value in variables.values(variable) if value not in facts]
            values.add(options[0] if len(options) == 1 else self._choice(frozenset(options)))
        return frozenset(values)

    def _choice(self, values: Values) -> int:
        number = self._numbers.setdefault(values, self._variables.num_values + len(self._numbers))
        self.choices[number] = values
        return number

    def _effects(self, operator: Operator, precondition: Values) -> Iterator[ValueEffect]:
        """The effects that change a value where the precondition holds."""
        variable_of = self._variables.variable
        possible = {variable_of(min(values)): values for values in self._meaning(precondition)}
        added: dict[int, list[Literals]] = defaultdict(list)
        for effect in operator.effects:
            if not effect.literal % 2:
                added[variable_of(effect.literal)].append(effect.condition)
        for effect in operator.effects:
            variable = variable_of(effect.literal)
            # A variable is without a true fact only where no other fact becomes true instead.
            for spared in none_of(added[variable]) if effect.literal % 2 else [frozenset[int]()]:
                for condition, value in self._changes(effect, spared):
                    left = condition - precondition
                    if self._agrees(left, possible) and possible.get(variable) != frozenset(
                        [value]
                    ):
                        yield ValueEffect(left, value)

    def _agrees(self, condition: Values, possible: Mapping[int, Values]) -> bool:
        """Whether all values of a condition are among those that their variables may have."""
        variable_of = self._variables.variable
        return all(one in possible.get(variable_of(one), {one}) for one in condition - {MAYBE})

    def _meaning(self, condition: Values) -> Iterator[Values]:
        """The values of which one must hold, for each value or choice of a condition."""
        return (self.choices.get(one, frozenset([one])) for one in condition)

    def _changes(self, effect: ConditionalEffect, spared: Literals) -> Iterator[tuple[Values, int]]:
        """The values that an effect sets, each with its condition."""
        variable = self._variables.variable(effect.literal)
        condition, value = effect.condition | spared, effect.literal
        if value % 2 and len(self._variables.groups[variable]) == 1:
            condition -= {value - 1}
        elif value % 2:
            condition |= {value - 1}
            value = self._variables.none(variable)
        encoded = self.condition(condition - {MAYBE})
        if encoded is not None:
            for plain in split(encoded, self.choices):
                yield plain | condition & {MAYBE}, value
