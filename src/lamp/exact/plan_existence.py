"""Whether there is a plan, for problems whose states can be enumerated."""

from __future__ import annotations

from lamp.errors import TooManyStates
from lamp.exact.progress import silent
from lamp.exact.states import States
from lamp.task import Task


def has_plan(task: Task, max_states: int) -> bool | None:
    """Whether some sequence of actions and outcomes reaches the goal; None if unknown."""
    states = States(task)
    try:
        states.explore(max_states, silent)
    except TooManyStates:
        return True if states.goals.any() else None
    return bool(states.goals.any())
