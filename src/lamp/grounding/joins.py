"""Bindings of variables by joins over relations, instead of trying all combinations of objects.

Only a variable that no pattern binds ranges over all objects of its type. The environment, a list
that a join fills in place, has a numbered slot for each variable.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from lamp.grounding.limits import Meter
from lamp.grounding.relations import Relation, Row, Sort, key_of

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


class Step:
    """One level of a join: candidate rows, and how a row is bound in the environment."""

    def __init__(self, pattern: Pattern, bound: Collection[int], sorts: Mapping[int, Sort]) -> None:
        self.fills: dict[int, int] = {}
        """The position of each slot that is bound here."""
        self._matches: list[tuple[int, int]] = []
        key: list[int] = []
        for position, slot in enumerate(pattern.slots):
            if slot in bound:
                key.append(position)
            elif slot in self.fills:
                self._matches.append((position, slot))
            else:
                self.fills[slot] = position
        self._assignments = list(self.fills.items())
        self._typing = tuple((position, sorts[slot]) for slot, position in self._assignments)
        self._index = pattern.relation.index(tuple(key), self._typing)
        self._key = key_of([pattern.slots[position] for position in key])
        self._row_key = key_of(key)
        self.is_free = not pattern.grows and not key and len(pattern.slots) == 1
        self.checks: list[Test] = []

    def rows(self, env: Sequence[str]) -> Sequence[Row]:
        """The rows that agree with what is bound already and with the types of what is not."""
        return self._index.get(self._key(env), ())

    def accept(self, row: Row, env: Env) -> bool:
        """Bind any row of the relation, if it is one of `rows`; whether that succeeds."""
        return (
            bool(self._row_key(row) == self._key(env))
            and all(row[position] in sort.members for position, sort in self._typing)
            and self.bind(row, env)
        )

    def bind(self, row: Row, env: Env) -> bool:
        """Bind one of `rows`; whether it agrees with repeated variables and checks."""
        for slot, position in self._assignments:
            env[slot] = row[position]
        for position, slot in self._matches:
            if row[position] != env[slot]:
                return False
        return all(check(env) for check in self.checks) if self.checks else True


class Join:
    """All bindings of the wanted slots that agree with patterns and checks.

    Other slots are existential: one witness for each binding of the wanted slots is enough.
    """

    def __init__(
        self, steps: list[Step], first_checks: list[Test], slots: Collection[int], meter: Meter
    ) -> None:
        self._steps = steps
        self._first_checks = first_checks
        self._meter = meter
        filling = [level for level, step in enumerate(steps) if step.fills.keys() & set(slots)]
        self._num_wanted = filling[-1] + 1 if filling else 0
        self.expands = False
        """Whether each solution becomes a part of a ground formula."""

    def multiplicity(self) -> int:
        """How many solutions each solution stands for: with any objects in the last, free slots."""
        number = 1
        for step in reversed(self._steps):
            if not step.is_free or step.checks:
                break
            number *= len(step.rows(()))
        return number

    def solutions(self, env: Env) -> Iterator[None]:
        """Yield once per solution, which is then in `env`; depth-first, without recursion."""
        if not all(check(env) for check in self._first_checks):
            return
        if not self._steps:
            yield
            return
        num_rows = 0
        try:
            stack = [iter(self._steps[0].rows(env))]
            while stack:
                step = self._steps[len(stack) - 1]
                for row in stack[-1]:
                    num_rows += 1
                    if not step.bind(row, env):
                        continue
                    if len(stack) < len(self._steps):
                        stack.append(iter(self._steps[len(stack)].rows(env)))
                        break
                    if self.expands:
                        self._meter.spend("literals")
                    yield
                    if self._num_wanted < len(stack):
                        del stack[self._num_wanted :]
                        break
                else:
                    stack.pop()
                if num_rows > 1000:
                    self._meter.spend("work", num_rows)
                    num_rows = 0
        finally:
            self._meter.note("work", num_rows)


def plan(
    patterns: Iterable[Pattern],
    checks: Iterable[Check],
    bound: Collection[int],
    slots: Sequence[int],
    sorts: Mapping[int, Sort],
    meter: Meter,
) -> Join:
    """The join that binds the wanted slots, cheapest pattern first; `bound` slots are given."""
    bound_slots = set(bound)
    tests = _Tests(checks, bound_slots)
    first_checks = tests.due(())
    steps: list[Step] = []
    for pattern in _ordered(list(patterns), bound_slots, slots, sorts):
        step = Step(pattern, bound_slots, sorts)
        bound_slots.update(pattern.slots)
        step.checks = tests.due(step.fills)
        steps.append(step)
    return Join(steps, first_checks, slots, meter)


def _ordered(
    patterns: list[Pattern],
    bound: Collection[int],
    slots: Sequence[int],
    sorts: Mapping[int, Sort],
) -> Iterator[Pattern]:
    """Patterns, the one with the fewest rows next; then all objects for slots that none binds."""
    bound_slots = set(bound)
    users: dict[int, list[int]] = {}
    for number, pattern in enumerate(patterns):
        for slot in set(pattern.slots) - bound_slots:
            users.setdefault(slot, []).append(number)
    waiting = [(_fanout(p, bound_slots, sorts), number) for number, p in enumerate(patterns)]
    heapify(waiting)
    done: set[int] = set()
    while waiting:
        _, number = heappop(waiting)
        if number in done:
            continue
        done.add(number)
        yield patterns[number]
        new = set(patterns[number].slots) - bound_slots
        bound_slots |= new
        for other in {user for slot in new for user in users[slot]} - done:
            heappush(waiting, (_fanout(patterns[other], bound_slots, sorts), other))
    for slot in slots:
        if slot not in bound_slots:
            yield Pattern(sorts[slot].relation, (slot,), grows=False)


class _Tests:
    """Checks that wait for their slots to be bound."""

    def __init__(self, checks: Iterable[Check], bound: Collection[int]) -> None:
        self._waiting: dict[int, list[Check]] = {}
        self._num_missing: dict[Check, int] = {}
        self._ready: list[Test] = []
        for check in dict.fromkeys(checks):
            missing = check.slots.difference(bound)
            self._num_missing[check] = len(missing)
            if not missing:
                self._ready.append(check.test)
            for slot in missing:
                self._waiting.setdefault(slot, []).append(check)

    def due(self, slots: Iterable[int]) -> list[Test]:
        """The checks whose last unbound slots are these."""
        for slot in slots:
            for check in self._waiting.pop(slot, ()):
                self._num_missing[check] -= 1
                if self._num_missing[check] == 0:
                    self._ready.append(check.test)
        due, self._ready = self._ready, []
        return due


def _fanout(pattern: Pattern, bound: Collection[int], sorts: Mapping[int, Sort]) -> float:
    """Estimate how many rows a step has; relations that still grow are taken as full."""
    if not pattern.grows:
        key = tuple(i for i, slot in enumerate(pattern.slots) if slot in bound)
        return pattern.relation.fanout(key)
    product = 1.0
    for slot in set(pattern.slots).difference(bound):
        product *= len(sorts[slot].objects)
    return product
