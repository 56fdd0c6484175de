"""Action schemas, prepared for grounding: joins that find bindings, functions that apply them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from lamp import ppddl
from lamp.errors import LampError
from lamp.grounding.conditions import compile_condition
from lamp.grounding.distributions import Distribution
from lamp.grounding.effects import compile_effect
from lamp.grounding.joins import Check, Join, Pattern, Step, plan
from lamp.grounding.normal_form import normal_form
from lamp.grounding.relations import Relation, Row
from lamp.grounding.scope import Scope
from lamp.grounding.world import World
from lamp.ppddl import ActionSchema
from lamp.task import Condition

MAX_BODIES = 256
"""Conjunctions with more combinations of alternatives are joined over a part of them."""


class Body(NamedTuple):
    """A conjunction that a binding must satisfy: one alternative of a precondition."""

    patterns: tuple[Pattern, ...] = ()
    checks: tuple[Check, ...] = ()


class Trigger(NamedTuple):
    """How a newly reached atom leads to new bindings."""

    relation: Relation
    first: Step
    remaining: Join
    once: bool
    """Whether no parameter depends on the atom, so that the first such atom gives all bindings."""


class Schema:
    """An action schema with everything that depends on the problem compiled into it."""

    def __init__(self, action: ActionSchema, world: World) -> None:
        self.action = action
        self._meter = world.meter
        self.attribute()
        scope = Scope(world)
        self._env = scope.env
        self._slots = scope.declare(action.parameters)
        condition = normal_form(action.precondition)
        bodies = _bodies(condition, scope)
        self._is_plain = _is_plain(condition)
        objects = frozenset(scope.bound)
        self.starts = [self._plan(body, objects, scope) for body in bodies if not _fluent(body)]
        self.triggers = [
            self._trigger(body, pattern, objects, scope)
            for body in bodies
            for pattern in _fluent(body)
        ]
        scope.bound.update(self._slots)
        self._precondition = compile_condition(action.precondition, scope)
        self._effect = compile_effect(action.effect, scope)

    def _plan(self, body: Body, bound: frozenset[int], scope: Scope) -> Join:
        meter = scope.world.meter
        return plan(body.patterns, body.checks, bound, self._slots, scope.sorts, meter)

    def _trigger(
        self, body: Body, pattern: Pattern, bound: frozenset[int], scope: Scope
    ) -> Trigger:
        first = Step(pattern, bound, scope.sorts)
        others = list(body.patterns)
        others.remove(pattern)
        remaining = self._plan(Body(tuple(others), body.checks), bound | set(pattern.slots), scope)
        once = bound.issuperset(_connected(body, set(self._slots), bound) & set(pattern.slots))
        return Trigger(pattern.relation, first, remaining, once)

    def attribute(self) -> None:
        """Attribute what is counted from now on to this action."""
        self._meter.attribute_to(f"action {self.action.name}", self.action.place)

    def bindings(self, join: Join) -> Iterator[Row]:
        """The arguments of each solution of a join."""
        for number, _ in enumerate(join.solutions(self._env)):
            if number == 0 and self._is_plain:
                self._meter.check("actions", join.multiplicity())
            yield tuple([self._env[slot] for slot in self._slots])

    def bindings_with(self, trigger: Trigger, row: Row) -> Iterator[Row]:
        """The arguments of each binding in which a new atom matches the trigger's pattern."""
        if trigger.first.accept(row, self._env):
            yield from self.bindings(trigger.remaining)

    def precondition(self, arguments: Row) -> Condition:
        """The ground precondition."""
        return self._precondition(self._bound(arguments))

    def effect(self, arguments: Row) -> Distribution:
        """The ground effect."""
        try:
            return self._effect(self._bound(arguments))
        except LampError as error:
            called = " ".join([self.action.name, *arguments])
            error.context = error.context or f"In the effect of action ({called})"
            raise

    def _bound(self, arguments: Row) -> list[str]:
        for slot, value in zip(self._slots, arguments, strict=True):
            self._env[slot] = value
        return self._env


