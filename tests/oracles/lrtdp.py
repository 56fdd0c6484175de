"""Expected costs by value iteration in plain Python over `Task`: LRTDP must converge to them.

A state on the way to a landmark costs what the steps cost until the landmark holds, and what
greediness leaves from there to the goal; not reaching the goal costs a penalty. Costs are in the
task's unit, and a step counts 1/100 at least.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from lamp.landmarks import Landmark
from lamp.task import Action, State, Task

Values = dict[State, float]

LEAST_STEP_COST = 0.01


def step_cost(task: Task, state: State, action: Action) -> float:
    """What a step counts: its expected cost in the task's unit."""
    return max(LEAST_STEP_COST, float(action.expected_cost(state) / task.cost_unit))


def failure_cost(task: Task, budget: int) -> float:
    """The cost of not reaching the goal: that of as many of the dearest steps as there may be."""
    dearest = LEAST_STEP_COST
    for action in task.actions:
        cost = Fraction()
        for outcome in action.outcomes:
            extra = sum(
                (max(effect.cost, Fraction()) for effect in outcome.conditional), Fraction()
            )
            cost += outcome.probability * (outcome.cost + extra)
        dearest = max(dearest, float(cost / task.cost_unit))
    return budget * dearest


def reachable(task: Task) -> list[State]:
    """All states that can be reached."""
    known, todo = {task.initial}, [task.initial]
    while todo:
        state = todo.pop()
        if not task.is_goal(state):
            for action in task.applicable(state):
                new = task.apply(state, action).keys() - known
                known |= new
                todo += new
    return sorted(known, key=sorted)


def goal_costs(task: Task, states: list[State], penalty: float) -> Values:
    """The least expected cost from each state to the goal."""
    return _iterate(task, states, penalty, lambda state: 0.0 if task.is_goal(state) else None)


def mixed_costs(
    task: Task, states: list[State], landmark: Landmark, greediness: float, penalty: float
) -> Values:
    """The least expected cost by equation 2 of the paper, for one policy."""
    to_goal = goal_costs(task, states, penalty)

    def final(state: State) -> float | None:
        if task.is_goal(state):
            return 0.0
        return (1 - greediness) * to_goal[state] if landmark.holds(state) else None

    return _iterate(task, states, penalty, final)


def _iterate(
    task: Task, states: list[State], penalty: float, final: Callable[[State], float | None]
) -> Values:
    edges = {
        state: [
            (
                step_cost(task, state, action),
                [(after, float(chance)) for after, chance in task.apply(state, action).items()],
            )
            for action in task.applicable(state)
        ]
        for state in states
        if final(state) is None
    }
    values = {state: final(state) or 0.0 for state in states}
    change = 1.0
    while change > 1e-10:
        change = 0.0
        for state, options in edges.items():
            costs = [
                cost + sum(p * values[after] for after, p in successors)
                for cost, successors in options
            ]
            new = min(penalty, *costs) if costs else penalty
            change = max(change, abs(new - values[state]))
            values[state] = new
    return values
