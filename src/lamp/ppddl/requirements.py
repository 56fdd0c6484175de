"""Which requirements a domain and problem use, and which of them are not declared."""

from __future__ import annotations

from collections.abc import Container, Iterator
from difflib import get_close_matches

from lamp.errors import Notice, Place
from lamp.ppddl import syntax
from lamp.ppddl.reader import word_place
from lamp.ppddl.syntax import Condition, Domain, Effect, Problem

QUANTIFIED = (":existential-preconditions", ":universal-preconditions")
IMPLIED = {
    ":adl": (
        ":strips",
        ":typing",
        ":equality",
        ":negative-preconditions",
        ":disjunctive-preconditions",
        *QUANTIFIED,
        ":conditional-effects",
    ),
    ":quantified-preconditions": QUANTIFIED,
    ":mdp": (":probabilistic-effects", ":rewards", ":action-costs"),
    ":rewards": (":action-costs",),
    ":fluents": (":rewards", ":action-costs"),
    ":numeric-fluents": (":rewards", ":action-costs"),
    ":action-costs": (":rewards",),
    ":non-deterministic": (":probabilistic-effects",),
}


KNOWN = {
    *IMPLIED,
    *(flag for flags in IMPLIED.values() for flag in flags),
    ":constants",
    # of other dialects: what they stand for is refused where it is used
    ":constraints",
    ":continuous-effects",
    ":derived-predicates",
    ":duration-inequalities",
    ":durative-actions",
    ":goal-utilities",
    ":multi-agent",
    ":object-fluents",
    ":partial-observability",
    ":preferences",
    ":timed-initial-literals",
}


def requirements_used(domain: Domain, problem: Problem | None = None) -> dict[str, Place]:
    """Return each requirement that is used, with the place of its first use."""
    first_uses: dict[str, Place] = {}
    for requirement, place in _uses(domain, problem):
        first_uses.setdefault(requirement, place)
    return dict(sorted(first_uses.items()))


def undeclared(
    domain: Domain, problem: Problem | None, ignoring: Container[Place] = ()
) -> list[Notice]:
    """Return a warning for each requirement that is used, elsewhere than ignored, undeclared."""
    declared = {*domain.requirements, *(problem.requirements if problem else ())}
    for flag in tuple(declared):
        declared.update(IMPLIED.get(flag, ()))
    notices: dict[str, Notice] = {}
    for flag, place in _uses(domain, problem):
        if flag not in declared and flag not in notices and place not in ignoring:
            text = f"requirement {flag} is used but not declared; add it to (:requirements …)"
            notices[flag] = Notice(place, text)
    return list(notices.values())


def unknown(domain: Domain, problem: Problem | None = None) -> list[Notice]:
    """Return a warning for each requirement that no dialect has."""
    notices = []
    for definition in (domain, problem) if problem else (domain,):
        for flag in definition.requirements:
            if flag not in KNOWN:
                close = get_close_matches(flag, KNOWN, 1)
                hint = f"; did you mean {close[0]}?" if close else ""
                text = f"unknown requirement {flag}{hint}"
                notices.append(Notice(word_place(definition.place, flag), text))
    return notices


def _uses(domain: Domain, problem: Problem | None = None) -> Iterator[tuple[str, Place]]:
    for declared in domain.types[:1]:
        yield ":typing", declared.place
    for declared in (*domain.constants, *(problem.objects if problem else ())):
        if declared.types != (syntax.OBJECT,):
            yield ":typing", declared.place
            break
    for action in domain.actions:
        for parameter in action.parameters:
            if parameter.types != (syntax.OBJECT,):
                yield ":typing", parameter.place
        yield from _in_condition(action.precondition)
        yield from _in_effect(action.effect)
    if problem:
        yield from _in_problem(problem)


def _in_problem(problem: Problem) -> Iterator[tuple[str, Place]]:
    yield from _in_condition(problem.goal)
    if problem.goal_reward is not None:
        yield ":rewards", word_place(problem.place, ":goal-reward")
    if problem.goal_probability is not None:
        yield ":rewards", word_place(problem.place, ":goal-probability")


def _in_condition(condition: Condition) -> Iterator[tuple[str, Place]]:
    match condition:
        case syntax.Equal():
            yield ":equality", condition.place
        case syntax.Not(part):
            if isinstance(part, syntax.Atom):
                yield ":negative-preconditions", condition.place
            elif not isinstance(part, syntax.Equal):
                yield ":disjunctive-preconditions", condition.place
            yield from _in_condition(part)
        case syntax.And(operands):
            for operand in operands:
                yield from _in_condition(operand)
        case syntax.Or(operands):
            yield ":disjunctive-preconditions", condition.place
            for operand in operands:
                yield from _in_condition(operand)
        case syntax.Imply(premise, conclusion):
            yield ":disjunctive-preconditions", condition.place
            yield from _in_condition(premise)
            yield from _in_condition(conclusion)
        case syntax.Exists(_, part):
            yield ":existential-preconditions", condition.place
            yield from _in_condition(part)
        case syntax.Forall(_, part):
            yield ":universal-preconditions", condition.place
            yield from _in_condition(part)


def _in_effect(effect: Effect) -> Iterator[tuple[str, Place]]:
    match effect:
        case syntax.AllOf(effects):
            for inner in effects:
                yield from _in_effect(inner)
        case syntax.ForEach(_, part):
            yield ":conditional-effects", effect.place
            yield from _in_effect(part)
        case syntax.When(condition, part):
            yield ":conditional-effects", effect.place
            yield from _in_condition(condition)
            yield from _in_effect(part)
        case syntax.Probabilistic(branches):
            yield ":probabilistic-effects", effect.place
            for branch in branches:
                yield from _in_effect(branch.effect)
        case syntax.RewardChange():
            yield (":rewards" if effect.fluent == "reward" else ":action-costs"), effect.place
