"""Optimal policies for the subgoals of Sequential-Plan, by `lamp.exact`."""

from __future__ import annotations

from lamp.search import Decision, Policy, SearchSettings, Stop
from lamp.task import State, Task


def exact_policy(task: Task, settings: SearchSettings) -> Policy:
    """An optimal policy: the maximal probability of the goal (MaxProb), then the least cost.

    A solver for `lamp.SequentialPlan`.
    """
    from lamp.exact import solve  # noqa: PLC0415 (no other planner needs it)

    solution = solve(task, settings)

    def decide(state: State, stop: Stop | None) -> Decision:  # noqa: ARG001 (solved already)
        return Decision(solution.best_action(state), 0)

    return decide
