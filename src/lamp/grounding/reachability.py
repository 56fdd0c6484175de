"""Relaxed reachability: which atoms and actions there can be.

Literals are reached one at a time. Each wakes up what waited for it, and an atom that can become
true is joined with those reached before it into new bindings of action schemas.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from lamp.grounding.effects import where_applicable
from lamp.grounding.exploration import Exploration
from lamp.grounding.formula import size
from lamp.grounding.outcomes import merged_outcomes
from lamp.grounding.relations import Row
from lamp.grounding.schemas import Schema, Trigger
from lamp.grounding.world import World
from lamp.task import NEVER, Condition, Outcome

JUDGEMENT = 20
"""The work of judging a binding, in rows of a join."""


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
        self.exploration = Exploration(world.initial)
        self.candidates: list[Candidate] = []

    def run(self) -> None:
        """Ground everything that can be reached from the initial state."""
        for number, schema in enumerate(self._schemas):
            schema.blame()
            for join in schema.starts:
                for arguments in schema.bindings(join):
                    self._consider(number, arguments)
        while self.exploration.queue:
            literal = self.exploration.queue.popleft()
            self.exploration.wake(literal)
            if literal >= 0:
                self._insert(literal)

    def _insert(self, fact: int) -> None:
        """Make a fact known to all joins, and follow those that it triggers."""
        predicate, row = self._world.atoms[fact]
        self._world.meter.spend("facts")
        self._world.relations[predicate].insert(row)
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
        outcomes = merged_outcomes(where_applicable(effect, precondition))
        self.candidates.append(Candidate(number, arguments, precondition, outcomes))
        self.exploration.release(outcomes)
