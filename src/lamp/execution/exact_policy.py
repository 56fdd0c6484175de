"""Optimal policies for the subgoals of Sequential-Plan, by `lamp.exact`."""

from __future__ import annotations

import math
from dataclasses import replace

from lamp.search import Decision, Policy, SearchSettings, Stop, uct_policy
from lamp.task import State, Task


def exact_policy(task: Task, settings: SearchSettings) -> Policy:
    """An optimal policy: the maximal probability of the goal (MaxProb), then the least cost.

    A solver for `lamp.SequentialPlan`. Where a limit is reached first, it is UCT instead. Each of
    both takes half of the seconds of the settings at most.
    """
    from lamp.exact import Limits, solve  # noqa: PLC0415 (no other planner needs it)

    half = replace(settings, seconds=settings.seconds / 2)
    limits = Limits(seconds=half.seconds) if half.seconds < math.inf else Limits()
    solution = solve(task, settings, limits=limits)
    if solution.limit:
        return uct_policy(task, half)

    def decide(state: State, stop: Stop | None) -> Decision:  # noqa: ARG001 (solved already)
        return Decision(solution.best_action(state), 0)

    return decide
