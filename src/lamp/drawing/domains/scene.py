"""The input of painters: the true atoms of a state, and what the problem fixes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import TypeAlias

from lamp import ppddl
from lamp.ppddl import Domain, Problem, objects_by_type
from lamp.task import Atom

ArgumentPosition: TypeAlias = tuple[str, int, int]
"""A predicate, its number of arguments, and the position of one of them."""


class Facts:
    """True atoms by predicate and number of arguments, sorted: pictures are deterministic."""

    def __init__(self, atoms: Iterable[Atom]) -> None:
        self._arguments: dict[tuple[str, int], list[tuple[str, ...]]] = defaultdict(list)
        for predicate, arguments in atoms:
            self._arguments[predicate, len(arguments)].append(arguments)

    def holds(self, predicate: str, *arguments: str) -> bool:
        """Whether an atom is true."""
        return arguments in self._arguments.get((predicate, len(arguments)), ())

    def ones(self, predicate: str) -> list[str]:
        """The arguments of a predicate that has one."""
        return sorted(argument for (argument,) in self._arguments.get((predicate, 1), ()))

    def pairs(self, predicate: str) -> list[tuple[str, str]]:
        """The arguments of a predicate that has two."""
        return sorted((first, second) for first, second in self._arguments.get((predicate, 2), ()))

    def triples(self, predicate: str) -> list[tuple[str, str, str]]:
        """The arguments of a predicate that has three."""
        triples = self._arguments.get((predicate, 3), ())
        return sorted((first, second, third) for first, second, third in triples)

    def mentioned(self, predicate: str, arity: int, position: int) -> set[str]:
        """The objects at one position of a predicate's atoms."""
        return {arguments[position] for arguments in self._arguments.get((predicate, arity), ())}


class Scene:
    """A problem as painters read it: objects, the initial state and the goal."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.name = problem.name
        self.initial = Facts(Atom(atom.predicate, atom.terms) for atom in problem.init)
        self.goal = Facts(_conjuncts(problem.goal))
        self._signatures = {
            (predicate.name, len(predicate.parameters)): predicate.parameters
            for predicate in domain.predicates
        }
        self._objects = objects_by_type(domain, problem)

    def declares(self, predicate: str, arity: int) -> bool:
        """Whether the domain has a predicate with that many arguments."""
        return (predicate, arity) in self._signatures

    def objects(self, *positions: ArgumentPosition) -> tuple[str, ...]:
        """The objects that can be any of some arguments, in the order of their declaration."""
        fitting = {name for position in positions for name in self._fitting(*position)}
        return tuple(name for name in self._objects[ppddl.OBJECT] if name in fitting)

    def _fitting(self, predicate: str, arity: int, position: int) -> Collection[str]:
        """The objects of the type of an argument; without types, those mentioned there."""
        if not self.declares(predicate, arity):
            return ()
        types = self._signatures[predicate, arity][position].types
        if ppddl.OBJECT in types:
            return self.mentioned((predicate, arity, position))
        return [name for type_ in types for name in self._objects.get(type_, ())]

    def mentioned(self, *positions: ArgumentPosition) -> set[str]:
        """The objects that are any of some arguments in the initial state or in the goal."""
        return {
            name
            for facts in (self.initial, self.goal)
            for position in positions
            for name in facts.mentioned(*position)
        }


def _conjuncts(condition: ppddl.Condition) -> Iterator[Atom]:
    """The atoms that have to be true where a condition holds."""
    if isinstance(condition, ppddl.Atom):
        yield Atom(condition.predicate, condition.terms)
    elif isinstance(condition, ppddl.And):
        for operand in condition.operands:
            yield from _conjuncts(operand)


def chain(objects: Iterable[str], steps: Iterable[tuple[str, str]]) -> list[str]:
    """Objects from the lowest to the highest; each step is an object and the next one above it.

    An object that is not above another begins a chain. Objects of a cycle come last, in order.
    """
    above = dict(steps)
    unordered = dict.fromkeys(objects)
    reached = {*above.values()}
    ordered: list[str] = []
    for start in [name for name in unordered if name not in reached]:
        name: str | None = start
        while name is not None and name in unordered:
            del unordered[name]
            ordered.append(name)
            name = above.get(name)
    return [*ordered, *unordered]
