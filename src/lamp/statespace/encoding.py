"""A task as arrays: conditions, actions and outcomes become indices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np

from lamp.conditions import facts_of
from lamp.statespace.kernel import TaskArrays
from lamp.statespace.kernel.records import TEST, WRITE
from lamp.statespace.packing import (
    WORD,
    csr,
    float64s,
    indptr,
    int32s,
    masks_by_word,
    num_words,
    pack_rows,
)
from lamp.task import ALWAYS, NO_COST, UNIT_COST, Action, Condition, Outcome, Task
from lamp.util.records import Floats, Words

ALL_BITS = (1 << WORD) - 1

Row: TypeAlias = tuple[int, int, int]
"""A word of a state and two masks: an element of type TEST or WRITE."""


class EncodedEffect(NamedTuple):
    """The number of an effect's condition, the facts that it deletes and adds, and its cost."""

    condition: int
    delete: Sequence[int]
    add: Sequence[int]
    cost: Fraction = NO_COST


class Conditions:
    """Conditions in flat arrays, each once; a condition comes after those inside it."""

    def __init__(self) -> None:
        self._numbers: dict[Condition, int] = {}
        self.tests: list[list[Row]] = []
        self.clauses: list[list[int]] = []
        self.options: list[list[int]] = []

    def number(self, condition: Condition) -> int:
        """The number of a condition."""
        if condition not in self._numbers:
            clauses = []
            for clause in condition.any_of:
                options = [self.number(option) for option in clause]
                clauses.append(len(self.options))
                self.options.append(options)
            self._numbers[condition] = len(self.tests)
            self.tests.append(_tests(condition))
            self.clauses.append(clauses)
        return self._numbers[condition]


def encode(task: Task, tracked: Sequence[Condition], cost_unit: Fraction = UNIT_COST) -> TaskArrays:
    """A task as arrays, with conditions whose truth is tracked in each state; the last is the goal.

    Costs are counted in a unit. Types and layout are those of the schema, `TaskArrays`.
    """
    conditions = Conditions()
    preconditions = [conditions.number(action.precondition) for action in task.actions]
    outcomes = [outcome for action in task.actions for outcome in action.outcomes]
    effects = [list(_effects(outcome, conditions)) for outcome in outcomes]
    flat = [effect for of_outcome in effects for effect in of_outcome]
    numbers = [conditions.number(condition) for condition in tracked]
    clause_indptr, clauses = csr(conditions.clauses)
    option_indptr, options = csr(conditions.options)
    watched, unwatched = _watched_facts(task)
    watch_indptr, watching = csr(watched)
    writes = [_writes(effect) for effect in flat]
    return TaskArrays(
        test_indptr=indptr(map(len, conditions.tests)),
        tests=_rows(conditions.tests, TEST),
        clause_indptr=clause_indptr,
        clauses=clauses,
        option_indptr=option_indptr,
        options=options,
        precondition=int32s(preconditions),
        watch_indptr=watch_indptr,
        watching=watching,
        unwatched=int32s(unwatched),
        outcome_indptr=indptr(len(action.outcomes) for action in task.actions),
        probability=float64s(outcome.probability for outcome in outcomes),
        cumulative=_cumulative(task),
        outcome_cost=float64s(outcome.cost / cost_unit for outcome in outcomes),
        mean_cost=float64s(_mean_cost(action) / cost_unit for action in task.actions),
        effect_indptr=indptr(map(len, effects)),
        effect_condition=int32s(effect.condition for effect in flat),
        effect_cost=float64s(effect.cost / cost_unit for effect in flat),
        write_indptr=indptr(map(len, writes)),
        writes=_rows(writes, WRITE),
        tracked=int32s(numbers),
        affected=_affected(effects, tracked),
        num_facts=len(task.atoms),
        num_words=num_words(len(task.atoms)),
        goal=len(tracked) - 1,
        has_unit_costs=all(o.cost == cost_unit and not o.has_conditional_cost for o in outcomes),
        has_uniform_costs=all(action.has_uniform_cost for action in task.actions),
        has_conditional_costs=any(effect.cost for effect in flat),
    )


def _mean_cost(action: Action) -> Fraction:
    """The expected cost of an action where no condition of an effect with a cost holds."""
    return sum((outcome.probability * outcome.cost for outcome in action.outcomes), NO_COST)


def _tests(condition: Condition) -> list[Row]:
    """The tests of a condition: a word of a state, its bits to test, and what these must be."""
    true, false = masks_by_word(condition.true), masks_by_word(condition.false)
    if any(true.get(word, 0) & mask for word, mask in false.items()):
        return [(0, 0, 1)]  # a contradiction: no state fulfils `word & 0 == 1`
    words = sorted(true.keys() | false.keys())
    return [(word, true.get(word, 0) | false.get(word, 0), true.get(word, 0)) for word in words]


def _writes(effect: EncodedEffect) -> list[Row]:
    """The words of a state that an effect changes, what is kept of them, and what is added."""
    old, new = masks_by_word(effect.delete), masks_by_word(effect.add)
    words = sorted(old.keys() | new.keys())
    return [(word, ALL_BITS ^ old.get(word, 0), new.get(word, 0)) for word in words]


def _rows(rows: Sequence[Sequence[Row]], dtype: np.dtype[np.void]) -> np.ndarray:
    return np.array([element for row in rows for element in row], dtype=dtype)


def _effects(outcome: Outcome, conditions: Conditions) -> Iterator[EncodedEffect]:
    """The effects of an outcome, the unconditional one first."""
    if outcome.add or outcome.delete:
        yield EncodedEffect(conditions.number(ALWAYS), outcome.delete, outcome.add)
    for effect in outcome.conditional:
        number = conditions.number(effect.condition)
        yield EncodedEffect(number, effect.delete, effect.add, effect.cost)


def _affected(effects: Sequence[Sequence[EncodedEffect]], tracked: Sequence[Condition]) -> Words:
    """For each outcome the tracked conditions whose facts it may change."""
    naming: dict[int, set[int]] = {}
    for number, condition in enumerate(tracked):
        for fact in facts_of(condition):
            naming.setdefault(fact, set()).add(number)
    rows = [
        {
            number
            for effect in of_outcome
            for fact in (*effect.delete, *effect.add)
            for number in naming.get(fact, ())
        }
        for of_outcome in effects
    ]
    return pack_rows(rows, len(tracked))


def _watched_facts(task: Task) -> tuple[list[list[int]], list[int]]:
    """For each fact the actions to test where it is true, and the actions to test everywhere.

    An action watches the fact of its precondition that is in the fewest preconditions.
    """
    frequency = [0] * len(task.atoms)
    for action in task.actions:
        for fact in action.precondition.true:
            frequency[fact] += 1
    watching: list[list[int]] = [[] for _ in task.atoms]
    unwatched = []
    for number, action in enumerate(task.actions):
        if action.precondition.true:
            watching[min(action.precondition.true, key=frequency.__getitem__)].append(number)
        else:
            unwatched.append(number)
    return watching, unwatched


def _cumulative(task: Task) -> Floats:
    """The probability of each outcome or one before it; of the last outcome, exactly 1."""
    sums = []
    for action in task.actions:
        total = Fraction()
        for outcome in action.outcomes:
            total += outcome.probability
            sums.append(float(total))
    return np.array(sums, dtype=np.float64)
