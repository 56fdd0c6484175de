"""Short functions for the declarations and atoms of a problem."""

from __future__ import annotations

from collections.abc import Iterable

from lamp.ppddl import And, Atom, Typed


def atom(predicate: str, *terms: str) -> Atom:
    """Return `(predicate term …)`."""
    return Atom(predicate, terms)


def objects(kind: str, names: Iterable[str]) -> tuple[Typed, ...]:
    """Return the declaration of objects of one type."""
    return tuple(Typed(name, (kind,)) for name in names)


def conjunction(atoms: Iterable[Atom]) -> And:
    """Return the goal that all the atoms are true."""
    return And(tuple(atoms))


def numbered(letter: str, first: int, count: int) -> tuple[str, ...]:
    """Return names such as b1 b2 b3, `count` of them."""
    return tuple(f"{letter}{number}" for number in range(first, first + count))


def numbers(text: str) -> tuple[int, ...]:
    """Return the numbers in a text such as `4 5 7`."""
    return tuple(map(int, text.split()))
