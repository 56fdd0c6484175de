"""The type hierarchy of a domain, and which objects belong to which type."""

from __future__ import annotations

from collections.abc import Iterable

from lamp.errors import PpddlError
from lamp.ppddl.syntax import OBJECT, Domain, Problem, Typed


class TypeHierarchy:
    """Who is a subtype of whom; `object` is above all, several supertypes are allowed."""

    def __init__(self, domain: Domain) -> None:
        self._parents: dict[str, set[str]] = {OBJECT: set()}
        for declared in domain.types:
            self._parents.setdefault(declared.name, set()).update(declared.types)
            for parent in declared.types:
                self._parents.setdefault(parent, {OBJECT})
        self._parents[OBJECT] = set()
        self._above = {name: self._ancestors(name) for name in self._parents}
        for declared in domain.types:
            _refuse_cycle(declared, self._above)

    def __contains__(self, name: str) -> bool:
        return name in self._parents

    @property
    def names(self) -> Iterable[str]:
        """All types, declared or mentioned."""
        return self._parents

    def _ancestors(self, name: str) -> frozenset[str]:
        found: set[str] = set()
        waiting = [name]
        while waiting:
            for parent in self._parents[waiting.pop()]:
                if parent not in found:
                    found.add(parent)
                    waiting.append(parent)
        return frozenset(found)

    def is_subtype(self, name: str, of: str) -> bool:
        """Whether everything of type `name` is of type `of`."""
        return name == of or of in self._above[name] or of == OBJECT

    def fits(self, types: tuple[str, ...], declared: tuple[str, ...]) -> bool:
        """Whether every type of the first `either` is below some type of the second."""
        return all(any(self.is_subtype(name, of) for of in declared) for name in types)

    def overlaps(self, types: tuple[str, ...], declared: tuple[str, ...]) -> bool:
        """Whether an object could be of both."""
        return any(
            self.fits((name,), types) and self.fits((name,), declared) for name in self._parents
        )


def _refuse_cycle(declared: Typed, above: dict[str, frozenset[str]]) -> None:
    if declared.name in above[declared.name] and declared.types != (declared.name,):
        raise PpddlError(
            f"type {declared.name} is its own supertype",
            place=declared.place,
            remedy=f"Its supertypes are {', '.join(sorted(above[declared.name]))}",
        )


def all_objects(domain: Domain, problem: Problem) -> tuple[Typed, ...]:
    """Return constants and objects, each once; one declared twice has the types of both."""
    merged: dict[str, Typed] = {}
    for declared in (*domain.constants, *problem.objects):
        known = merged.get(declared.name)
        types = dict.fromkeys((*(known.types if known else ()), *declared.types))
        merged[declared.name] = Typed(declared.name, tuple(types), place=declared.place)
    return tuple(merged.values())


def objects_by_type(domain: Domain, problem: Problem) -> dict[str, tuple[str, ...]]:
    """Return, for each type, its objects in the order of their declaration."""
    hierarchy = TypeHierarchy(domain)
    objects = all_objects(domain, problem)
    return {
        name: tuple(
            thing.name
            for thing in objects
            if any(hierarchy.is_subtype(own, name) for own in thing.types)
        )
        for name in hierarchy.names
    }
