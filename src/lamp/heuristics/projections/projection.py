"""Projections: the abstractions of a task that keep the facts of a pattern and drop all others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from lamp.conditions import facts_of
from lamp.fdr import determinize, mutex_groups, variables_of
from lamp.task import ALWAYS, NO_COST, Action, Condition, Effect, Outcome, Task

Pattern: TypeAlias = frozenset[int]
"""The facts that a projection keeps."""


def variables(task: Task, is_over: Callable[[], bool]) -> list[Pattern]:
    """The facts of each finite-domain variable: a mutex group, or a single fact.

    When the time is over, there may be more variables of a single fact.
    """
    groups = mutex_groups(task, determinize(task), is_over)
    return [frozenset(group) for group in variables_of(task, groups).groups]


def changed_by(action: Action) -> frozenset[int]:
    """The facts that an action may change."""
    facts: set[int] = set()
    for outcome in action.outcomes:
        facts.update(outcome.add, outcome.delete)
        for effect in outcome.conditional:
            facts.update(effect.add, effect.delete)
    return frozenset(facts)


def closure(task: Task, pattern: Pattern) -> Pattern:
    """The least closed pattern that contains a pattern.

    A pattern is closed if it contains the facts in the conditions of all conditional effects that
    change one of its facts. Only then do the facts of the pattern determine how an outcome changes
    them.
    """
    effects = [
        effect
        for action in task.actions
        for outcome in action.outcomes
        for effect in outcome.conditional
    ]
    while True:
        conditions = (e.condition for e in effects if not pattern.isdisjoint((*e.add, *e.delete)))
        extended = pattern.union(*map(facts_of, conditions))
        if extended == pattern:
            return pattern
        pattern = extended


def project(task: Task, pattern: Pattern) -> Task:
    """The projection of a task to a closed pattern P; its optimal values bound the task's.

    The abstract state of a state s is s ∩ P. Literals of facts outside P are dropped from all
    conditions and effects. So each transition (s, a, p, s′) of the task is a transition
    (s ∩ P, a, p, s′ ∩ P) of the projection, and each policy of the task reaches the goal there with
    at least the same probability and at most the same cost (Klößner et al. 2021). Actions that
    change no fact of P are left out.

    A cost whose condition reads dropped facts counts where it is negative, and elsewhere not at
    all; so no transition costs more than in the task.
    """
    actions = [_action(action, pattern) for action in task.actions if changed_by(action) & pattern]
    return Task(
        task.name,
        task.atoms,
        tuple(actions),
        task.initial & pattern,
        _condition(task.goal, pattern),
    )


def _action(action: Action, pattern: Pattern) -> Action:
    outcomes = tuple(_outcome(outcome, pattern) for outcome in action.outcomes)
    return Action(action.name, action.arguments, _condition(action.precondition, pattern), outcomes)


def _outcome(outcome: Outcome, pattern: Pattern) -> Outcome:
    lowered = (
        min(effect.cost, NO_COST)
        for effect in outcome.conditional
        if not facts_of(effect.condition) <= pattern
    )
    return Outcome(
        outcome.probability,
        _restrict(outcome.add, pattern),
        _restrict(outcome.delete, pattern),
        tuple(_effects(outcome, pattern)),
        sum(lowered, outcome.cost),
    )


def _effects(outcome: Outcome, pattern: Pattern) -> Iterable[Effect]:
    for effect in outcome.conditional:
        add, delete = _restrict(effect.add, pattern), _restrict(effect.delete, pattern)
        cost = effect.cost if facts_of(effect.condition) <= pattern else NO_COST
        if add or delete or cost:
            yield Effect(effect.condition, add, delete, cost)


def _restrict(facts: Iterable[int], pattern: Pattern) -> tuple[int, ...]:
    return tuple(fact for fact in facts if fact in pattern)


def _condition(condition: Condition, pattern: Pattern) -> Condition:
    """A condition without the literals of facts outside a pattern; these count as true."""
    clauses = (
        tuple(_condition(option, pattern) for option in clause) for clause in condition.any_of
    )
    return Condition(
        _restrict(condition.true, pattern),
        _restrict(condition.false, pattern),
        tuple(clause for clause in clauses if ALWAYS not in clause),
    )
