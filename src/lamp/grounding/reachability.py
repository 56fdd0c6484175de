"""Relaxed reachability: the atoms and actions that are reachable.

Literals are reached one at a time. Each advances the conditions that wait for it, and an atom that
can become true is joined with those reached before it to new bindings of action schemas.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from lamp.grounding.distributions import where_applicable
from lamp.grounding.exploration import Exploration
from lamp.grounding.formula import size
from lamp.grounding.outcomes import merged_outcomes
from lamp.grounding.relations import Row
from lamp.grounding.schemas import Schema, Trigger
from lamp.grounding.world import World
from lamp.task import NEVER, Condition, Outcome

BINDING_WORK = 20
"""The work of testing a binding, in rows of a join."""


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
        self._done: set[Trigger] = set()
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
            schema.attribute()
            for join in schema.starts:
                for arguments in schema.bindings(join):
                    self._try_binding(number, arguments)
        while self.exploration.queue:
            literal = self.exploration.queue.popleft()
            self.exploration.notify(literal)
            if literal.positive:
                self._insert(literal.fact)

    def _insert(self, fact: int) -> None:
        """Insert a fact into the relations of joins, and fire the triggers of its predicate."""
        predicate, row = self._world.atoms[fact]
        self._world.meter.spend("facts")
        self._world.relations[predicate].insert(row)
        for number, trigger in self._triggers.get(predicate, ()):
            self._fire_trigger(number, trigger, row)

    def _fire_trigger(self, number: int, trigger: Trigger, row: Row) -> None:
        """Try the bindings that a new atom makes possible."""
        if trigger in self._done:
            return
        self._schemas[number].attribute()
        has_bindings = False
        for arguments in self._schemas[number].bindings_with(trigger, row):
            has_bindings = True
            self._try_binding(number, arguments)
        if has_bindings and trigger.once:
            self._done.add(trigger)

    def _try_binding(self, number: int, arguments: Row) -> None:
        """Ground the precondition of a binding; where it is reachable, admit the action."""
        if arguments in self._seen[number]:
            return
        self._seen[number].add(arguments)
        self._world.meter.spend("work", BINDING_WORK)
        precondition = self._schemas[number].precondition(arguments)
        if precondition is not NEVER:
            self._world.meter.spend("literals", size(precondition))
            self.exploration.when(
                precondition, partial(self._admit, number, arguments, precondition)
            )

    def _admit(self, number: int, arguments: Row, precondition: Condition) -> None:
        """Add a ground action to the candidates, and its effects to the exploration."""
        self._schemas[number].attribute()
        meter, schema = self._world.meter, self._schemas[number]
        meter.spend("actions")
        effect = schema.effect(arguments)
        meter.spend("literals", sum(1 + len(changes) + len(costs) for _, changes, costs in effect))
        per_step = self._world.costs.per_step
        outcomes = merged_outcomes(where_applicable(effect, precondition), per_step)
        self.candidates.append(Candidate(number, arguments, precondition, outcomes))
        self.exploration.add_effects(outcomes)
