"""Smaller tasks that see only some of the facts: whatever can be done is still possible there."""

from __future__ import annotations

from collections.abc import Iterable

from lamp.conditions import facts_of
from lamp.fdr import determinize, mutex_groups, variables_of
from lamp.task import ALWAYS, Action, Condition, Effect, Outcome, Task

Facts = frozenset[int]


def variables(task: Task) -> list[Facts]:
    """The facts in groups: of each, at most one is true, or it is a single fact."""
    groups = mutex_groups(task, determinize(task))
    return [frozenset(group) for group in variables_of(task, groups).groups]


def changed_by(action: Action) -> Facts:
    """The facts that an action may change."""
    found: set[int] = set()
    for outcome in action.outcomes:
        found.update(outcome.add, outcome.delete)
        for effect in outcome.conditional:
            found.update(effect.add, effect.delete)
    return frozenset(found)


def closed(task: Task, facts: Facts) -> Facts:
    """The facts, and those on which it depends whether an action changes one of them.

    Without these, a projection would not know what an action does.
    """
    effects = [
        effect
        for action in task.actions
        for outcome in action.outcomes
        for effect in outcome.conditional
    ]
    while True:
        seen = (e.condition for e in effects if not facts.isdisjoint((*e.add, *e.delete)))
        grown = facts.union(*map(facts_of, seen))
        if grown == facts:
            return facts
        facts = grown


def project(task: Task, facts: Facts) -> Task:
    """The task as far as some closed facts tell it; its optimal values are bounds on the task's.

    Each policy of the task can be followed there, with the same probabilities, until the goal. The
    actions that can change nothing there are left out.
    """
    actions = [_action(action, facts) for action in task.actions if changed_by(action) & facts]
    return Task(
        task.name, task.atoms, tuple(actions), task.initial & facts, _condition(task.goal, facts)
    )


def _action(action: Action, facts: Facts) -> Action:
    outcomes = tuple(
        Outcome(
            outcome.probability,
            _kept(outcome.add, facts),
            _kept(outcome.delete, facts),
            tuple(_effects(outcome, facts)),
        )
        for outcome in action.outcomes
    )
    return Action(action.name, action.arguments, _condition(action.precondition, facts), outcomes)


def _effects(outcome: Outcome, facts: Facts) -> Iterable[Effect]:
    for effect in outcome.conditional:
        add, delete = _kept(effect.add, facts), _kept(effect.delete, facts)
        if add or delete:
            yield Effect(effect.condition, add, delete)


def _kept(some: Iterable[int], facts: Facts) -> tuple[int, ...]:
    return tuple(fact for fact in some if fact in facts)


def _condition(condition: Condition, facts: Facts) -> Condition:
    """The part of a condition that some facts can tell; what they cannot tell is granted."""
    clauses = (tuple(_condition(option, facts) for option in clause) for clause in condition.any_of)
    return Condition(
        _kept(condition.true, facts),
        _kept(condition.false, facts),
        tuple(clause for clause in clauses if ALWAYS not in clause),
    )
