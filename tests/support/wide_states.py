"""Tasks with so many facts that the kernel needs several machine words for a state."""

from __future__ import annotations

from dataclasses import replace

from lamp.task import Action, Atom, Condition, Effect, Outcome, Task

GAP = 23
"""Facts that are so far apart are in different words after a few."""


def with_wide_states(task: Task) -> Task:
    """The same task with facts that are far apart; those between them are always false."""
    atoms = tuple(Atom("fact", (str(fact),)) for fact in range(GAP * len(task.atoms)))
    actions = tuple(map(_wide_action, task.actions))
    initial = frozenset(_wide(tuple(task.initial)))
    return Task(task.name, atoms, actions, initial, _wide_condition(task.goal))


def _wide(facts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(GAP * fact for fact in facts)


def _wide_condition(condition: Condition) -> Condition:
    clauses = tuple(tuple(map(_wide_condition, clause)) for clause in condition.any_of)
    return Condition(_wide(condition.true), _wide(condition.false), clauses)


def _wide_effect(effect: Effect) -> Effect:
    return Effect(_wide_condition(effect.condition), _wide(effect.add), _wide(effect.delete))


def _wide_outcome(outcome: Outcome) -> Outcome:
    effects = tuple(map(_wide_effect, outcome.conditional))
    return Outcome(outcome.probability, _wide(outcome.add), _wide(outcome.delete), effects)


def _wide_action(action: Action) -> Action:
    outcomes = tuple(map(_wide_outcome, action.outcomes))
    return replace(action, precondition=_wide_condition(action.precondition), outcomes=outcomes)
