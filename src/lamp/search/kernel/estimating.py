"""What landmarks say about states that nothing else is known about."""

from __future__ import annotations

from lamp.search.kernel.arrays import (
    BASIS,
    SET,
    UNBASED,
    Learned,
    Settings,
    Space,
    TaskArrays,
    Workspace,
)
from lamp.search.kernel.landmark_sets import cost_left
from lamp.search.kernel.states import is_true
from lamp.search.kernel.values import first_worth, worth
from lamp.search.kernel.words import wide
from lamp.util.compiling import inlined


@inlined
def guess(
    task: TaskArrays,
    space: Space,
    learned: Learned,
    settings: Settings,
    work: Workspace,
    state: int,
) -> None:
    """Note what the landmarks say about a state that nothing is known about."""
    if is_true(space, state, len(task.landmark) - 1):
        first_worth(learned, state, 1.0, 1.0)
    elif learned.worth[state, BASIS] == UNBASED:
        discount = worth(settings, cost_from(task, space, learned, settings, work, state), 0.0)
        first_worth(learned, state, discount, discount)


@inlined
def cost_from(
    task: TaskArrays,
    space: Space,
    learned: Learned,
    settings: Settings,
    work: Workspace,
    state: int,
) -> int:
    """About how many actions the landmarks take that are still to be achieved from a state on."""
    pending, true = learned.sets[work.registers[SET]], space.holds[state]
    return wide(cost_left(settings, task, work.set_words, pending, true))
