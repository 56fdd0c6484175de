"""Lifted effects, compiled to functions from bindings to distributions over outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import NamedTuple

from lamp import ppddl
from lamp.grounding.conditions import compile_condition, necessary
from lamp.grounding.formula import conjunction, restrict
from lamp.grounding.joins import Env
from lamp.grounding.limits import Meter
from lamp.grounding.normal_form import apart, normal_form
from lamp.grounding.relations import row_of
from lamp.grounding.scope import Scope
from lamp.task import ALWAYS, NEVER, Condition

ONE = Fraction(1)


class Change(NamedTuple):
    """A fact that becomes true or false where a condition holds."""

    condition: Condition
    fact: int
    becomes: bool


Distribution = list[tuple[Fraction, tuple[Change, ...]]]
"""What may happen, with probabilities that sum to 1."""

NOTHING: Distribution = [(ONE, ())]


def compile_effect(effect: ppddl.Effect, scope: Scope) -> Callable[[Env], Distribution]:
    """A function from a binding of the scope's variables to the distribution of the effect."""
    meter = scope.world.meter
    match effect:
        case ppddl.Add(atom):
            return _change(atom, scope, becomes=True)
        case ppddl.Delete(atom):
            return _change(atom, scope, becomes=False)
        case ppddl.AllOf(effects):
            compiled = [compile_effect(inner, scope) for inner in effects]
            return lambda env: independent([part(env) for part in compiled], meter)
        case ppddl.ForEach(variables, ppddl.AllOf(effects)):
            # Part by part, so that each part's own conditions can select its objects.
            return compile_effect(
                ppddl.AllOf(tuple(ppddl.ForEach(variables, inner) for inner in effects)), scope
            )
        case ppddl.ForEach(variables, ppddl.ForEach(others, part)) if apart(variables, others):
            return compile_effect(ppddl.ForEach(variables + others, part), scope)
        case ppddl.ForEach(variables, part):
            inner = scope.inner()
            join = inner.quantify(variables, _guard(part))
            every = compile_effect(part, inner)
            return lambda env: independent([every(env) for _ in join.solutions(env)], meter)
        case ppddl.When(condition, part):
            return _when(compile_condition(condition, scope), compile_effect(part, scope))
        case ppddl.Probabilistic(branches):
            return _choice(branches, scope)
        case ppddl.RewardChange():
            return lambda _: NOTHING


def _change(atom: ppddl.Atom, scope: Scope, *, becomes: bool) -> Callable[[Env], Distribution]:
    row, number, predicate = row_of(scope.slots(atom.terms)), scope.world.number, atom.predicate
    return lambda env: [(ONE, (Change(ALWAYS, number(predicate, row(env)), becomes),))]


def _when(
    condition: Callable[[Env], Condition], part: Callable[[Env], Distribution]
) -> Callable[[Env], Distribution]:
    def ground(env: Env) -> Distribution:
        test = condition(env)
        if test is NEVER:
            return NOTHING
        return [(weight, _guarded(changes, test)) for weight, changes in part(env)]

    return ground


def _guarded(changes: tuple[Change, ...], test: Condition) -> tuple[Change, ...]:
    if test is ALWAYS:
        return changes
    return tuple(
        Change(test if condition is ALWAYS else both(test, condition), fact, becomes)
        for condition, fact, becomes in changes
    )


def where_applicable(effect: Distribution, precondition: Condition) -> Distribution:
    """What an effect does where the precondition holds, with its conditions simplified by it."""
    true, false = frozenset(precondition.true), frozenset(precondition.false)
    return [(weight, _where(changes, true, false)) for weight, changes in effect]


def _where(
    changes: tuple[Change, ...], true: frozenset[int], false: frozenset[int]
) -> tuple[Change, ...]:
    if all(
        condition is ALWAYS and fact not in (true if becomes else false)
        for condition, fact, becomes in changes
    ):
        return changes  # by far the most
    deleted = {change.fact for change in changes if not change.becomes}
    kept = []
    for condition, fact, becomes in changes:
        restricted = condition if condition is ALWAYS else restrict(condition, true, false)
        is_idle = (fact in true and fact not in deleted) if becomes else fact in false
        if restricted is not NEVER and not is_idle:
            kept.append(Change(restricted, fact, becomes))
    return tuple(kept)


def both(first: Condition, second: Condition) -> Condition:
    """The condition that two conditions hold."""
    return conjunction(
        first.true + second.true, first.false + second.false, first.any_of + second.any_of
    )


def _guard(effect: ppddl.Effect) -> list[ppddl.Condition]:
    """The literals without which an effect does nothing."""
    match effect:
        case ppddl.When(condition, part):
            return [*necessary(normal_form(condition)), *_guard(part)]
        case ppddl.Probabilistic((first, *others)):
            shared = [set(_guard(branch.effect)) for branch in others]
            return [test for test in _guard(first.effect) if all(test in tests for tests in shared)]
    return []


def independent(distributions: Iterable[Distribution], meter: Meter) -> Distribution:
    """The joint distribution of effects that happen at once, independently of each other."""
    joint: dict[frozenset[Change], Fraction] = {}
    certain: list[Change] = []
    for distribution in distributions:
        if len(distribution) == 1:
            certain += distribution[0][1]
            continue
        before, joint = joint or {frozenset(): ONE}, {}
        for changes, weight in before.items():
            for other_weight, others in distribution:
                key = _together(changes, others)
                joint[key] = joint.get(key, 0) + weight * other_weight
            meter.check("outcomes", len(joint))
    if not joint:
        return [(ONE, tuple(certain))]
    meter.foresee("literals", len(joint) * (1 + len(certain)))
    return [(weight, (*changes, *certain)) for changes, weight in joint.items()]


def _together(changes: frozenset[Change], others: tuple[Change, ...]) -> frozenset[Change]:
    """Both, without overruled changes, so that equal outcomes are merged early."""
    union = changes.union(others)
    added = {fact for condition, fact, becomes in union if becomes and condition is ALWAYS}
    gone = {fact for condition, fact, becomes in union if not becomes and condition is ALWAYS}
    return frozenset(change for change in union if not _is_overruled(change, added, gone))


def _is_overruled(change: Change, added: set[int], gone: set[int]) -> bool:
    is_certain = change.condition is ALWAYS
    if change.becomes:
        return not is_certain and change.fact in added
    return change.fact in added or (not is_certain and change.fact in gone)


def _choice(branches: tuple[ppddl.Branch, ...], scope: Scope) -> Callable[[Env], Distribution]:
    """A random choice between effects; what their probabilities leave of 1 does nothing."""
    weighted = [
        (branch.probability, compile_effect(branch.effect, scope))
        for branch in branches
        if branch.probability > 0
    ]
    no_effect = ONE - sum((weight for weight, _ in weighted), Fraction())

    def ground(env: Env) -> Distribution:
        mixed: dict[tuple[Change, ...], Fraction] = {}
        for share, part in weighted:
            for weight, changes in part(env):
                product = share if weight is ONE else share * weight
                mixed[changes] = mixed[changes] + product if changes in mixed else product
        if no_effect:
            mixed[()] = mixed[()] + no_effect if () in mixed else no_effect
        scope.world.meter.check("outcomes", len(mixed))
        return [(weight, changes) for changes, weight in mixed.items()]

    return ground
