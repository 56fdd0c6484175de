"""The type hierarchy of a domain, and which objects belong to which type."""

from __future__ import annotations

from collections.abc import Iterable

from lamp.errors import PpddlError
from lamp.ppddl.reader import word_place
from lamp.ppddl.syntax import OBJECT, Domain, Problem, Typed


class TypeHierarchy:
    """The types and their supertypes; `object` is above all, several supertypes are allowed."""

    def __init__(self, domain: Domain) -> None:
        self._parents: dict[str, list[str]] = {OBJECT: []}
        for declared in domain.types:
            self._parents.setdefault(declared.name, []).extend(declared.types)
            for parent in declared.types:
                self._parents.setdefault(parent, [])
        self._parents[OBJECT] = []
        self._above: dict[str, frozenset[str]] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._parents

    @property
    def names(self) -> Iterable[str]:
        """All types, declared or mentioned."""
        return self._parents

    def supertypes(self, name: str) -> frozenset[str]:
        """The type itself and all types above it."""
        if name not in self._above:
            above = {name, OBJECT}
            waiting = [name]
            while waiting:
                for parent in self._parents[waiting.pop()]:
                    if parent not in above:
                        above.add(parent)
                        waiting.append(parent)
            self._above[name] = frozenset(above)
        return self._above[name]

    def fits(self, types: Iterable[str], declared: Iterable[str]) -> bool:
        """Whether every type of the first `either` is below some type of the second."""
        accepted = frozenset(declared)
        return all(not accepted.isdisjoint(self.supertypes(name)) for name in types)

    def overlaps(self, types: tuple[str, ...], declared: tuple[str, ...]) -> bool:
        """Whether an object could be of both."""
        return any(
            self.fits((name,), types) and self.fits((name,), declared) for name in self._parents
        )

    def refuse_cycles(self, domain: Domain) -> None:
        """Raise at a type that is its own supertype; `a - a` is allowed and has no meaning."""
        waiting = {name: len(set(above) - {name}) for name, above in self._parents.items()}
        below: dict[str, list[str]] = {name: [] for name in self._parents}
        for name, above in self._parents.items():
            for parent in set(above) - {name}:
                below[parent].append(name)
        free = [name for name, number in waiting.items() if number == 0]
        while free:
            for name in below[free.pop()]:
                waiting[name] -= 1
                if waiting[name] == 0:
                    free.append(name)
        for declared in domain.types:
            if waiting[declared.name] and any(waiting[parent] for parent in declared.types):
                member = next(parent for parent in declared.types if waiting[parent])
                raise PpddlError(
                    f"type {declared.name} is its own supertype",
                    place=word_place(declared.place, member),
                    remedy=f"The way from {member} upwards leads back to it; remove one step",
                )


def all_objects(domain: Domain, problem: Problem) -> tuple[Typed, ...]:
    """Return constants and objects, each once."""
    objects: dict[str, Typed] = {}
    for declared in (*domain.constants, *problem.objects):
        objects.setdefault(declared.name, declared)
    return tuple(objects.values())


def objects_by_type(domain: Domain, problem: Problem) -> dict[str, tuple[str, ...]]:
    """Return, for each type, its objects in the order of their declaration."""
    hierarchy = TypeHierarchy(domain)
    by_type: dict[str, list[str]] = {name: [] for name in hierarchy.names}
    for declared in all_objects(domain, problem):
        for name in {above for own in declared.types for above in hierarchy.supertypes(own)}:
            by_type[name].append(declared.name)
    return {name: tuple(objects) for name, objects in by_type.items()}
