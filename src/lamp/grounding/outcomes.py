"""Outcomes in canonical form: adds, deletes, conditional effects; equal ones merged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from lamp.grounding.distributions import Change, Charge, Charges, Distribution
from lamp.task import ALWAYS, NO_COST, Condition, Effect, Outcome


def merged_outcomes(distribution: Distribution, cost: Fraction = NO_COST) -> tuple[Outcome, ...]:
    """The outcomes of a distribution, those that do the same as one, in order of appearance.

    `cost` is that of a step without charges.
    """
    weights: dict[tuple[_Lists, Charges], Fraction] = {}
    for weight, changes, charges in distribution:
        key = _lists(changes, charges), charges
        weights[key] = weights[key] + weight if key in weights else weight
    return tuple(
        Outcome(weight, *lists, cost + _certain(charges) if charges else cost)
        for (lists, charges), weight in weights.items()
    )


_Lists = tuple[tuple[int, ...], tuple[int, ...], tuple[Effect, ...]]
"""Adds, deletes and conditional effects."""


def _certain(charges: Charges) -> Fraction:
    """What is charged whatever the state is."""
    return next((cost for condition, cost in charges if condition == ALWAYS), NO_COST)


def _lists(changes: Iterable[Change], charges: Charges) -> _Lists:
    """What an outcome changes, and its costs under conditions.

    An add overrules a delete of the same fact.
    """
    adds: dict[Condition, set[int]] = {ALWAYS: set()}
    deletes: dict[Condition, set[int]] = {ALWAYS: set()}
    for condition, fact, becomes in changes:
        (adds if becomes else deletes).setdefault(condition, set()).add(fact)
    certain = adds.pop(ALWAYS)
    gone = deletes.pop(ALWAYS) - certain
    costs = {condition: cost for condition, cost in charges if condition != ALWAYS}
    effects = []
    for condition in sorted({*adds, *deletes, *costs}):
        add = adds.get(condition, set()) - certain
        delete = deletes.get(condition, set()) - certain - gone - add
        cost = costs.get(condition, NO_COST)
        if add or delete or cost:
            effects.append(Effect(condition, tuple(sorted(add)), tuple(sorted(delete)), cost))
    return tuple(sorted(certain)), tuple(sorted(gone)), tuple(effects)


def changes_of(outcome: Outcome) -> Iterator[Change]:
    """The single changes of an outcome."""
    everything = (Effect(ALWAYS, outcome.add, outcome.delete), *outcome.conditional)
    for effect in everything:
        for fact in effect.add:
            yield Change(effect.condition, fact, True)
        for fact in effect.delete:
            yield Change(effect.condition, fact, False)


def charges_of(outcome: Outcome) -> Iterator[Charge]:
    """The single charges of an outcome."""
    yield Charge(ALWAYS, outcome.cost)
    for effect in outcome.conditional:
        if effect.cost:
            yield Charge(effect.condition, effect.cost)
