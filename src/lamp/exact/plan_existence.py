"""Whether there is a plan at all, for problems that are small enough to look at every state."""

from __future__ import annotations

import math

from lamp.errors import OutOfTime, TooManyStates
from lamp.exact.progress import silent, until
from lamp.exact.states import States
from lamp.task import Task
from lamp.util import Deadline


def has_plan(task: Task, max_states: int, seconds: float = math.inf) -> bool | None:
    """Whether some sequence of actions and outcomes reaches the goal; None if that is unknown."""
    states, deadline = States(task), Deadline(seconds)
    try:
        states.explore(max_states, until(deadline, silent))
    except (TooManyStates, OutOfTime):
        return True if states.goals.any() else None
    return bool(states.goals.any())
