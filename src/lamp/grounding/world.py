"""The data of one problem: objects by type, static atoms and numbers, numbers of fluent atoms."""

from __future__ import annotations

from collections.abc import Iterable

from lamp import ppddl
from lamp.grounding.limits import Meter
from lamp.grounding.relations import Relation, Row, Sort
from lamp.ppddl import (
    CostRule,
    Domain,
    Effect,
    Problem,
    Typed,
    all_objects,
    cost_rule,
    initial_values,
    objects_by_type,
)


class World:
    """The facts of a problem; atoms of fluent predicates are numbered in order of appearance."""

    def __init__(self, domain: Domain, problem: Problem, meter: Meter) -> None:
        self.meter = meter
        self.costs: CostRule = cost_rule(domain, problem)
        self.values = initial_values(problem)
        self.fluents = changing(domain)
        self.objects = [declared.name for declared in all_objects(domain, problem)]
        self._by_type = objects_by_type(domain, problem)
        self._sorts: dict[tuple[str, ...], Sort] = {}
        self.identity = Relation()
        for name in self.objects:
            self.identity.insert((name, name))
        self.relations = {signature.name: Relation() for signature in domain.predicates}
        for atom in problem.init:
            if atom.predicate not in self.fluents and atom.terms not in self.rows(atom.predicate):
                self.relations[atom.predicate].insert(atom.terms)
        self.numbers: dict[tuple[str, Row], int] = {}
        self.atoms: list[tuple[str, Row]] = []
        self.initial = [
            self.number(atom.predicate, atom.terms)
            for atom in dict.fromkeys(problem.init)
            if atom.predicate in self.fluents
        ]

    def rows(self, predicate: str) -> dict[Row, None]:
        """The atoms of a predicate that are known to be reachable; of a static one, that hold."""
        return self.relations[predicate].rows

    def number(self, predicate: str, row: Row) -> int:
        """The number of a fluent atom."""
        number = self.numbers.setdefault((predicate, row), len(self.atoms))
        if number == len(self.atoms):
            self.atoms.append((predicate, row))
        return number

    def sort_of(self, variable: Typed) -> Sort:
        """The objects that a variable may stand for, in the order of their declaration."""
        if variable.types not in self._sorts:
            either = {name for kind in variable.types for name in self._by_type[kind]}
            objects = [name for name in self.objects if name in either]
            self._sorts[variable.types] = Sort(objects)
        return self._sorts[variable.types]


def changing(domain: Domain) -> frozenset[str]:
    """The predicates that some action may add or delete; all others are static."""
    return frozenset(name for action in domain.actions for name in _changed(action.effect))


def _changed(effect: Effect) -> Iterable[str]:
    """The predicates that an effect may add or delete."""
    match effect:
        case ppddl.Add(atom) | ppddl.Delete(atom):
            yield atom.predicate
        case ppddl.AllOf(effects):
            for inner in effects:
                yield from _changed(inner)
        case ppddl.ForEach(_, inner) | ppddl.When(_, inner):
            yield from _changed(inner)
        case ppddl.Probabilistic(branches):
            for branch in branches:
                yield from _changed(branch.effect)
