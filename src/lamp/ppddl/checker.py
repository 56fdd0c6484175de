"""Whether the names in a definition mean something: types, predicates, objects, variables.

Errors stop at the first; what can be read in spite of it becomes a notice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from lamp.errors import Notice, Place, PpddlError, reading
from lamp.ppddl import syntax
from lamp.ppddl.requirements import undeclared, uses_rewards
from lamp.ppddl.syntax import (
    ActionSchema,
    Condition,
    Domain,
    Effect,
    Problem,
    Signature,
    Term,
    Typed,
    is_variable,
)
from lamp.ppddl.types import TypeHierarchy

REWARDS_IGNORED = "rewards, costs and metrics are ignored: every action costs 1"


def check(domain: Domain, problem: Problem) -> tuple[Notice, ...]:
    """Return the warnings on a domain and its problem, or raise at the first mistake."""
    found = [*domain.notices, *problem.notices]
    found += _check_domain(domain)
    found += _check_problem(domain, problem)
    found += undeclared(domain, problem)
    rewards = uses_rewards(domain, problem)
    if rewards:
        found.append(Notice(rewards, REWARDS_IGNORED))
    said: set[str] = set()
    once = []
    for notice in found:
        if notice.kind not in said:
            once.append(notice)
        said |= {notice.kind} - {""}
    return tuple(once)


def _check_domain(domain: Domain) -> list[Notice]:
    scope = _Scope(domain)
    for declared in domain.types:
        scope.check_supertypes(declared)
    scope.declare_objects(domain.constants)
    for signature in (*domain.predicates, *domain.functions):
        scope.check_types(signature.parameters)
    _refuse_repeated(domain.predicates, "predicate", scope.notices)
    names: dict[str, ActionSchema] = {}
    for action in domain.actions:
        if action.name in names:
            raise PpddlError(
                f"there are two actions named {action.name}",
                place=action.place,
                remedy=f"The other one is in line {names[action.name].place.line}. Rename one",
            )
        names[action.name] = action
        scope.check_action(action)
    return scope.notices


def _check_problem(domain: Domain, problem: Problem) -> list[Notice]:
    if problem.domain != domain.name:
        raise PpddlError(
            f"problem {problem.name} belongs to domain {problem.domain}, not to {domain.name}",
            place=problem.place,
            remedy=f"Give it domain {problem.domain}, or correct its (:domain …)",
        )
    scope = _Scope(domain)
    scope.declare_objects(domain.constants)
    scope.notices.clear()
    scope.declare_objects(problem.objects)
    with reading("In :init"):
        for atom in problem.init:
            scope.check_atom(atom, {})
    with reading("In the goal"):
        scope.check_condition(problem.goal, {})
    return scope.notices


def _refuse_repeated(signatures: Iterable[Signature], what: str, notices: list[Notice]) -> None:
    known: dict[str, Signature] = {}
    for signature in signatures:
        other = known.setdefault(signature.name, signature)
        if [p.types for p in other.parameters] != [p.types for p in signature.parameters]:
            raise PpddlError(
                f"{what} {signature.name} is declared twice, with different arguments",
                place=signature.place,
                remedy=f"The other declaration is in line {other.place.line}",
            )
        if other is not signature:
            notices.append(Notice(signature.place, f"{what} {signature.name} is declared twice"))


class _Scope:
    """The names a definition may use; `check_…` raise at the first that is not one of them."""

    def __init__(self, domain: Domain) -> None:
        self.hierarchy = TypeHierarchy(domain)
        self.predicates = {signature.name: signature for signature in domain.predicates}
        self.objects: dict[str, Typed] = {}
        self.notices: list[Notice] = []
        self._declared_types = {declared.name for declared in domain.types} | {syntax.OBJECT}

    def check_supertypes(self, declared: Typed) -> None:
        for parent in declared.types:
            if parent not in self._declared_types:
                self._declared_types.add(parent)
                self.notices.append(
                    Notice(declared.place, f"supertype {parent} is not declared as a type itself")
                )

    def check_types(self, declared: Iterable[Typed]) -> None:
        for thing in declared:
            for name in thing.types:
                if name not in self.hierarchy:
                    raise _unknown("type", name, thing.place, self.hierarchy.names)

    def declare_objects(self, objects: Iterable[Typed]) -> None:
        for thing in objects:
            self.check_types((thing,))
            known = self.objects.setdefault(thing.name, thing)
            if set(known.types) != set(thing.types):
                raise PpddlError(
                    f"{thing.name} is declared twice, with different types: "
                    f"{_either(known.types)} and {_either(thing.types)}",
                    place=thing.place,
                    remedy="Keep one of them",
                )
            if known is not thing:
                self.notices.append(Notice(thing.place, f"{thing.name} is declared twice"))

    def check_action(self, action: ActionSchema) -> None:
        with reading(f"In the parameters of action {action.name}"):
            self.check_types(action.parameters)
        variables = {variable.name: variable for variable in action.parameters}
        with reading(f"In the precondition of action {action.name}"):
            self.check_condition(action.precondition, variables)
        with reading(f"In the effect of action {action.name}"):
            self.check_effect(action.effect, variables)

    def check_condition(self, condition: Condition, variables: Mapping[str, Typed]) -> None:
        match condition:
            case syntax.Atom():
                self.check_atom(condition, variables)
            case syntax.Equal(left, right):
                self._resolve(left, variables, condition.place)
                self._resolve(right, variables, condition.place)
            case syntax.Not(part):
                self.check_condition(part, variables)
            case syntax.And(parts) | syntax.Or(parts):
                for part in parts:
                    self.check_condition(part, variables)
            case syntax.Imply(premise, conclusion):
                self.check_condition(premise, variables)
                self.check_condition(conclusion, variables)
            case syntax.Exists(bound, part) | syntax.Forall(bound, part):
                self.check_types(bound)
                self.check_condition(part, {**variables, **{v.name: v for v in bound}})

    def check_effect(self, effect: Effect, variables: Mapping[str, Typed]) -> None:
        match effect:
            case syntax.Add(atom) | syntax.Delete(atom):
                self.check_atom(atom, variables)
            case syntax.AllOf(parts):
                for part in parts:
                    self.check_effect(part, variables)
            case syntax.ForEach(bound, part):
                self.check_types(bound)
                self.check_effect(part, {**variables, **{v.name: v for v in bound}})
            case syntax.When(condition, part):
                self.check_condition(condition, variables)
                self.check_effect(part, variables)
            case syntax.Probabilistic(branches):
                for branch in branches:
                    self.check_effect(branch.effect, variables)

    def check_atom(self, atom: syntax.Atom, variables: Mapping[str, Typed]) -> None:
        signature = self.predicates.get(atom.predicate)
        if signature is None:
            raise _unknown("predicate", atom.predicate, atom.place, self.predicates)
        if len(signature.parameters) != len(atom.terms):
            raise PpddlError(
                f"predicate {atom.predicate} takes {len(signature.parameters)} "
                f"argument{'s' * (len(signature.parameters) != 1)}, found {len(atom.terms)}",
                place=atom.place,
                remedy=f"It is declared as {_declaration(signature)}",
            )
        for position, (term, parameter) in enumerate(
            zip(atom.terms, signature.parameters, strict=True), 1
        ):
            own = self._resolve(term, variables, atom.place)
            if self._is_of_type(own, parameter):
                continue
            cause = (
                f"{term} is of type {_either(own.types)}, but argument {position} of "
                f"{atom.predicate} is of type {_either(parameter.types)}"
            )
            if not is_variable(term) or not self.hierarchy.overlaps(own.types, parameter.types):
                remedy = f"It is declared as {_declaration(signature)}"
                raise PpddlError(cause, place=atom.place, remedy=remedy)
            self.notices.append(Notice(atom.place, cause))

    def _is_of_type(self, own: Typed, parameter: Typed) -> bool:
        if is_variable(own.name):
            return self.hierarchy.fits(own.types, parameter.types)
        return any(self.hierarchy.fits((name,), parameter.types) for name in own.types)

    def _resolve(self, term: Term, variables: Mapping[str, Typed], place: Place) -> Typed:
        if is_variable(term):
            if term not in variables:
                raise _unknown("variable", term, place, variables)
            return variables[term]
        if term not in self.objects:
            raise _unknown("object", term, place, self.objects)
        return self.objects[term]


def _unknown(what: str, name: str, place: Place, known: Iterable[str]) -> PpddlError:
    names = list(known)
    close = get_close_matches(name, names, 1)
    if close:
        remedy = f"Did you mean {close[0]}?"
    elif names and len(names) <= 12:
        remedy = f"Known here: {', '.join(names)}"
    else:
        remedy = f"Declare the {what} first"
    return PpddlError(f"unknown {what} {name}", place=place, remedy=remedy)


def _either(types: tuple[str, ...]) -> str:
    return types[0] if len(types) == 1 else f"(either {' '.join(types)})"


def _declaration(signature: Signature) -> str:
    words = [f"{parameter.name} - {_either(parameter.types)}" for parameter in signature.parameters]
    return f"({' '.join([signature.name, *words])})"
