"""Names to slots: the index of each variable or object in the environment."""

from __future__ import annotations

from collections.abc import Iterable

from lamp import ppddl
from lamp.grounding.joins import Check, Env, Join, Pattern, plan
from lamp.grounding.relations import Sort
from lamp.grounding.world import World
from lamp.ppddl import Condition, Term, Typed


class Scope:
    """The environment of one schema: its objects and variables, each in a slot of its own.

    A quantifier opens an inner scope, which shares the environment and adds slots to it.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.env: Env = []
        self.sorts: dict[int, Sort] = {}
        self._slots: dict[Term, int] = {}
        self.bound: set[int] = set()
        """Slots that hold a value wherever this scope's parts are evaluated."""

    def declare(self, variables: Iterable[Typed]) -> list[int]:
        """Give variables new slots."""
        slots = []
        for variable in variables:
            slot = self._new_slot(variable.name, "")
            self.sorts[slot] = self.world.sort_of(variable)
            slots.append(slot)
        return slots

    def sees(self, slot: int) -> bool:
        """Whether a slot belongs to a variable of this scope, not of an inner one."""
        return slot in self._slots.values() and slot not in self.bound

    def inner(self) -> Scope:
        """A scope for the part of a quantifier."""
        scope = Scope(self.world)
        scope.env, scope.sorts = self.env, self.sorts
        scope._slots, scope.bound = dict(self._slots), set(self.bound)
        return scope

    def slot(self, term: Term) -> int:
        """The slot of a variable or object."""
        if term not in self._slots:
            self.bound.add(self._new_slot(term, term))
        return self._slots[term]

    def slots(self, terms: Iterable[Term]) -> tuple[int, ...]:
        """The slots of several terms."""
        return tuple(self.slot(term) for term in terms)

    def _new_slot(self, name: str, value: str) -> int:
        self._slots[name] = len(self.env)
        self.env.append(value)
        return self._slots[name]

    def pattern(self, condition: Condition) -> Pattern | None:
        """An atom or equality as a pattern for joins."""
        match condition:
            case ppddl.Atom(predicate, terms):
                relation = self.world.relations[predicate]
                return Pattern(relation, self.slots(terms), predicate in self.world.fluents)
            case ppddl.Equal(left, right):
                return Pattern(self.world.identity, self.slots((left, right)), grows=False)
        return None

    def check(self, condition: Condition) -> Check | None:
        """The test for a static negative literal, if this is one."""
        match condition:
            case ppddl.Not(ppddl.Equal(left, right)):
                a, b = self.slots((left, right))
                return Check(frozenset((a, b)), lambda env: env[a] != env[b])
            case ppddl.Not(ppddl.Atom(predicate, terms)) if predicate not in self.world.fluents:
                slots, rows = self.slots(terms), self.world.rows(predicate)
                return Check(
                    frozenset(slots), lambda env: tuple(env[slot] for slot in slots) not in rows
                )
        return None

    def quantify(self, variables: Iterable[Typed], guard: Iterable[Condition]) -> Join:
        """Open variables here; the join binds them where the static literals of `guard` hold."""
        slots = self.declare(variables)
        literals = list(guard)
        patterns = [p for p in map(self.pattern, literals) if p and not p.grows]
        checks = [check for check in map(self.check, literals) if check]
        join = plan(patterns, checks, self.bound, slots, self.sorts, self.world.meter)
        join.expands = True
        self.bound.update(slots)
        return join
