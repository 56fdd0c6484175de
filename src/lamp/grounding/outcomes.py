"""Outcomes in canonical form: adds, deletes, conditional effects; equal ones merged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from lamp.grounding.effects import Change, Distribution
from lamp.task import ALWAYS, Condition, Effect, Outcome


def merged_outcomes(distribution: Distribution) -> tuple[Outcome, ...]:
    """The outcomes of a distribution, those that do the same as one, in order of appearance."""
    weights: dict[_Lists, Fraction] = {}
    for weight, changes in distribution:
        lists = _lists(changes)
        weights[lists] = weights[lists] + weight if lists in weights else weight
    return tuple(Outcome(weight, *lists) for lists, weight in weights.items())


_Lists = tuple[tuple[int, ...], tuple[int, ...], tuple[Effect, ...]]
"""Adds, deletes and conditional effects."""


def _lists(changes: Iterable[Change]) -> _Lists:
    """The adds, deletes and conditional effects; an add overrules a delete of the same fact."""
    adds: dict[Condition, set[int]] = {ALWAYS: set()}
    deletes: dict[Condition, set[int]] = {ALWAYS: set()}
    for condition, fact, becomes in changes:
        (adds if becomes else deletes).setdefault(condition, set()).add(fact)
    certain = adds.pop(ALWAYS)
    gone = deletes.pop(ALWAYS) - certain
    effects = []
    for condition in sorted({*adds, *deletes}):
        add = adds.get(condition, set()) - certain
        delete = deletes.get(condition, set()) - certain - gone - add
        if add or delete:
            effects.append(Effect(condition, tuple(sorted(add)), tuple(sorted(delete))))
    return tuple(sorted(certain)), tuple(sorted(gone)), tuple(effects)


def changes_of(outcome: Outcome) -> Iterator[Change]:
    """The single changes of an outcome."""
    everything = (Effect(ALWAYS, outcome.add, outcome.delete), *outcome.conditional)
    for effect in everything:
        for fact in effect.add:
            yield Change(effect.condition, fact, True)
        for fact in effect.delete:
            yield Change(effect.condition, fact, False)
