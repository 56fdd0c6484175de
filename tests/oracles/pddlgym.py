"""An oracle for action literals: PDDLGym's rules, on the definitions as they are written."""

from __future__ import annotations

from itertools import product

from lamp.ppddl import Domain, Problem
from lamp.ppddl.syntax import Typed
from tests.oracles.naive_semantics import GroundAtom, NaiveModel


class PddlGym:
    """What PDDLGym does with its files, by its rules: the literal is added, then taken away."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self._model = NaiveModel(domain, problem)
        self._names = set(domain.action_predicates)
        names = [typed.name for typed in (*domain.constants, *problem.objects)]
        self.literals = [
            (signature.name, *arguments)
            for signature in domain.predicates
            if signature.name in self._names
            for arguments in product(names, repeat=len(signature.parameters))
            if all(map(self._fits, arguments, signature.parameters))
        ]

    def _fits(self, name: str, parameter: Typed) -> bool:
        return name in self._model._objects(parameter)  # noqa: SLF001

    def initial(self) -> frozenset[GroundAtom]:
        """The initial state, in which no literal is."""
        return frozenset(atom for atom in self._model.initial if atom[0] not in self._names)

    def step(self, state: frozenset[GroundAtom], literal: GroundAtom) -> set[object]:
        """The operators that answer to a literal, each with its distribution."""
        with_literal = state | {literal}
        return {
            (name, arguments, frozenset((after - {literal}, chance) for after, chance in reached))
            for name, arguments in self._model.applicable(with_literal)
            for reached in [self._model.successors(with_literal, name, arguments).items()]
        }
