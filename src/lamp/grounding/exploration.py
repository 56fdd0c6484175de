"""What can become true and what can become false, and who waits for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import partial

from lamp.task import Condition, Outcome


class _Wish:
    """Something to do, once, as soon as a condition may hold.

    The condition is gone through only once: `stage` counts its literals, then its clauses, that
    were found to be reachable.
    """

    __slots__ = ("act", "clauses", "literals", "stage")

    def __init__(self, condition: Condition, act: Callable[[], None]) -> None:
        self.literals = _literals(condition.true, condition.false)
        self.clauses = condition.any_of
        self.act = act
        self.stage = 0


def _literals(true: Iterable[int], false: Iterable[int]) -> tuple[int, ...]:
    """Facts as literals: `f` says that f is true, `~f` that it is false."""
    return (*true, *(~fact for fact in false))


class Exploration:
    """The literals reached so far; conditions wait here until they may hold.

    This is the relaxation: a literal that was reached stays so, even while its opposite is reached,
    too. So an action that needs a fact to be false waits until some action can delete it.
    """

    def __init__(self, initial: Iterable[int]) -> None:
        self._initial = frozenset(initial)
        self._reached: set[int] = set()
        self._waiting: dict[int, list[_Wish]] = {}
        self.queue: deque[int] = deque()
        """Literals that were reached, but not yet told to those who wait for them."""
        for fact in initial:
            self.reach(fact)

    def may_be(self, literal: int) -> bool:
        """Whether a literal was reached, or holds in the beginning."""
        return literal in self._reached or (literal < 0 and ~literal not in self._initial)

    def reach(self, literal: int) -> None:
        """Add a literal."""
        if not self.may_be(literal):
            self._reached.add(literal)
            self.queue.append(literal)

    def when(self, condition: Condition, act: Callable[[], None]) -> None:
        """Act once, as soon as the condition may hold."""
        self._advance(_Wish(condition, act))

    def release(self, outcomes: Iterable[Outcome]) -> None:
        """Add what outcomes add and delete, each as soon as its condition may hold."""
        for outcome in outcomes:
            self._reach_all(_literals(outcome.add, outcome.delete))
            for effect in outcome.conditional:
                literals = _literals(effect.add, effect.delete)
                if not all(map(self.may_be, literals)):
                    self.when(effect.condition, partial(self._reach_all, literals))

    def _reach_all(self, literals: Iterable[int]) -> None:
        for literal in literals:
            self.reach(literal)

    def wake(self, literal: int) -> None:
        """Go on with what waited for a literal."""
        for wish in self._waiting.pop(literal, ()):
            self._advance(wish)

    def _advance(self, wish: _Wish) -> None:
        literals, clauses = wish.literals, wish.clauses
        while wish.stage < len(literals):
            literal = literals[wish.stage]
            if not self.may_be(literal):
                self._waiting.setdefault(literal, []).append(wish)
                return
            wish.stage += 1
        while wish.stage < len(literals) + len(clauses):
            clause = clauses[wish.stage - len(literals)]
            if not any(map(self._may_hold, clause)):
                # Each option waits for itself; the first one that may hold moves the wish on.
                for option in clause:
                    self.when(option, partial(self._move_on, wish, wish.stage))
                return
            wish.stage += 1
        wish.act()

    def _move_on(self, wish: _Wish, stage: int) -> None:
        if wish.stage == stage:
            wish.stage += 1
            self._advance(wish)

    def _may_hold(self, condition: Condition) -> bool:
        return all(map(self.may_be, _literals(condition.true, condition.false))) and all(
            any(map(self._may_hold, clause)) for clause in condition.any_of
        )
