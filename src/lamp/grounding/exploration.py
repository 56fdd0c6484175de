"""The literals that are reached under relaxation, and what waits for them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import partial

from lamp.conditions import Literal, literals, literals_of
from lamp.task import Condition, Outcome


class _Waiter:
    """A function to call, once, as soon as a condition is reachable.

    The condition is tested only once: `stage` counts its literals, then its clauses, that are known
    to be reachable.
    """

    __slots__ = ("call", "clauses", "literals", "stage")

    def __init__(self, condition: Condition, call: Callable[[], None]) -> None:
        self.literals = literals_of(condition)
        self.clauses = condition.any_of
        self.call = call
        self.stage = 0


class Exploration:
    """The literals reached so far, and functions that wait until a condition is reachable.

    Relaxation: a literal that was reached stays so, even when its negation is reached, too. So an
    action with the precondition that a fact is false waits until some action can delete the fact.
    """

    def __init__(self, initial: Iterable[int]) -> None:
        self._initial = frozenset(initial)
        self._reached: set[Literal] = set()
        self._waiting: dict[Literal, list[_Waiter]] = {}
        self.queue: deque[Literal] = deque()
        """Literals that were reached, and for which `notify` was not called yet."""
        self._reach_all(literals(initial))

    def is_reached(self, literal: Literal) -> bool:
        """Whether a literal was reached, or holds initially."""
        return literal in self._reached or not (literal.positive or literal.fact in self._initial)

    def _reach_all(self, effects: Iterable[Literal]) -> None:
        for literal in effects:
            if not self.is_reached(literal):
                self._reached.add(literal)
                self.queue.append(literal)

    def when(self, condition: Condition, call: Callable[[], None]) -> None:
        """Call a function once, as soon as a condition is reachable."""
        self._advance(_Waiter(condition, call))

    def add_effects(self, outcomes: Iterable[Outcome]) -> None:
        """Reach what outcomes add and delete, each as soon as its condition is reachable."""
        for outcome in outcomes:
            self._reach_all(literals(outcome.add, outcome.delete))
            for effect in outcome.conditional:
                changes = literals(effect.add, effect.delete)
                if not all(map(self.is_reached, changes)):
                    self.when(effect.condition, partial(self._reach_all, changes))

    def notify(self, literal: Literal) -> None:
        """Advance all that waits for a literal."""
        for waiter in self._waiting.pop(literal, ()):
            self._advance(waiter)

    def _advance(self, waiter: _Waiter) -> None:
        num_literals = len(waiter.literals)
        while waiter.stage < num_literals:
            literal = waiter.literals[waiter.stage]
            if not self.is_reached(literal):
                self._waiting.setdefault(literal, []).append(waiter)
                return
            waiter.stage += 1
        while waiter.stage < num_literals + len(waiter.clauses):
            clause = waiter.clauses[waiter.stage - num_literals]
            if not any(map(self._is_reachable, clause)):
                # Each option has a waiter of its own; the first reachable one ends the stage.
                for option in clause:
                    self.when(option, partial(self._end_stage, waiter, waiter.stage))
                return
            waiter.stage += 1
        waiter.call()

    def _end_stage(self, waiter: _Waiter, stage: int) -> None:
        if waiter.stage == stage:
            waiter.stage += 1
            self._advance(waiter)

    def _is_reachable(self, condition: Condition) -> bool:
        return all(map(self.is_reached, literals_of(condition))) and all(
            any(map(self._is_reachable, clause)) for clause in condition.any_of
        )
