"""Relaxed reachability, by its definition: what the delete relaxation cannot reach, nothing can."""

from __future__ import annotations

from lamp.task import Condition, State, Task


def is_relaxed_reachable(task: Task, state: State, condition: Condition) -> bool:
    """Whether a condition is reachable from a state in the delete relaxation.

    The relaxation is that of the all-outcomes determinization: all outcomes of an applicable action
    happen, and a fact that was reached with one value keeps it beside the other. So a condition
    that is reachable in the task is relaxed reachable; the converse may fail.
    """
    true, false = set(state), set(range(len(task.atoms))) - state
    while True:
        before = len(true) + len(false)
        if _possible(condition, true, false):
            return True
        for action in task.actions:
            if _possible(action.precondition, true, false):
                for outcome in action.outcomes:
                    true.update(outcome.add)
                    false.update(outcome.delete)
                    for effect in outcome.conditional:
                        if _possible(effect.condition, true, false):
                            true.update(effect.add)
                            false.update(effect.delete)
        if len(true) + len(false) == before:
            return False


def _possible(condition: Condition, true: set[int], false: set[int]) -> bool:
    return (
        true.issuperset(condition.true)
        and false.issuperset(condition.false)
        and all(
            any(_possible(option, true, false) for option in clause) for clause in condition.any_of
        )
    )
