"""The goal-count heuristic with a cost partitioning: see `lamp.heuristics.goal_count`."""

from __future__ import annotations

from lamp.heuristics.kernel.records import GoalCount
from lamp.statespace.kernel import Space, is_true
from lamp.util.compiling import compiled


@compiled
def goal_count(count: GoalCount, space: Space, state: int) -> float:
    """A lower bound on the expected cost of the goal from a state in which it does not hold.

    At least one more step is needed.
    """
    total = 0.0
    for index in range(len(count.literals)):
        if not is_true(space, state, count.literals[index]):
            total += count.weight[index]
    return max(total, count.least_cost)
