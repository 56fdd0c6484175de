"""Which requirements a domain and problem use, and which of them they forgot to declare."""

from __future__ import annotations

from collections.abc import Iterator

from lamp.errors import Notice, Place
from lamp.ppddl import syntax
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
    ":mdp": (":probabilistic-effects", ":rewards"),
    ":fluents": (":rewards",),
    ":numeric-fluents": (":rewards",),
    ":action-costs": (":rewards",),
    ":non-deterministic": (":probabilistic-effects",),
}


def requirements_used(domain: Domain, problem: Problem) -> dict[str, Place]:
    """Return each requirement that is used, with the place of its first use."""
    found: dict[str, Place] = {}
    for requirement, place in _uses(domain, problem):
        found.setdefault(requirement, place)
    return dict(sorted(found.items()))


def undeclared(domain: Domain, problem: Problem) -> list[Notice]:
    """Return a warning for each requirement that is used but not declared."""
    declared = set(domain.requirements) | set(problem.requirements)
    for flag in tuple(declared):
        declared.update(IMPLIED.get(flag, ()))
    return [
        Notice(place, f"requirement {requirement} is used but not declared")
        for requirement, place in requirements_used(domain, problem).items()
        if requirement not in declared
    ]


def uses_rewards(domain: Domain, problem: Problem) -> Place | None:
    """Return the first place that speaks of rewards, costs or a metric."""
    place = requirements_used(domain, problem).get(":rewards")
    if place is None and problem.metric:
        return problem.metric.place
    return place


def _uses(domain: Domain, problem: Problem) -> Iterator[tuple[str, Place]]:
    for declared in (*domain.types, *domain.constants, *problem.objects):
        if declared in domain.types or declared.types != (syntax.OBJECT,):
            yield ":typing", declared.place
            break
    for action in domain.actions:
        for parameter in action.parameters:
            if parameter.types != (syntax.OBJECT,):
                yield ":typing", parameter.place
        yield from _in_condition(action.precondition)
        yield from _in_effect(action.effect)
    yield from _in_condition(problem.goal)
    if problem.goal_reward is not None or problem.goal_probability is not None:
        yield ":rewards", problem.place


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
        case syntax.And(parts):
            for part in parts:
                yield from _in_condition(part)
        case syntax.Or(parts):
            yield ":disjunctive-preconditions", condition.place
            for part in parts:
                yield from _in_condition(part)
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
        case syntax.AllOf(parts):
            for part in parts:
                yield from _in_effect(part)
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
            yield ":rewards", effect.place
