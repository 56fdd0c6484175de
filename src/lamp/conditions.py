"""Literals, and conditions in terms of them.

All code above the kernels encodes literals in one way, that of the SAT solver MiniSat (Eén and
Sörensson 2003): fact f is true is the integer 2f, fact f is false is 2f + 1. `Literal` is this
integer with named attributes, so that sets of literals are as fast as sets of integers. Code that
needs further propositions numbers them from 2n on, where n is the number of facts: the values and
choices of `lamp.fdr`, or the auxiliary propositions of a delete relaxation.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from lamp.task import Condition, Task


class Literal(int):
    """A fact that is true (2·fact), or one that is false (2·fact + 1)."""

    __slots__ = ()

    def __new__(cls, fact: int, positive: bool = True) -> Self:
        """The literal that a fact is true or, if it is not positive, false."""
        return int.__new__(cls, 2 * fact + (not positive))

    @classmethod
    def numbered(cls, number: int) -> Self:
        """The literal that an integer encodes."""
        return int.__new__(cls, number)

    @property
    def fact(self) -> int:
        """The fact that the literal is about."""
        return self >> 1

    @property
    def positive(self) -> bool:
        """Whether the literal says that its fact is true."""
        return not self & 1

    @property
    def negation(self) -> Literal:
        """The literal that holds where this one does not."""
        return int.__new__(Literal, self ^ 1)

    @property
    def condition(self) -> Condition:
        """The condition that just this literal holds."""
        return conjunction_of([self])

    def text(self, task: Task) -> str:
        """The literal as PPDDL writes it: `(on a b)` or `(not (on a b))`."""
        atom = str(task.atoms[self.fact])
        return atom if self.positive else f"(not {atom})"

    def __repr__(self) -> str:
        return f"Literal({self.fact}{'' if self.positive else ', positive=False'})"

    def __reduce__(self) -> tuple[type[Literal], tuple[int, bool]]:
        return type(self), (self.fact, self.positive)


def literals(true: Iterable[int], false: Iterable[int] = ()) -> tuple[Literal, ...]:
    """The literals that some facts are true, then those that others are false."""
    new = int.__new__  # twice as fast as Literal(fact), in code that every ground action runs
    return (
        *[new(Literal, 2 * fact) for fact in true],
        *[new(Literal, 2 * fact + 1) for fact in false],
    )


def literals_of(condition: Condition) -> tuple[Literal, ...]:
    """The literals that must all hold, without those inside disjunctions."""
    return literals(condition.true, condition.false)


def conjunction_of(conjuncts: Iterable[Literal]) -> Condition:
    """The condition that all of some literals hold."""
    ordered = sorted(set(conjuncts))
    return Condition(
        tuple(literal.fact for literal in ordered if literal.positive),
        tuple(literal.fact for literal in ordered if not literal.positive),
    )


def is_consistent(conjuncts: frozenset[Literal]) -> bool:
    """Whether no literal of a conjunction is the negation of another."""
    return conjuncts.isdisjoint([literal ^ 1 for literal in conjuncts])


def facts_of(condition: Condition) -> frozenset[int]:
    """All facts that a condition mentions, those inside disjunctions too."""
    nested = (facts_of(option) for clause in condition.any_of for option in clause)
    return frozenset((*condition.true, *condition.false)).union(*nested)


def condition_text(condition: Condition, task: Task) -> str:
    """The condition as PPDDL writes it, such as `(and (on a b) (not (on b c)))`."""
    conjuncts = conjunct_texts(condition, task)
    return conjuncts[0] if len(conjuncts) == 1 else f"({' '.join(['and', *conjuncts])})"


def conjunct_texts(condition: Condition, task: Task) -> list[str]:
    """The conjuncts of a condition as PPDDL writes them."""
    clauses = [[condition_text(option, task) for option in clause] for clause in condition.any_of]
    return [
        *(literal.text(task) for literal in literals_of(condition)),
        *(f"({' '.join(['or', *options])})" for options in clauses),
    ]
