"""Action literals of PDDLGym: predicates that are true of nothing but the action being chosen.

A comment `; (:actions pick put)` in a domain names them. In PDDLGym an agent chooses a literal such
as `(pick a)`, and the one action applies whose precondition holds with it. As choosing an action is
choosing its literal, the literal can be left out: what is left is plain PPDDL.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from lamp.errors import Notice, Place, Source, UnsupportedFeature, reading
from lamp.ppddl import syntax
from lamp.ppddl.syntax import ActionSchema, Condition, Domain, Effect, Problem, Signature, Typed
from lamp.ppddl.types import TypeHierarchy

COMMENT = re.compile(r";[^\n]*?(\(:actions(?=[\s)])([^()\n;]*)\))", re.IGNORECASE)


def named_in(
    source: Source, span: tuple[int, int], declared: Collection[Signature]
) -> tuple[tuple[str, ...], list[Notice]]:
    """The predicates that a comment in a part of a text names as actions, with a note on them.

    Where it names no predicate at all, it is a comment like any other.
    """
    match = COMMENT.search(source.text, *span)
    names = tuple(dict.fromkeys(match[2].lower().split())) if match else ()
    predicates = {signature.name for signature in declared}
    chosen = tuple(name for name in names if name in predicates)
    if not match or not chosen:
        return (), []
    text = (
        f"action literals as in PDDLGym: {', '.join(chosen)} hold for the chosen action alone, and "
        "are left out of preconditions and :init"
    )
    notices = [Notice(Place(source, match.start(1)), text)]
    others = [name for name in names if name not in predicates]
    if others:
        unknown = f"(:actions …) names what is no predicate: {', '.join(others)}; it is ignored"
        notices.append(Notice(Place(source, match.start(1)), unknown))
    return chosen, notices


def check_action_literals(domain: Domain) -> list[Notice]:
    """The notes on actions that cannot be chosen; raises where a literal cannot be left out."""
    if not domain.action_predicates:
        return []
    notices = []
    for action in domain.actions:
        with reading(f"In the precondition of action {action.name}"):
            literals = list(dict.fromkeys(_literals(action.precondition, domain)))
        with reading(f"In the effect of action {action.name}"):
            _refuse(_atoms_of_effect(action.effect), domain)
        if len(literals) > 1:
            raise UnsupportedFeature(
                f"action {action.name} asks for {len(literals)} action literals, but one is chosen",
                place=literals[1].place,
                remedy="Leave one of them in the precondition",
            )
        if not literals:
            text = f"action {action.name} has no action literal: it cannot be chosen"
            notices.append(Notice(action.place, f"{text}, and it is left out", "no literal"))
    return notices


def check_goal_literals(domain: Domain, problem: Problem) -> None:
    """Raise where the goal has an action literal."""
    _refuse(_atoms(problem.goal), domain)


def without_action_literals(domain: Domain, problem: Problem) -> tuple[Domain, Problem]:
    """The same domain and problem in plain PPDDL; both have been checked."""
    names = domain.action_predicates
    if not names:
        return domain, problem
    actions = (_without_literal(action, domain) for action in domain.actions)
    predicates = tuple(p for p in domain.predicates if p.name not in names)
    init = tuple(atom for atom in problem.init if atom.predicate not in names)
    denied = tuple(atom for atom in problem.denied if atom.predicate not in names)
    return (
        replace(
            domain,
            predicates=predicates,
            action_predicates=(),
            actions=tuple(action for action in actions if action),
        ),
        replace(problem, init=init, denied=denied),
    )


def _without_literal(action: ActionSchema, domain: Domain) -> ActionSchema | None:
    """The action for all objects that its literal may have; nothing where it has none."""
    literal = next(_literals(action.precondition, domain), None)
    if literal is None:
        return None
    signature = next(p for p in domain.predicates if p.name == literal.predicate)
    parameters = {parameter.name: parameter for parameter in action.parameters}
    hierarchy = TypeHierarchy(domain)
    for term, declared in zip(literal.terms, signature.parameters, strict=True):
        if term in parameters:
            parameters[term] = _narrowed(parameters[term], declared, hierarchy)
    return replace(
        action,
        parameters=tuple(parameters.values()),
        precondition=_without_literals(action.precondition, domain),
    )


def _narrowed(parameter: Typed, declared: Typed, hierarchy: TypeHierarchy) -> Typed:
    """The parameter with the types that an argument of the literal may have as well."""
    if hierarchy.fits(parameter.types, declared.types):
        return parameter
    both = [
        name
        for name in hierarchy.names
        if hierarchy.fits((name,), parameter.types) and hierarchy.fits((name,), declared.types)
    ]
    return replace(parameter, types=tuple(both))


def _without_literals(condition: Condition, domain: Domain) -> Condition:
    """The condition without its action literals."""
    match condition:
        case syntax.Atom(predicate) if predicate in domain.action_predicates:
            return syntax.TRUE
        case syntax.And(operands):
            left = (
                _without_literals(operand, domain)
                for operand in operands
                if not _is_literal(operand, domain)
            )
            return replace(condition, operands=tuple(left))
        case _:
            return condition


def _is_literal(condition: Condition, domain: Domain) -> bool:
    return isinstance(condition, syntax.Atom) and condition.predicate in domain.action_predicates


def _literals(condition: Condition, domain: Domain) -> Iterator[syntax.Atom]:
    """The action literals of a conjunction; raises at those that stand elsewhere."""
    match condition:
        case syntax.Atom():
            if _is_literal(condition, domain):
                yield condition
        case syntax.And(operands):
            for operand in operands:
                yield from _literals(operand, domain)
        case _:
            _refuse(_atoms(condition), domain)


def _refuse(atoms: Iterator[syntax.Atom], domain: Domain) -> None:
    for atom in atoms:
        if _is_literal(atom, domain):
            raise UnsupportedFeature(
                f"the action literal ({atom.predicate} …) stands where it cannot be left out",
                place=atom.place,
                remedy="Such literals stand in preconditions, alone or in an (and …)",
            )


def _atoms(condition: Condition) -> Iterator[syntax.Atom]:
    """All atoms of a condition."""
    match condition:
        case syntax.Atom():
            yield condition
        case syntax.And(operands) | syntax.Or(operands):
            for operand in operands:
                yield from _atoms(operand)
        case syntax.Not(part) | syntax.Exists(_, part) | syntax.Forall(_, part):
            yield from _atoms(part)
        case syntax.Imply(premise, conclusion):
            yield from _atoms(premise)
            yield from _atoms(conclusion)


def _atoms_of_effect(effect: Effect) -> Iterator[syntax.Atom]:
    """All atoms of an effect, those of its conditions among them."""
    match effect:
        case syntax.Add(atom) | syntax.Delete(atom):
            yield atom
        case syntax.AllOf(effects):
            for inner in effects:
                yield from _atoms_of_effect(inner)
        case syntax.When(condition, part):
            yield from _atoms(condition)
            yield from _atoms_of_effect(part)
        case syntax.ForEach(_, part):
            yield from _atoms_of_effect(part)
        case syntax.Probabilistic(branches):
            for branch in branches:
                yield from _atoms_of_effect(branch.effect)
