"""Relaxed reachability: which atoms and actions there can be when nothing is ever deleted.

Atoms are reached one at a time. Each is joined with those reached before it into new bindings of
action schemas, and wakes up what waited for it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from lamp.grounding.outcomes import merged_outcomes
from lamp.grounding.relations import Row
from lamp.grounding.schemas import Schema, Trigger
from lamp.grounding.world import World
from lamp.task import NEVER, Condition, Outcome


class _Wish:
    """Something to do, once, as soon as a condition may hold."""

    __slots__ = ("act", "condition")

    def __init__(self, condition: Condition, act: Callable[[], None]) -> None:
        self.condition = condition
        self.act: Callable[[], None] | None = act


class Exploration:
    """The facts reached so far; conditions wait here until they may hold."""

    def __init__(self) -> None:
        self.reached: dict[int, None] = {}
        self.queue: deque[int] = deque()
        self._waiting: dict[int, list[_Wish]] = {}

    def reach(self, fact: int) -> None:
        """Add a fact."""
        if fact not in self.reached:
            self.reached[fact] = None
            self.queue.append(fact)

    def when(self, condition: Condition, act: Callable[[], None]) -> None:
        """Act once, as soon as the condition may hold."""
        self._try(_Wish(condition, act))

    def release(self, outcomes: tuple[Outcome, ...]) -> None:
        """Add what outcomes add, each fact as soon as its condition may hold."""
        for outcome in outcomes:
            for fact in outcome.add:
                self.reach(fact)
            for effect in outcome.conditional:
                if not self.reached.keys() >= set(effect.add):
                    self.when(effect.condition, partial(self._reach_all, effect.add))

    def _reach_all(self, facts: tuple[int, ...]) -> None:
        for fact in facts:
            self.reach(fact)

    def wake(self, fact: int) -> None:
        """Look again at what waited for a fact."""
        for wish in self._waiting.pop(fact, ()):
            self._try(wish)

    def _try(self, wish: _Wish) -> None:
        if wish.act is None:
            return
        blocking = self._blocking(wish.condition)
        if blocking is None:
            act, wish.act = wish.act, None
            act()
        else:
            for fact in blocking:
                self._waiting.setdefault(fact, []).append(wish)

    def _blocking(self, condition: Condition) -> list[int] | None:
        """One unreached fact for each way to satisfy the condition; None where it may hold.

        Negative literals may always hold in the relaxation.
        """
        for fact in condition.true:
            if fact not in self.reached:
                return [fact]
        for clause in condition.any_of:
            watched: list[int] = []
            for option in clause:
                blocking = self._blocking(option)
                if blocking is None:
                    break
                watched += blocking
            else:
                return watched
        return None


class Candidate(NamedTuple):
    """A ground action whose precondition may hold, not yet simplified."""

    schema: int
    arguments: Row
    precondition: Condition
    outcomes: tuple[Outcome, ...]


class Grounder:
    """The fixpoint over all schemas of a domain."""

    def __init__(self, schemas: list[Schema], world: World) -> None:
        self._schemas = schemas
        self._world = world
        self._seen: list[set[Row]] = [set() for _ in schemas]
        self._triggers: dict[str, list[tuple[int, Trigger]]] = {}
        names = {id(relation): name for name, relation in world.relations.items()}
        for number, schema in enumerate(schemas):
            for trigger in schema.triggers:
                name = names[id(trigger.relation)]
                self._triggers.setdefault(name, []).append((number, trigger))
        self.exploration = Exploration()
        self.candidates: list[Candidate] = []

    def run(self) -> None:
        """Ground everything that can be reached from the initial state."""
        for fact in self._world.initial:
            self.exploration.reach(fact)
        for number, schema in enumerate(self._schemas):
            self._blame(number)
            for join in schema.starts:
                for arguments in schema.bindings(join):
                    self._consider(number, arguments)
        while self.exploration.queue:
            fact = self.exploration.queue.popleft()
            predicate, row = self._world.atoms[fact]
            self._world.relations[predicate].insert(row)
            self.exploration.wake(fact)
            for number, trigger in self._triggers.get(predicate, ()):
                self._blame(number)
                for arguments in self._schemas[number].bindings_with(trigger, row):
                    self._consider(number, arguments)

    def _blame(self, number: int) -> None:
        action = self._schemas[number].action
        self._world.budget.blame(f"action {action.name}", action.place)

    def _consider(self, number: int, arguments: Row) -> None:
        if arguments in self._seen[number]:
            return
        self._seen[number].add(arguments)
        precondition = self._schemas[number].precondition(arguments)
        if precondition is not NEVER:
            self.exploration.when(
                precondition, partial(self._admit, number, arguments, precondition)
            )

    def _admit(self, number: int, arguments: Row, precondition: Condition) -> None:
        self._blame(number)
        budget, schema = self._world.budget, self._schemas[number]
        budget.spend("actions")
        effect = schema.effect(arguments)
        budget.spend("literals", sum(1 + len(changes) for _, changes in effect))
        outcomes = merged_outcomes(effect)
        self.candidates.append(Candidate(number, arguments, precondition, outcomes))
        self.exploration.release(outcomes)
