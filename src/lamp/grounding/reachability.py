"""Relaxed reachability: which atoms and actions there can be when nothing is ever deleted.

Atoms are reached one at a time. Each is joined with those reached before it into new bindings of
action schemas, and wakes up what waited for it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from lamp.grounding.formula import size
from lamp.grounding.outcomes import merged_outcomes
from lamp.grounding.relations import Row
from lamp.grounding.schemas import Schema, Trigger
from lamp.grounding.world import World
from lamp.task import NEVER, Condition, Outcome

JUDGEMENT = 20
"""The work of judging a binding, in rows of a join."""


class _Wish:
    """Something to do, once, as soon as a condition may hold.

    The condition is gone through only once: `stage` counts its true facts, then its clauses, that
    were found to be reachable.
    """

    __slots__ = ("act", "condition", "stage")

    def __init__(self, condition: Condition, act: Callable[[], None]) -> None:
        self.condition = condition
        self.act = act
        self.stage = 0


class Exploration:
    """The facts reached so far; conditions wait here until they may hold.

    Negative literals may always hold: nothing is ever deleted.
    """

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
        self._advance(_Wish(condition, act))

    def release(self, outcomes: tuple[Outcome, ...]) -> None:
        """Add what outcomes add, each fact as soon as its condition may hold."""
        for outcome in outcomes:
            self._reach_all(outcome.add)
            for effect in outcome.conditional:
                if not self.reached.keys() >= set(effect.add):
                    self.when(effect.condition, partial(self._reach_all, effect.add))

    def _reach_all(self, facts: tuple[int, ...]) -> None:
        for fact in facts:
            self.reach(fact)

    def wake(self, fact: int) -> None:
        """Go on with what waited for a fact."""
        for wish in self._waiting.pop(fact, ()):
            self._advance(wish)

    def _advance(self, wish: _Wish) -> None:
        facts, clauses = wish.condition.true, wish.condition.any_of
        while wish.stage < len(facts):
            fact = facts[wish.stage]
            if fact not in self.reached:
                self._waiting.setdefault(fact, []).append(wish)
                return
            wish.stage += 1
        while wish.stage < len(facts) + len(clauses):
            clause = clauses[wish.stage - len(facts)]
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
        return all(fact in self.reached for fact in condition.true) and all(
            any(map(self._may_hold, clause)) for clause in condition.any_of
        )


class Candidate(NamedTuple):
    """A ground action whose precondition may hold, not yet simplified."""

    schema: int
    arguments: Row
    precondition: Condition
    outcomes: tuple[Outcome, ...]


class Reachability:
    """The fixpoint over all schemas of a domain."""

    def __init__(self, schemas: list[Schema], world: World) -> None:
        self._schemas = schemas
        self._world = world
        self._seen: list[set[Row]] = [set() for _ in schemas]
        self._spent: set[Trigger] = set()
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
            self._schemas[number].blame()
            for join in schema.starts:
                for arguments in schema.bindings(join):
                    self._consider(number, arguments)
        while self.exploration.queue:
            fact = self.exploration.queue.popleft()
            predicate, row = self._world.atoms[fact]
            self._world.meter.spend("facts")
            self._world.relations[predicate].insert(row)
            self.exploration.wake(fact)
            for number, trigger in self._triggers.get(predicate, ()):
                self._pull(number, trigger, row)

    def _pull(self, number: int, trigger: Trigger, row: Row) -> None:
        """Consider the bindings that a new atom makes possible."""
        if trigger in self._spent:
            return
        self._schemas[number].blame()
        found = False
        for arguments in self._schemas[number].bindings_with(trigger, row):
            found = True
            self._consider(number, arguments)
        if found and trigger.once:
            self._spent.add(trigger)

    def _consider(self, number: int, arguments: Row) -> None:
        if arguments in self._seen[number]:
            return
        self._seen[number].add(arguments)
        self._world.meter.spend("work", JUDGEMENT)
        precondition = self._schemas[number].precondition(arguments)
        if precondition is not NEVER:
            self._world.meter.spend("literals", size(precondition))
            self.exploration.when(
                precondition, partial(self._admit, number, arguments, precondition)
            )

    def _admit(self, number: int, arguments: Row, precondition: Condition) -> None:
        self._schemas[number].blame()
        meter, schema = self._world.meter, self._schemas[number]
        meter.spend("actions")
        effect = schema.effect(arguments)
        meter.spend("literals", sum(1 + len(changes) for _, changes in effect))
        outcomes = merged_outcomes(effect)
        self.candidates.append(Candidate(number, arguments, precondition, outcomes))
        self.exploration.release(outcomes)
