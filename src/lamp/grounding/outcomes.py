"""Outcomes in canonical form: what happens for sure, what happens on conditions, equal ones merged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from lamp.grounding.effects import Change, Distribution
from lamp.task import ALWAYS, Condition, Effect, Outcome


def merged_outcomes(distribution: Distribution) -> tuple[Outcome, ...]:
    """The outcomes of a distribution, those that do the same as one, in order of appearance."""
    weights: dict[Outcome, Fraction] = {}
    for weight, changes in distribution:
        outcome = _outcome(changes)
        weights[outcome] = weights.get(outcome, Fraction()) + weight
    return tuple(
        Outcome(weight, outcome.add, outcome.delete, outcome.conditional)
        for outcome, weight in weights.items()
    )


def _outcome(changes: Iterable[Change]) -> Outcome:
    """What changes do together, without a probability: an add beats a delete of the same fact."""
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
    return Outcome(Fraction(), tuple(sorted(certain)), tuple(sorted(gone)), tuple(effects))


def changes_of(outcome: Outcome) -> Iterator[Change]:
    """The single changes of an outcome."""
    everything = (Effect(ALWAYS, outcome.add, outcome.delete), *outcome.conditional)
    for effect in everything:
        for fact in effect.add:
            yield Change(effect.condition, fact, True)
        for fact in effect.delete:
            yield Change(effect.condition, fact, False)
