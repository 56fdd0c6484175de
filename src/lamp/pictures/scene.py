"""What there is to draw: the facts of a state, and what a problem says once and for all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import TypeAlias

from lamp import ppddl
from lamp.ppddl import Domain, Problem, objects_by_type
from lamp.task import Atom

Spot: TypeAlias = tuple[str, int, int]
"""A predicate, its number of arguments, and the position of one of them."""


class Facts:
    """True atoms by predicate, sorted: the order in which a set is walked is not for pictures.

    An atom with another number of arguments than is asked for is not found.
    """

    def __init__(self, atoms: Iterable[Atom]) -> None:
        self._found: dict[tuple[str, int], list[tuple[str, ...]]] = defaultdict(list)
        for predicate, arguments in atoms:
            self._found[predicate, len(arguments)].append(arguments)

    def holds(self, predicate: str, *arguments: str) -> bool:
        """Whether an atom is true."""
        return arguments in self._found.get((predicate, len(arguments)), ())

    def ones(self, predicate: str) -> list[str]:
        """The arguments of a predicate that has one."""
        return sorted(one for (one,) in self._found.get((predicate, 1), ()))

    def pairs(self, predicate: str) -> list[tuple[str, str]]:
        """The arguments of a predicate that has two."""
        return sorted((one, two) for one, two in self._found.get((predicate, 2), ()))

    def triples(self, predicate: str) -> list[tuple[str, str, str]]:
        """The arguments of a predicate that has three."""
        found = self._found.get((predicate, 3), ())
        return sorted((one, two, three) for one, two, three in found)

    def mentioned(self, predicate: str, arity: int, position: int) -> set[str]:
        """The objects at one position of a predicate's atoms."""
        return {arguments[position] for arguments in self._found.get((predicate, arity), ())}


class Scene:
    """A problem as painters see it: objects, the beginning and the goal."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.name = problem.name
        self.initial = Facts(Atom(one.predicate, one.terms) for one in problem.init)
        self.goal = Facts(_conjuncts(problem.goal))
        self._signatures = {
            (one.name, len(one.parameters)): one.parameters for one in domain.predicates
        }
        self._objects = objects_by_type(domain, problem)

    def declares(self, predicate: str, arity: int) -> bool:
        """Whether the domain has a predicate with that many arguments."""
        return (predicate, arity) in self._signatures

    def objects(self, *spots: Spot) -> tuple[str, ...]:
        """The objects that can stand at any of some spots, in the order of their declaration."""
        fitting = {one for spot in spots for one in self._fitting(*spot)}
        return tuple(one for one in self._objects[ppddl.OBJECT] if one in fitting)

    def _fitting(self, predicate: str, arity: int, position: int) -> Collection[str]:
        """The objects of the type of a spot; without types, those mentioned there."""
        if not self.declares(predicate, arity):
            return ()
        types = self._signatures[predicate, arity][position].types
        if ppddl.OBJECT in types:
            return self.mentioned((predicate, arity, position))
        return [one for name in types for one in self._objects.get(name, ())]

    def mentioned(self, *spots: Spot) -> set[str]:
        """The objects that stand at any of some spots in the beginning or in the goal."""
        return {
            one
            for facts in (self.initial, self.goal)
            for spot in spots
            for one in facts.mentioned(*spot)
        }


def _conjuncts(condition: ppddl.Condition) -> Iterator[Atom]:
    """The atoms that have to be true where a condition holds."""
    if isinstance(condition, ppddl.Atom):
        yield Atom(condition.predicate, condition.terms)
    elif isinstance(condition, ppddl.And):
        for part in condition.parts:
            yield from _conjuncts(part)


def chain(objects: Iterable[str], steps: Iterable[tuple[str, str]]) -> list[str]:
    """Objects from the lowest upwards; each step is one of them and the next above it.

    What is not above anything begins a chain; what is left then, a ring, keeps its order.
    """
    above = dict(steps)
    waiting = dict.fromkeys(objects)
    reached = {*above.values()}
    found: list[str] = []
    for start in [one for one in waiting if one not in reached]:
        here: str | None = start
        while here is not None and here in waiting:
            del waiting[here]
            found.append(here)
            here = above.get(here)
    return [*found, *waiting]
