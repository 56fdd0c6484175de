"""The delete relaxation of the all-outcomes determinization: what it cannot reach, nothing can."""

from __future__ import annotations

from lamp.task import Condition, State, Task


def is_out_of_reach(task: Task, state: State, condition: Condition) -> bool:
    """Whether a condition can surely not become true from a state on, whatever is done.

    Facts that were reached with a value keep it beside the other one, so that nothing stands in
    the way of anything. What cannot be reached even so cannot be reached; the converse may fail.
    """
    true, false = set(state), set(range(len(task.atoms))) - state
    while True:
        before = len(true) + len(false)
        if _possible(condition, true, false):
            return False
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
            return True


def _possible(condition: Condition, true: set[int], false: set[int]) -> bool:
    return (
        true.issuperset(condition.true)
        and false.issuperset(condition.false)
        and all(
            any(_possible(option, true, false) for option in clause) for clause in condition.any_of
        )
    )
