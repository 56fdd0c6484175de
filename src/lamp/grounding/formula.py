"""The algebra of ground conditions: and, or, and what known facts leave of a condition."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet

from lamp.task import ALWAYS, NEVER, Condition

Clause = Iterable[Condition]


def conjunction(
    true: Iterable[int], false: Iterable[int] = (), any_of: Iterable[Clause] = ()
) -> Condition:
    """The condition that all of these hold, simplified by what its literals say of its clauses."""
    known_true, known_false = set(true), set(false)
    clauses: list[Clause] = list(any_of)
    waiting = clauses
    while waiting:
        known = len(known_true) + len(known_false)
        clauses = []
        for clause in waiting:
            rest = disjunction(restrict(option, known_true, known_false) for option in clause)
            known_true.update(rest.true)
            known_false.update(rest.false)
            clauses += rest.any_of
        waiting = clauses if len(known_true) + len(known_false) > known else []
    if not known_true.isdisjoint(known_false) or () in clauses:
        return NEVER
    unique = tuple(sorted(set(map(tuple, clauses))))
    if not (known_true or known_false or unique):
        return ALWAYS
    return Condition(tuple(sorted(known_true)), tuple(sorted(known_false)), unique)


def disjunction(options: Iterable[Condition]) -> Condition:
    """The condition that one of these holds."""
    kept: set[Condition] = set()
    for option in options:
        if option == ALWAYS:
            return ALWAYS
        if len(option.any_of) == 1 and not option.true and not option.false:
            kept.update(option.any_of[0])  # NEVER has an empty clause: it adds nothing
        else:
            kept.add(option)
    if len(kept) < 2:
        return kept.pop() if kept else NEVER
    if _has_complements(kept):
        return ALWAYS
    return Condition(any_of=(tuple(sorted(kept)),))


def _has_complements(options: Iterable[Condition]) -> bool:
    units = [option for option in options if len(option.true) + len(option.false) == 1]
    true = {option.true[0] for option in units if option.true and not option.any_of}
    return any(option.false[0] in true for option in units if option.false and not option.any_of)


def restrict(condition: Condition, true: AbstractSet[int], false: AbstractSet[int]) -> Condition:
    """What a condition still asks for where some facts are known to be true and others false."""
    if not false.isdisjoint(condition.true) or not true.isdisjoint(condition.false):
        return NEVER
    if (
        not condition.any_of
        and true.isdisjoint(condition.true)
        and false.isdisjoint(condition.false)
    ):
        return condition
    return conjunction(
        (fact for fact in condition.true if fact not in true),
        (fact for fact in condition.false if fact not in false),
        ((restrict(option, true, false) for option in clause) for clause in condition.any_of),
    )


def renamed(condition: Condition, number: Callable[[int], int]) -> Condition:
    """The condition with other fact numbers."""
    return Condition(
        tuple(sorted(map(number, condition.true))),
        tuple(sorted(map(number, condition.false))),
        tuple(
            sorted(
                tuple(sorted(renamed(option, number) for option in clause))
                for clause in condition.any_of
            )
        ),
    )


def size(condition: Condition) -> int:
    """The number of literals."""
    return (
        len(condition.true)
        + len(condition.false)
        + sum(size(option) for clause in condition.any_of for option in clause)
    )
