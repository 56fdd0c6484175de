"""Bindings of variables by joins over relations: never by trying all combinations of objects.

Variables live in numbered slots of an environment, a list that a join fills in place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from lamp.grounding.limits import Budget
from lamp.grounding.relations import Relation, Row, key_of

Env = list[str]
Test = Callable[[Env], bool]


class Pattern(NamedTuple):
    """A lifted atom: a relation and, for each argument, the slot it is read from or bound to."""

    relation: Relation
    slots: tuple[int, ...]
    grows: bool
    """Whether rows are still being added: the atom is fluent."""


class Check(NamedTuple):
    """A test on slots, such as an inequality; made as soon as they are bound."""

    slots: frozenset[int]
    test: Test


@dataclass(slots=True)
class Variables:
    """The slots of a schema and the objects that each may hold."""

    objects: dict[int, Sequence[str]] = field(default_factory=dict)
    members: dict[int, Collection[str]] = field(default_factory=dict)

    def add(self, slot: int, objects: Sequence[str]) -> None:
        """Declare a slot."""
        self.objects[slot] = objects
        self.members[slot] = frozenset(objects)


class Step:
    """One level of a join: candidate rows, and how a row is taken into the environment."""

    def __init__(self, pattern: Pattern, bound: Collection[int], variables: Variables) -> None:
        self._fills: list[tuple[int, int, Collection[str]]] = []
        self._matches: list[tuple[int, int]] = []
        key: list[int] = []
        for position, slot in enumerate(pattern.slots):
            if slot in bound:
                key.append(position)
            elif any(slot == filled for _, filled, _ in self._fills):
                self._matches.append((position, slot))
            else:
                self._fills.append((position, slot, variables.members[slot]))
        self._index = pattern.relation.index(tuple(key))
        self._key = key_of([pattern.slots[position] for position in key])
        self._row_key = key_of(key)
        self.checks: list[Test] = []

    def rows(self, env: Env) -> Sequence[Row]:
        """The rows that agree with what is bound already."""
        return self._index.get(self._key(env), ())

    def accept(self, row: Row, env: Env) -> bool:
        """Take any row of the relation, if it agrees with what is bound already."""
        return bool(self._row_key(row) == self._key(env)) and self.bind(row, env)

    def bind(self, row: Row, env: Env) -> bool:
        """Take one of `rows`; whether it fits types, repeated variables and checks."""
        for position, slot, members in self._fills:
            value = row[position]
            if value not in members:
                return False
            env[slot] = value
        for position, slot in self._matches:
            if row[position] != env[slot]:
                return False
        return all(check(env) for check in self.checks)


class Join:
    """All bindings of the wanted slots that agree with patterns and checks."""

    def __init__(self, steps: list[Step], first_checks: list[Test], budget: Budget) -> None:
        self._steps = steps
        self._first_checks = first_checks
        self._budget = budget
        self.expands = False
        """Whether each solution becomes a part of a ground formula."""

    def solutions(self, env: Env) -> Iterator[None]:
        """Yield once per solution, which is then in `env`; depth-first, without recursion."""
        if not all(check(env) for check in self._first_checks):
            return
        steps = self._steps
        if not steps:
            yield
            return
        stack = [self._candidates(steps[0], env)]
        while stack:
            step = steps[len(stack) - 1]
            for row in stack[-1]:
                if not step.bind(row, env):
                    continue
                if len(stack) < len(steps):
                    stack.append(self._candidates(steps[len(stack)], env))
                    break
                if self.expands:
                    self._budget.spend("literals")
                yield
            else:
                stack.pop()

    def _candidates(self, step: Step, env: Env) -> Iterator[Row]:
        rows = step.rows(env)
        self._budget.spend("rows", len(rows))
        return iter(rows)


def plan(
    patterns: Iterable[Pattern],
    checks: Iterable[Check],
    bound: Collection[int],
    wanted: Collection[int],
    variables: Variables,
    budget: Budget,
) -> Join:
    """The join that binds the wanted slots, cheapest pattern first; `bound` slots are given."""
    known = set(bound)
    waiting = list(patterns)
    tests = list(checks)
    first_checks = _due(tests, known)
    steps: list[Step] = []
    while waiting or not known.issuperset(wanted):
        free = [slot for slot in wanted if slot not in known]
        offers = waiting or [_everything(slot, variables) for slot in free[:1]]
        best = min(offers, key=lambda pattern: _fanout(pattern, known, variables))
        if best in waiting:
            waiting.remove(best)
        step = Step(best, known, variables)
        known.update(best.slots)
        step.checks = _due(tests, known)
        steps.append(step)
    return Join(steps, first_checks, budget)


def _due(tests: list[Check], known: Collection[int]) -> list[Test]:
    """Take out the tests whose slots are all bound."""
    due = [check for check in tests if check.slots.issubset(known)]
    tests[:] = [check for check in tests if check not in due]
    return [check.test for check in due]


def _everything(slot: int, variables: Variables) -> Pattern:
    """A pattern for a variable that no atom binds: all objects of its type."""
    relation = Relation()
    for name in variables.objects[slot]:
        relation.insert((name,))
    return Pattern(relation, (slot,), grows=False)


def _fanout(pattern: Pattern, known: Collection[int], variables: Variables) -> float:
    """Estimate how many rows a step has; relations that still grow are taken as full."""
    if not pattern.grows:
        key = tuple(i for i, slot in enumerate(pattern.slots) if slot in known)
        return pattern.relation.fanout(key)
    product = 1.0
    for slot in set(pattern.slots).difference(known):
        product *= len(variables.objects[slot])
    return product
