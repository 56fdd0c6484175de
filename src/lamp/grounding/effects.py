"""Lifted effects, compiled to functions from bindings to distributions over outcomes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from lamp import ppddl
from lamp.grounding.charges import compile_charge
from lamp.grounding.conditions import compile_condition, necessary
from lamp.grounding.distributions import (
    NOTHING,
    ONE,
    Change,
    Changes,
    Charges,
    Distribution,
    guarded,
    independent,
)
from lamp.grounding.joins import Env
from lamp.grounding.normal_form import apart, normal_form
from lamp.grounding.relations import row_of
from lamp.grounding.scope import Scope
from lamp.task import ALWAYS, NEVER, Condition

IDLE: tuple[Changes, Charges] = (), ()
"""What happens where nothing does."""


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
            return compile_charge(effect, scope)


def _change(atom: ppddl.Atom, scope: Scope, *, becomes: bool) -> Callable[[Env], Distribution]:
    row, number, predicate = row_of(scope.slots(atom.terms)), scope.world.number, atom.predicate
    return lambda env: [(ONE, (Change(ALWAYS, number(predicate, row(env)), becomes),), ())]


def _when(
    condition: Callable[[Env], Condition], part: Callable[[Env], Distribution]
) -> Callable[[Env], Distribution]:
    def ground(env: Env) -> Distribution:
        test = condition(env)
        return NOTHING if test is NEVER else guarded(part(env), test)

    return ground


def _guard(effect: ppddl.Effect) -> list[ppddl.Condition]:
    """The literals without which an effect does nothing."""
    match effect:
        case ppddl.When(condition, part):
            return [*necessary(normal_form(condition)), *_guard(part)]
        case ppddl.Probabilistic((first, *others)):
            shared = [set(_guard(branch.effect)) for branch in others]
            return [test for test in _guard(first.effect) if all(test in tests for tests in shared)]
    return []


def _choice(branches: tuple[ppddl.Branch, ...], scope: Scope) -> Callable[[Env], Distribution]:
    """A random choice between effects; what their probabilities leave of 1 does nothing."""
    weighted = [
        (branch.probability, compile_effect(branch.effect, scope))
        for branch in branches
        if branch.probability > 0
    ]
    no_effect = ONE - sum((weight for weight, _ in weighted), Fraction())

    def ground(env: Env) -> Distribution:
        mixed: dict[tuple[Changes, Charges], Fraction] = {}
        for share, part in weighted:
            for weight, changes, charges in part(env):
                product = share if weight is ONE else share * weight
                key = changes, charges
                mixed[key] = mixed[key] + product if key in mixed else product
        if no_effect:
            mixed[IDLE] = mixed[IDLE] + no_effect if IDLE in mixed else no_effect
        scope.world.meter.check("outcomes", len(mixed))
        return [(weight, changes, charges) for (changes, charges), weight in mixed.items()]

    return ground
