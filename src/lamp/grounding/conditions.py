"""Lifted conditions, compiled to functions from bindings to ground conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from lamp import ppddl
from lamp.grounding.formula import Clause, conjunction, disjunction
from lamp.grounding.joins import Env, Join
from lamp.grounding.normal_form import normal_form
from lamp.grounding.relations import row_of
from lamp.grounding.scope import Scope
from lamp.task import NEVER, Condition


@dataclass(slots=True)
class Conjuncts:
    """The conjuncts of a ground condition while they are collected."""

    true: list[int] = field(default_factory=list)
    false: list[int] = field(default_factory=list)
    any_of: list[Clause] = field(default_factory=list)

    def take(self, condition: Condition) -> bool:
        """Add a condition; whether the conjunction can still hold."""
        self.true += condition.true
        self.false += condition.false
        self.any_of += condition.any_of
        return condition is not NEVER


Collector = Callable[[Env, Conjuncts], bool]
"""Adds what a binding makes of a condition; False as soon as it cannot hold."""


def compile_condition(condition: ppddl.Condition, scope: Scope) -> Callable[[Env], Condition]:
    """A function from a binding of the scope's variables to the ground condition."""
    return _grounded(_collector(normal_form(condition), scope), scope)


def _grounded(collect: Collector, scope: Scope) -> Callable[[Env], Condition]:
    """A function that returns what a collector collects."""
    meter = scope.world.meter

    def ground(env: Env) -> Condition:
        conjuncts = Conjuncts()
        holds = collect(env, conjuncts)
        meter.spend("work", 1 + len(conjuncts.true) + len(conjuncts.false))
        return conjunction(conjuncts.true, conjuncts.false, conjuncts.any_of) if holds else NEVER

    return ground


def _collector(condition: ppddl.Condition, scope: Scope) -> Collector:
    match condition:
        case ppddl.Atom(predicate, terms):
            return _literal(predicate, terms, scope, positive=True)
        case ppddl.Not(ppddl.Atom(predicate, terms)):
            return _literal(predicate, terms, scope, positive=False)
        case ppddl.And(operands):
            return _all([_collector(operand, scope) for operand in operands])
        case ppddl.Or(operands):
            return _any([_grounded(_collector(operand, scope), scope) for operand in operands])
        case ppddl.Exists(variables, part):
            inner = scope.inner()
            join = inner.quantify(variables, necessary(part))
            return _exists(join, _grounded(_collector(part, inner), inner), inner)
        case ppddl.Forall(variables, part):
            inner = scope.inner()
            # Objects that falsify a necessary literal of the negation satisfy the part anyway.
            join = inner.quantify(variables, necessary(normal_form(part, positive=False)))
            return _forall(join, _collector(part, inner))
        case ppddl.Equal(left, right):
            return _equality(*scope.slots((left, right)), positive=True)
        case ppddl.Not(ppddl.Equal(left, right)):
            return _equality(*scope.slots((left, right)), positive=False)
    raise AssertionError(f"not in normal form: {condition}")


def _literal(
    predicate: str, terms: tuple[ppddl.Term, ...], scope: Scope, *, positive: bool
) -> Collector:
    row = row_of(scope.slots(terms))
    world = scope.world
    if predicate not in world.fluents:
        rows = world.rows(predicate)
        return lambda env, _: (row(env) in rows) == positive

    def collect(env: Env, conjuncts: Conjuncts) -> bool:
        (conjuncts.true if positive else conjuncts.false).append(world.number(predicate, row(env)))
        return True

    return collect


def _equality(left: int, right: int, *, positive: bool) -> Collector:
    return lambda env, _: (env[left] == env[right]) == positive


def _all(collectors: list[Collector]) -> Collector:
    return lambda env, conjuncts: all(collect(env, conjuncts) for collect in collectors)


def _any(conditions: list[Callable[[Env], Condition]]) -> Collector:
    return lambda env, conjuncts: conjuncts.take(
        disjunction([condition(env) for condition in conditions])
    )


def _exists(join: Join, part: Callable[[Env], Condition], scope: Scope) -> Collector:
    meter = scope.world.meter

    def options(env: Env) -> Iterator[Condition]:
        for _ in join.solutions(env):
            option = part(env)
            meter.spend("literals", len(option.true) + len(option.false))
            yield option

    return lambda env, conjuncts: conjuncts.take(disjunction(options(env)))


def _forall(join: Join, part: Collector) -> Collector:
    return lambda env, conjuncts: all(part(env, conjuncts) for _ in join.solutions(env))


def necessary(condition: ppddl.Condition) -> Iterator[ppddl.Condition]:
    """The literals without which a condition in normal form cannot hold."""
    if isinstance(condition, ppddl.And):
        for operand in condition.operands:
            yield from necessary(operand)
    elif isinstance(condition, ppddl.Atom | ppddl.Equal | ppddl.Not):
        yield condition
