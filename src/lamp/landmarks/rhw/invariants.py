"""Mutex groups: sets of facts of which never more than one is true.

A group comes from an invariant, as in Fast Downward's translator: a set of predicates, each with
its arguments matched to common parameters and at most one argument left over to be counted, such
as {holding(x), on(x, *), on-table(x)}. For each choice of the parameters no operator makes more
facts true than it makes false. Invariants grow: where an operator breaks a candidate, something
that it makes false is added. Unlike there, they are tested on ground operators, which know more
than schemas do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple, TypeAlias

from lamp.landmarks.rhw.determinization import (
    MAYBE,
    ConditionalEffect,
    Operator,
    is_consistent,
    negation,
)
from lamp.task import Atom, Task

Key: TypeAlias = tuple[str, ...]
"""The values of an invariant's parameters."""

Places: TypeAlias = tuple[int, ...]
"""At which arguments the parameters stand."""

Part: TypeAlias = tuple[str, Places]
"""A predicate and the argument at which each parameter stands; one argument may be left over."""

Invariant: TypeAlias = frozenset[Part]

MAX_CANDIDATES = 300
"""The most candidates that are looked at."""

MAX_CHECKS = 20_000_000
"""The most operators that are looked at, over all candidates."""


class Threats(NamedTuple):
    """The operators that add atoms of each predicate, and the atoms of all facts."""

    atoms: tuple[Atom, ...]
    by_predicate: dict[str, list[Operator]]


def mutex_groups(task: Task, operators: list[Operator]) -> list[tuple[int, ...]]:
    """Groups of at least two facts, of which exactly one is true initially, without repetition."""
    found: set[tuple[int, ...]] = set()
    for invariant in invariants(task, operators):
        places = dict(invariant)
        members: dict[Key, list[int]] = defaultdict(list)
        for fact, atom in enumerate(task.atoms):
            if atom.predicate in places:
                members[_key(atom, places[atom.predicate])].append(fact)
        for facts in members.values():
            if len(facts) > 1 and len(task.initial.intersection(facts)) == 1:
                found.add(tuple(facts))
    return sorted(found)


def invariants(task: Task, operators: list[Operator]) -> Iterator[Invariant]:
    """The sets of predicates that no operator makes heavier."""
    threats = Threats(task.atoms, defaultdict(list))
    for operator in operators:
        adds = {task.atoms[e.literal // 2].predicate for e in operator.effects if not e.literal % 2}
        for predicate in adds:
            threats.by_predicate[predicate].append(operator)
    queue = list(_first_candidates(task))
    seen = set(queue)
    checks = 0
    for candidate in queue:  # which grows
        checks += sum(len(threats.by_predicate[predicate]) for predicate, _ in candidate)
        if checks > MAX_CHECKS:
            return
        refined = _broken(candidate, threats)
        if refined is None:
            yield candidate
            continue
        new = [one for one in refined if one not in seen][: MAX_CANDIDATES - len(queue)]
        seen.update(new)
        queue.extend(new)


def _first_candidates(task: Task) -> Iterator[Invariant]:
    """Single predicates, with no argument counted or one."""
    arities = {atom.predicate: len(atom.arguments) for atom in task.atoms}
    for predicate, arity in arities.items():
        yield frozenset([(predicate, tuple(range(arity)))])
        for counted in range(arity):
            places = tuple(place for place in range(arity) if place != counted)
            yield frozenset([(predicate, places)])


def _key(atom: Atom, places: tuple[int, ...]) -> Key:
    return tuple(atom.arguments[place] for place in places)


def _broken(candidate: Invariant, threats: Threats) -> list[Invariant] | None:
    """None for an invariant; otherwise larger candidates that may mend what breaks this one."""
    places = dict(candidate)
    operators = {
        id(operator): operator
        for predicate in sorted(places)
        for operator in threats.by_predicate[predicate]
    }
    for operator in operators.values():
        added: dict[Key, list[ConditionalEffect]] = defaultdict(list)
        for effect in operator.effects:
            atom = threats.atoms[effect.literal // 2]
            if not effect.literal % 2 and atom.predicate in places:
                added[_key(atom, places[atom.predicate])].append(effect)
        for key, effects in added.items():
            if _too_heavy(operator, effects):
                return []
            for effect in effects:
                if not _balanced(operator, effect, candidate, key, threats.atoms):
                    larger = _refinements(candidate, key, operator, threats.atoms)
                    return list(islice(larger, MAX_CANDIDATES))
    return None


def _too_heavy(operator: Operator, effects: list[ConditionalEffect]) -> bool:
    """Whether an operator may make two facts of a group true at once."""
    return any(
        is_consistent(
            operator.precondition
            | one.condition
            | other.condition
            | {negation(one.literal), negation(other.literal)}
        )
        for at, one in enumerate(effects)
        for other in effects[:at]
        if one.literal != other.literal
    )


def _balanced(
    operator: Operator,
    effect: ConditionalEffect,
    candidate: Invariant,
    key: Key,
    atoms: tuple[Atom, ...],
) -> bool:
    """Whether an operator that adds a fact makes another one of the same group false."""
    places = dict(candidate)
    before = operator.precondition | effect.condition - {MAYBE} | {negation(effect.literal)}
    if not is_consistent(before):
        return True
    readded = {other.literal for other in operator.effects}
    for other in operator.effects:
        atom = atoms[other.literal // 2]
        if (
            other.literal % 2
            and atom.predicate in places
            and negation(other.literal) in before
            and negation(other.literal) not in readded
            and other.condition <= before
            and _key(atom, places[atom.predicate]) == key
        ):
            return True
    return False


def _refinements(
    candidate: Invariant, key: Key, operator: Operator, atoms: tuple[Atom, ...]
) -> Iterator[Invariant]:
    """The candidate with one more predicate, of which the operator deletes an atom with the key."""
    known = {predicate for predicate, _ in candidate}
    for effect in operator.effects:
        atom = atoms[effect.literal // 2]
        arity = len(atom.arguments)
        if effect.literal % 2 and atom.predicate not in known and arity - len(key) in (0, 1):
            for places in _matches(key, atom.arguments):
                yield candidate | {(atom.predicate, places)}


def _matches(key: Key, arguments: tuple[str, ...], taken: tuple[int, ...] = ()) -> Iterator[Places]:
    """All ways to find the values of a key among arguments, each at a place of its own."""
    if len(taken) == len(key):
        yield taken
        return
    for place, argument in enumerate(arguments):
        if argument == key[len(taken)] and place not in taken:
            yield from _matches(key, arguments, (*taken, place))
