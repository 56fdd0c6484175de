"""Tasks with costs, from texts of domains and a cost for each action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from lamp.task import Action, Outcome, Task
from tests.support.tasks import task_of

Costs = Mapping[str, Fraction | int | tuple[Fraction | int, ...]]
"""By the name of an action: the cost of all its outcomes, or of each."""


def with_costs(task: Task, costs: Costs, goal_reward: Fraction | int = 0) -> Task:
    """The task with other costs of the named actions."""
    actions = tuple(
        replace(action, outcomes=_with_costs(action, costs[action.name]))
        if action.name in costs
        else action
        for action in task.actions
    )
    return replace(task, actions=actions, goal_reward=Fraction(goal_reward))


def _with_costs(
    action: Action, cost: Fraction | int | tuple[Fraction | int, ...]
) -> tuple[Outcome, ...]:
    each = cost if isinstance(cost, tuple) else (cost,) * len(action.outcomes)
    return tuple(
        replace(outcome, cost=Fraction(value))
        for outcome, value in zip(action.outcomes, each, strict=True)
    )


DOORS = (
    "(:predicates (start) (hall) (inside)) "
    "(:action open :precondition (start) :effect (and (not (start)) (inside))) "
    "(:action knock :precondition (start) :effect (and (not (start)) (hall))) "
    "(:action enter :precondition (hall) :effect (and (not (hall)) (inside)))"
)
"""One door that leads inside, or two doors one after the other."""


def door_task(
    open_cost: Fraction | int = 10,
    knock_cost: Fraction | int = 3,
    enter_cost: Fraction | int = Fraction(5, 2),
    goal_reward: Fraction | int = 0,
) -> Task:
    """A door that costs 10, and a way through two doors that cost 3 and 5/2."""
    task = task_of(DOORS, "(:init (start)) (:goal (inside))")
    costs = {"open": open_cost, "knock": knock_cost, "enter": enter_cost}
    return with_costs(task, costs, goal_reward)


def gamble_task() -> Task:
    """A loop until the goal: a try costs 1/2 where it fails, 4 where it succeeds."""
    task = task_of(
        "(:predicates (won)) (:action try :effect (probabilistic 1/2 (won)))", "(:goal (won))"
    )
    (outcomes,) = (action.outcomes for action in task.actions)
    costs = tuple(4 if outcome.add else Fraction(1, 2) for outcome in outcomes)
    return with_costs(task, {"try": costs})