def _is_plain(condition: ppddl.Condition) -> bool:
    """Whether every binding that a join finds can become an action: a conjunction of literals."""
    match condition:
        case ppddl.And(operands):
            return all(map(_is_plain, operands))
        case ppddl.Or() | ppddl.Exists() | ppddl.Forall():
            return False
    return True


def _fluent(body: Body) -> list[Pattern]:
    return [pattern for pattern in body.patterns if pattern.grows]


def _bodies(condition: ppddl.Condition, scope: Scope) -> list[Body]:
    """Alternatives of which every satisfying binding satisfies at least one.

    They may be weaker than the condition: joins find a binding, which the whole condition then
    tests.
    """
    match condition:
        case ppddl.Or(operands):
            bodies = [body for operand in operands for body in _bodies(operand, scope)]
            return _either(bodies, scope)
        case ppddl.And(operands):
            return _conjunction(operands, scope)
        case ppddl.Exists(variables, part):
            inner = scope.inner()
            inner.declare(variables)
            bodies = _bodies(part, inner)
            scope.bound |= inner.bound
            return bodies
    pattern, check = scope.pattern(condition), scope.check(condition)
    return [Body((pattern,) if pattern else (), (check,) if check else ())]


def _either(bodies: list[Body], scope: Scope) -> list[Body]:
    """Alternatives; those that are static and bind the same slots, as one table of bindings."""
    static = [body for body in bodies if not _fluent(body)]
    slots = sorted({slot for body in static for slot in _slots(body) if scope.sees(slot)})
    if len(static) < 2 or not all(_slots(body).issuperset(slots) for body in static):
        return bodies
    table = Relation()
    for body in static:
        join = plan(body.patterns, body.checks, scope.bound, slots, scope.sorts, scope.world.meter)
        for _ in join.solutions(scope.env):
            row = tuple([scope.env[slot] for slot in slots])
            if row not in table.rows:
                scope.world.meter.spend("literals", len(slots))
                table.insert(row)
    others = [body for body in bodies if _fluent(body)]
    return [Body((Pattern(table, tuple(slots), grows=False),)), *others]


def _conjunction(conjuncts: Sequence[ppddl.Condition], scope: Scope) -> list[Body]:
    """Combine the alternatives of all parts; `exists` only where it binds something new.

    A join over a variable that only has to exist repeats a binding for each witness.
    """
    combined = [Body()]
    alternatives = [
        _bodies(conjunct, scope) for conjunct in conjuncts if not isinstance(conjunct, ppddl.Exists)
    ]
    for bodies in sorted(alternatives, key=len):
        combined = _combine(combined, bodies)
    for conjunct in conjuncts:
        if isinstance(conjunct, ppddl.Exists):
            bodies = _bodies(conjunct, scope)
            outer = {slot for body in bodies for slot in _slots(body) if scope.sees(slot)}
            if not all(outer <= _slots(body) for body in combined):
                combined = _combine(combined, bodies)
    return combined


def _combine(some: list[Body], others: list[Body]) -> list[Body]:
    if len(some) * len(others) > MAX_BODIES:
        return some
    return [
        Body(first.patterns + second.patterns, first.checks + second.checks)
        for first, second in product(some, others)
    ]


def _connected(body: Body, slots: set[int], bound: frozenset[int]) -> set[int]:
    """The slots that depend on some slots: through patterns and checks that share variables."""
    links = [set(pattern.slots) - bound for pattern in body.patterns]
    links += [set(check.slots) - bound for check in body.checks]
    reached, grown = slots - bound, True
    while grown:
        grown = False
        for free in links:
            if not free.isdisjoint(reached) and not free <= reached:
                reached |= free
                grown = True
    return reached


def _slots(body: Body) -> set[int]:
    return {slot for pattern in body.patterns for slot in pattern.slots}
