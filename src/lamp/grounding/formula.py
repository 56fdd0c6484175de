"""The algebra of ground conditions: and, or, and what known facts leave of a condition."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from itertools import chain

from lamp.conditions import facts_of
from lamp.task import ALWAYS, NEVER, Condition

Clause = Iterable[Condition]
NO_FACTS: frozenset[int] = frozenset()


def conjunction(
    true: Iterable[int], false: Iterable[int] = (), any_of: Iterable[Clause] = ()
) -> Condition:
    """The condition that all of these hold, with clauses simplified by its literals."""
    clauses = tuple(map(tuple, any_of))
    if clauses:
        raw = Condition(tuple(true), tuple(false), clauses)
        return _Simplifier(NO_FACTS, NO_FACTS).condition(raw)
    known_true, known_false = set(true), set(false)
    if not known_true.isdisjoint(known_false):
        return NEVER
    if not known_true and not known_false:
        return ALWAYS
    return Condition(tuple(sorted(known_true)), tuple(sorted(known_false)))


def restrict(condition: Condition, true: AbstractSet[int], false: AbstractSet[int]) -> Condition:
    """What is left of a condition where some facts are known to be true and others false."""
    if not false.isdisjoint(condition.true) or not true.isdisjoint(condition.false):
        return NEVER
    if (
        not condition.any_of
        and true.isdisjoint(condition.true)
        and false.isdisjoint(condition.false)
    ):
        return condition
    return _Simplifier(true, false).condition(condition)


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


class _Simplifier:
    """Simplifies a condition from the outside in, each part once, by unit propagation.

    The literals of a conjunction are known while its clauses are simplified, but not outside it.
    """

    def __init__(self, true: AbstractSet[int], false: AbstractSet[int]) -> None:
        self._given = true, false
        self._true: set[int] = set()
        self._false: set[int] = set()

    def condition(self, condition: Condition) -> Condition:
        """The simplified condition; literals that are known already are left out."""
        true: list[int] = []
        false: list[int] = []
        clauses: list[tuple[Condition, ...]] = []
        holds = self._assume(condition, true, false)
        if holds and condition.any_of:
            holds = self._propagate(list(condition.any_of), (true, false), clauses)
        self._true.difference_update(true)
        self._false.difference_update(false)
        if not holds:
            return NEVER
        if not (true or false or clauses):
            return ALWAYS
        unique = tuple(sorted(set(clauses)))
        return Condition(tuple(sorted(true)), tuple(sorted(false)), unique)

    def _assume(self, condition: Condition, true: list[int], false: list[int]) -> bool:
        """Take the literals of a condition as known; False if they contradict what is known."""
        given_true, given_false = self._given
        for fact in condition.true:
            if fact in given_false or fact in self._false:
                return False
            if fact not in given_true and fact not in self._true:
                self._true.add(fact)
                true.append(fact)
        for fact in condition.false:
            if fact in given_true or fact in self._true:
                return False
            if fact not in given_false and fact not in self._false:
                self._false.add(fact)
                false.append(fact)
        return True

    def _propagate(
        self,
        waiting: list[tuple[Condition, ...]],
        literals: tuple[list[int], list[int]],
        clauses: list[tuple[Condition, ...]],
    ) -> bool:
        """Simplify clauses until none becomes a literal; False if one cannot hold.

        A clause that is left is simplified again only when one of its facts becomes known.
        """
        left: dict[int, tuple[Condition, ...]] = {}
        mentions: dict[int, set[int]] = {}
        number = 0
        while waiting:
            simplified = disjunction(map(self.condition, waiting.pop()))
            num_literals = len(literals[0]), len(literals[1])
            if simplified == NEVER or not self._assume(simplified, *literals):
                return False
            for clause in simplified.any_of:
                left[number] = clause
                for fact in chain.from_iterable(map(facts_of, clause)):
                    mentions.setdefault(fact, set()).add(number)
                number += 1
            for fact in (*literals[0][num_literals[0] :], *literals[1][num_literals[1] :]):
                again = [index for index in sorted(mentions.pop(fact, ())) if index in left]
                waiting += [left.pop(index) for index in again]
        clauses += left.values()
        return True


def renamed(condition: Condition, number: Callable[[int], int]) -> Condition:
    """The condition with other fact numbers."""
    if condition in (ALWAYS, NEVER):
        return ALWAYS if condition == ALWAYS else NEVER
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
