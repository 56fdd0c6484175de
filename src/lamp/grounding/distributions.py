"""What a ground effect may do: distributions over changes of facts and costs."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from lamp.grounding.formula import conjunction, restrict
from lamp.grounding.limits import Meter
from lamp.task import ALWAYS, NEVER, Condition

ONE = Fraction(1)


class Change(NamedTuple):
    """A fact that becomes true or false where a condition holds."""

    condition: Condition
    fact: int
    becomes: bool


class Charge(NamedTuple):
    """A cost where a condition holds. Unlike changes, charges that are alike add up."""

    condition: Condition
    cost: Fraction


Changes = tuple[Change, ...]
Charges = tuple[Charge, ...]

Distribution = list[tuple[Fraction, Changes, Charges]]
"""What may happen, with probabilities that sum to 1."""

NOTHING: Distribution = [(ONE, (), ())]


def independent(distributions: Iterable[Distribution], meter: Meter) -> Distribution:
    """The joint distribution of effects that happen at once, independently of each other."""
    joint: dict[tuple[frozenset[Change], Charges], Fraction] = {}
    certain: list[Change] = []
    due: list[Charge] = []
    for distribution in distributions:
        if len(distribution) == 1:
            certain += distribution[0][1]
            due += distribution[0][2]
            continue
        before, joint = joint or {(frozenset(), ()): ONE}, {}
        for (changes, charges), weight in before.items():
            for other_weight, others, more in distribution:
                sums = summed((*charges, *more)) if charges or more else ()
                key = _together(changes, others), sums
                joint[key] = joint.get(key, 0) + weight * other_weight
            meter.check("outcomes", len(joint))
    if not joint:
        return [(ONE, tuple(certain), summed(due) if due else ())]
    meter.foresee("literals", len(joint) * (1 + len(certain) + len(due)))
    return [
        (weight, (*changes, *certain), summed((*charges, *due)) if charges or due else ())
        for (changes, charges), weight in joint.items()
    ]


def summed(charges: Iterable[Charge]) -> Charges:
    """Charges with one for each condition, in order, without those of 0."""
    sums: dict[Condition, Fraction] = {}
    for condition, cost in charges:
        sums[condition] = sums[condition] + cost if condition in sums else cost
    return tuple(Charge(test, sums[test]) for test in sorted(sums) if sums[test])


def _together(changes: frozenset[Change], others: Changes) -> frozenset[Change]:
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


def guarded(effect: Distribution, test: Condition) -> Distribution:
    """What an effect does where a condition holds; elsewhere, nothing."""
    if test is ALWAYS:
        return effect
    return [
        (
            weight,
            tuple([Change(_both(test, own), fact, becomes) for own, fact, becomes in changes]),
            summed([Charge(_both(test, own), cost) for own, cost in charges]) if charges else (),
        )
        for weight, changes, charges in effect
    ]


def _both(first: Condition, second: Condition) -> Condition:
    """The condition that two conditions hold."""
    if second is ALWAYS:
        return first
    return conjunction(
        first.true + second.true, first.false + second.false, first.any_of + second.any_of
    )


def where_applicable(effect: Distribution, precondition: Condition) -> Distribution:
    """What an effect does where the precondition holds, with its conditions simplified by it."""
    true, false = frozenset(precondition.true), frozenset(precondition.false)
    return [
        (weight, _changes_where(changes, true, false), _charges_where(charges, true, false))
        for weight, changes, charges in effect
    ]


def _changes_where(changes: Changes, true: frozenset[int], false: frozenset[int]) -> Changes:
    """Changes where some facts are true and others false, without those that change nothing."""
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


def _charges_where(charges: Charges, true: frozenset[int], false: frozenset[int]) -> Charges:
    """Charges where some facts are true and others false: also of effects that change nothing."""
    if not charges:
        return ()
    restricted = (Charge(restrict(test, true, false), cost) for test, cost in charges)
    return summed(charge for charge in restricted if charge.condition is not NEVER)
