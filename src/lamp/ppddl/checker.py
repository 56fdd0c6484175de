"""Whether the names in a definition are declared: types, predicates, objects, variables.

The first error is raised; what can be read in spite of a mistake becomes a notice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches

from lamp.errors import Notice, Place, PpddlError, Topic, UnsupportedFeature, reading
from lamp.ppddl import syntax
from lamp.ppddl.action_literals import check_action_literals, check_goal_literals
from lamp.ppddl.costs import NUMBERS, cost_notices, initial_values
from lamp.ppddl.reader import item_place, word_place
from lamp.ppddl.requirements import undeclared, unknown
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
from lamp.ppddl.writer import signature_text, types_text


def check(domain: Domain, problem: Problem) -> tuple[Notice, ...]:
    """Return the warnings on a domain and its problem, or raise at the first mistake."""
    notices = [*domain.notices, *problem.notices]
    notices += _in_domain(domain)
    notices += _in_problem(domain, problem)
    notices += cost_notices(domain, problem)
    return _summed_up(notices + _on_requirements(domain, problem, notices))


def check_domain(domain: Domain) -> tuple[Notice, ...]:
    """Return the warnings on a domain alone, or raise at the first mistake."""
    notices = [*domain.notices, *_in_domain(domain)]
    return _summed_up(notices + _on_requirements(domain, None, notices))


def _on_requirements(
    domain: Domain, problem: Problem | None, notices: list[Notice]
) -> list[Notice]:
    uniform = {notice.place for notice in notices if notice.kind == "oneof"}
    return undeclared(domain, problem, ignoring=uniform) + unknown(domain, problem)


def _summed_up(notices: list[Notice]) -> tuple[Notice, ...]:
    """Of each kind the first, with the number of the others."""
    groups: dict[object, list[Notice]] = {}
    for notice in notices:
        groups.setdefault(notice.kind or id(notice), []).append(notice)
    return tuple(
        replace(first, text=f"{first.text} (and {len(others):,} more)") if others else first
        for first, *others in groups.values()
    )


def _in_domain(domain: Domain) -> list[Notice]:
    scope = _Scope(domain)
    scope.hierarchy.refuse_cycles(domain)
    for declared in domain.types:
        scope.check_supertypes(declared)
    scope.declare_objects(domain.constants)
    for signature in (*domain.predicates, *domain.functions):
        scope.check_types(signature.parameters)
    _refuse_repeated(domain.predicates, "predicate", scope.notices)
    _refuse_repeated(domain.functions, "function", scope.notices)
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
    return scope.notices + check_action_literals(domain)


def _in_problem(domain: Domain, problem: Problem) -> list[Notice]:
    if problem.domain != domain.name:
        raise PpddlError(
            f"problem {problem.name} belongs to domain {problem.domain}, not to {domain.name}",
            place=word_place(word_place(problem.place, ":domain"), problem.domain),
            remedy=f"Give the file of domain {problem.domain}, or correct this name",
        )
    scope = _Scope(domain, ":objects")
    scope.declare_objects(domain.constants)
    scope.notices.clear()
    scope.declare_objects(problem.objects)
    true = set(problem.init)
    with reading("In :init"):
        for atom in (*problem.init, *problem.denied):
            scope.check_atom(atom, {})
        for function, _ in problem.values:
            if function.terms or function.function not in NUMBERS:
                scope.check_function(function, {})
        initial_values(problem)
    if problem.goal_probability is not None:
        place = word_place(problem.place, ":goal-probability")
        text = ":goal-probability is ignored: the goal is reached as surely as possible"
        scope.notices.append(Notice(place, text, topic=Topic.MEANING))
    for atom in problem.denied:
        if atom in true:
            text = f"({atom.predicate} …) is said to be true and false; it is taken as true"
            scope.notices.append(Notice(atom.place, text, "contradiction", Topic.MEANING))
    with reading("In the goal"):
        scope.check_condition(problem.goal, {})
        check_goal_literals(domain, problem)
    return scope.notices


def _refuse_repeated(signatures: Iterable[Signature], what: str, notices: list[Notice]) -> None:
    first_declarations: dict[str, Signature] = {}
    for signature in signatures:
        other = first_declarations.setdefault(signature.name, signature)
        if [p.types for p in other.parameters] != [p.types for p in signature.parameters]:
            raise PpddlError(
                f"{what} {signature.name} is declared twice, with different arguments",
                place=signature.place,
                remedy=f"The other declaration is in line {other.place.line}",
            )
        if other is not signature:
            text = f"{what} {signature.name} is declared twice"
            notices.append(Notice(signature.place, text, f"{what} twice"))


class _Scope:
    """The names a definition may use; `check_…` raise at the first that is not one of them."""

    def __init__(self, domain: Domain, section: str = ":constants") -> None:
        self._section = section
        self.hierarchy = TypeHierarchy(domain)
        self.predicates = {signature.name: signature for signature in domain.predicates}
        self.functions = {signature.name: signature for signature in domain.functions}
        self.objects: dict[str, Typed] = {}
        self.notices: list[Notice] = []
        self._declared_types = {declared.name for declared in domain.types} | {syntax.OBJECT}

    def check_supertypes(self, declared: Typed) -> None:
        for parent in declared.types:
            if parent not in self._declared_types:
                self._declared_types.add(parent)
                self.notices.append(
                    Notice(
                        word_place(declared.place, parent),
                        f"supertype {parent} is not declared as a type itself; add it to :types",
                    )
                )

    def check_types(self, declared: Iterable[Typed]) -> None:
        for name_and_types in declared:
            for name in name_and_types.types:
                if name not in self.hierarchy:
                    place = word_place(name_and_types.place, name)
                    raise _unknown("type", name, place, self.hierarchy.names, "in (:types …)")

    def declare_objects(self, objects: Iterable[Typed]) -> None:
        for declared in objects:
            self.check_types((declared,))
            first = self.objects.setdefault(declared.name, declared)
            if set(first.types) != set(declared.types):
                raise PpddlError(
                    f"{declared.name} is declared twice, with different types: "
                    f"{types_text(first.types)} and {types_text(declared.types)}",
                    place=declared.place,
                    remedy="Keep one of them",
                )
            if first is not declared:
                text = f"object {declared.name} is declared twice"
                self.notices.append(Notice(declared.place, text, "object twice"))

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
                for position, term in enumerate((left, right), 1):
                    self._resolve(term, variables, condition.place, position)
            case syntax.Not(part):
                self.check_condition(part, variables)
            case syntax.And(operands) | syntax.Or(operands):
                for operand in operands:
                    self.check_condition(operand, variables)
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
            case syntax.AllOf(effects):
                for inner in effects:
                    self.check_effect(inner, variables)
            case syntax.ForEach(bound, part):
                self.check_types(bound)
                self.check_effect(part, {**variables, **{v.name: v for v in bound}})
            case syntax.When(condition, part):
                self.check_condition(condition, variables)
                self.check_effect(part, variables)
            case syntax.Probabilistic(branches):
                for branch in branches:
                    self.check_effect(branch.effect, variables)
            case syntax.RewardChange(amount=amount):
                self.check_expression(amount, variables)

    def check_expression(
        self, expression: syntax.Expression, variables: Mapping[str, Typed]
    ) -> None:
        match expression:
            case syntax.FunctionTerm():
                self.check_function(expression, variables)
            case syntax.Arithmetic(operands=operands):
                for operand in operands:
                    self.check_expression(operand, variables)

    def check_function(self, term: syntax.FunctionTerm, variables: Mapping[str, Typed]) -> None:
        if term.function in NUMBERS and not term.terms:
            raise UnsupportedFeature(
                f"an amount that depends on {term.function} is not supported",
                place=term.place,
                remedy="Amounts are made of numbers, and of functions with values in :init",
            )
        signature = self.functions.get(term.function)
        if signature is None:
            where = "in (:functions …)"
            raise _unknown("function", term.function, term.place, self.functions, where)
        self._check_arguments("function", signature, term.terms, term.place, variables)

    def check_atom(self, atom: syntax.Atom, variables: Mapping[str, Typed]) -> None:
        signature = self.predicates.get(atom.predicate)
        if signature is None:
            raise _unknown(
                "predicate", atom.predicate, atom.place, self.predicates, "in (:predicates …)"
            )
        self._check_arguments("predicate", signature, atom.terms, atom.place, variables)

    def _check_arguments(
        self,
        what: str,
        signature: Signature,
        terms: tuple[Term, ...],
        place: Place,
        variables: Mapping[str, Typed],
    ) -> None:
        """Raise where the number or a type of arguments differs from the declared ones."""
        if len(signature.parameters) != len(terms):
            raise PpddlError(
                f"{what} {signature.name} takes {len(signature.parameters)} "
                f"argument{'s' * (len(signature.parameters) != 1)}, found {len(terms)}",
                place=place,
                remedy=f"It is declared as {signature_text(signature)}",
            )
        for position, (term, parameter) in enumerate(
            zip(terms, signature.parameters, strict=True), 1
        ):
            own = self._resolve(term, variables, place, position)
            if self._is_of_type(own, parameter):
                continue
            cause = (
                f"{term} is of type {types_text(own.types)}, but argument {position} of "
                f"{signature.name} is of type {types_text(parameter.types)}"
            )
            if not is_variable(term) or not self.hierarchy.overlaps(own.types, parameter.types):
                remedy = f"It is declared as {signature_text(signature)}"
                raise PpddlError(cause, place=item_place(place, position), remedy=remedy)
            text = f"{cause}; it is read as it is"
            self.notices.append(Notice(place, text, "wider type"))

    def _is_of_type(self, own: Typed, parameter: Typed) -> bool:
        if is_variable(own.name):
            return self.hierarchy.fits(own.types, parameter.types)
        return any(self.hierarchy.fits((name,), parameter.types) for name in own.types)

    def _resolve(
        self, term: Term, variables: Mapping[str, Typed], atom: Place, position: int
    ) -> Typed:
        """What a term stands for; `atom` and `position` are its place, if it is unknown."""
        if is_variable(term):
            if term in variables:
                return variables[term]
            where = "with (exists …) or (forall …) around the condition"
            if self._section == ":constants":
                where = f"as a parameter, or {where}"
            raise _unknown("variable", term, item_place(atom, position), variables, where)
        if term in self.objects:
            return self.objects[term]
        candidates = [f"?{term}"] if f"?{term}" in variables else self.objects
        where = f"in ({self._section} …)"
        raise _unknown("object", term, item_place(atom, position), candidates, where)


def _unknown(
    what: str, name: str, place: Place, candidates: Iterable[str], where: str
) -> PpddlError:
    close = get_close_matches(name, candidates, 1) if len(name) < 100 else []
    if what == "predicate" and name in {"!=", "<>", "==", "eq", "neq", "equal"}:
        where, close = "… or write (= ?x ?y), (not (= ?x ?y))", []
    remedy = f"Did you mean {close[0]}?" if close else f"Declare it {where}"
    return PpddlError(f"unknown {what} {name}", place=place, remedy=remedy)
