"""Mutex groups: sets of facts of which never more than one is true.

A mutex group is an instance of an invariant (Helmert 2009, section 5): a set of predicates, each
with its arguments matched to common parameters and at most one argument left over to be counted,
such as {holding(x), on(x, *), on-table(x)}. The weight of an instance is the number of its true
facts, and no operator increases it. As in Fast Downward's translator, a candidate that an operator
unbalances is refined by a predicate of which this operator deletes an atom. Unlike there, balance
is checked on ground operators, which exclude more cases than schemas do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple, TypeAlias

from lamp.conditions import is_consistent
from lamp.fdr.determinization import UNKNOWN, ConditionalEffect, Operator
from lamp.task import Atom, Task

Arguments: TypeAlias = tuple[str, ...]
"""The objects that an instance of an invariant has as its parameters."""

Order: TypeAlias = tuple[int, ...]
"""For each parameter of an invariant the index of the argument that is matched to it."""

InvariantPart: TypeAlias = tuple[str, Order]
"""A predicate and its order; one argument of the predicate may be left over."""

Invariant: TypeAlias = frozenset[InvariantPart]

MAX_CANDIDATES = 300
"""The most candidates whose balance is checked."""

MAX_CHECKS = 20_000_000
"""The most checks of an operator, over all candidates."""


class Threats(NamedTuple):
    """The operators that add atoms of each predicate, and the atoms of all facts."""

    atoms: tuple[Atom, ...]
    by_predicate: dict[str, list[Operator]]


def _never() -> bool:
    return False


def mutex_groups(
    task: Task, operators: list[Operator], is_over: Callable[[], bool] = _never
) -> list[tuple[int, ...]]:
    """Groups of at least two facts, of which exactly one is true initially, without repetition.

    When the time is over, those that were found by then.
    """
    groups: set[tuple[int, ...]] = set()
    for invariant in invariants(task, operators, is_over):
        orders = dict(invariant)
        instances: dict[Arguments, list[int]] = defaultdict(list)
        for fact, atom in enumerate(task.atoms):
            if atom.predicate in orders:
                instances[_parameters(atom, orders[atom.predicate])].append(fact)
        for facts in instances.values():
            if len(facts) > 1 and len(task.initial.intersection(facts)) == 1:
                groups.add(tuple(facts))
    return sorted(groups)


def invariants(
    task: Task, operators: list[Operator], is_over: Callable[[], bool]
) -> Iterator[Invariant]:
    """The candidates that every operator leaves balanced."""
    threats = Threats(task.atoms, defaultdict(list))
    for operator in operators:
        added = (effect.literal for effect in operator.effects if effect.literal.positive)
        for predicate in {task.atoms[literal.fact].predicate for literal in added}:
            threats.by_predicate[predicate].append(operator)
    queue = list(_initial_candidates(task))
    seen = set(queue)
    checks = 0
    for candidate in queue:  # which grows
        checks += sum(len(threats.by_predicate[predicate]) for predicate, _ in candidate)
        if checks > MAX_CHECKS or is_over():
            return
        refined = _check_balance(candidate, threats)
        if refined is None:
            yield candidate
            continue
        new = [larger for larger in refined if larger not in seen][: MAX_CANDIDATES - len(queue)]
        seen.update(new)
        queue.extend(new)


def _initial_candidates(task: Task) -> Iterator[Invariant]:
    """Single predicates, with no argument counted or one."""
    arities = {atom.predicate: len(atom.arguments) for atom in task.atoms}
    for predicate, arity in arities.items():
        yield frozenset([(predicate, tuple(range(arity)))])
        for counted in range(arity):
            order = tuple(index for index in range(arity) if index != counted)
            yield frozenset([(predicate, order)])


def _parameters(atom: Atom, order: Order) -> Arguments:
    """The parameters of the instance that an atom belongs to."""
    return tuple(atom.arguments[index] for index in order)


def _check_balance(candidate: Invariant, threats: Threats) -> list[Invariant] | None:
    """None for an invariant; otherwise refined candidates that an operator may leave balanced."""
    orders = dict(candidate)
    operators = {
        id(operator): operator
        for predicate in sorted(orders)
        for operator in threats.by_predicate[predicate]
    }
    for operator in operators.values():
        added: dict[Arguments, list[ConditionalEffect]] = defaultdict(list)
        for effect in operator.effects:
            atom = threats.atoms[effect.literal.fact]
            if effect.literal.positive and atom.predicate in orders:
                added[_parameters(atom, orders[atom.predicate])].append(effect)
        for parameters, effects in added.items():
            if _is_too_heavy(operator, effects):
                return []
            for effect in effects:
                if not _is_balanced(operator, effect, candidate, parameters, threats.atoms):
                    larger = _refinements(candidate, parameters, operator, threats.atoms)
                    return list(islice(larger, MAX_CANDIDATES))
    return None


def _is_too_heavy(operator: Operator, effects: list[ConditionalEffect]) -> bool:
    """Whether an operator may make two facts of an instance true at once."""
    return any(
        is_consistent(
            operator.precondition
            | first.condition
            | second.condition
            | {first.literal.negation, second.literal.negation}
        )
        for index, first in enumerate(effects)
        for second in effects[:index]
        if first.literal != second.literal
    )


def _is_balanced(
    operator: Operator,
    effect: ConditionalEffect,
    candidate: Invariant,
    parameters: Arguments,
    atoms: tuple[Atom, ...],
) -> bool:
    """Whether an operator that adds a fact makes another one of the same instance false."""
    orders = dict(candidate)
    before = operator.precondition | effect.condition - {UNKNOWN} | {effect.literal.negation}
    if not is_consistent(before):
        return True
    for other in operator.effects:
        deleted = other.literal.negation
        atom = atoms[deleted.fact]
        if (
            deleted in before
            and deleted.positive
            and atom.predicate in orders
            and other.condition <= before
            and _parameters(atom, orders[atom.predicate]) == parameters
            and all(effect.literal != deleted for effect in operator.effects)
        ):
            return True
    return False


def _refinements(
    candidate: Invariant, parameters: Arguments, operator: Operator, atoms: tuple[Atom, ...]
) -> Iterator[Invariant]:
    """The candidate with one more predicate, of which the operator deletes an atom."""
    covered = {predicate for predicate, _ in candidate}
    for effect in operator.effects:
        atom = atoms[effect.literal.fact]
        has_room = len(atom.arguments) - len(parameters) in (0, 1)
        if not effect.literal.positive and atom.predicate not in covered and has_room:
            for order in _possible_matches(parameters, atom.arguments):
                yield candidate | {(atom.predicate, order)}


def _possible_matches(
    parameters: Arguments, arguments: Arguments, matched: Order = ()
) -> Iterator[Order]:
    """All ways to match parameters to equal arguments, each to another one."""
    if len(matched) == len(parameters):
        yield matched
        return
    for index, argument in enumerate(arguments):
        if argument == parameters[len(matched)] and index not in matched:
            yield from _possible_matches(parameters, arguments, (*matched, index))
