"""Expected costs by value iteration in plain Python over `Task`: LRTDP must converge to them.

A state on the way to a landmark costs 1 an action until the landmark holds, and what greediness
leaves from there to the goal; not reaching the goal costs a penalty.
"""

from __future__ import annotations

from collections.abc import Callable

from lamp.landmarks import Landmark
from lamp.task import State, Task

Values = dict[State, float]


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
            [(after, float(chance)) for after, chance in task.apply(state, action).items()]
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
                1 + sum(p * values[after] for after, p in successors) for successors in options
            ]
            new = min(penalty, *costs) if costs else penalty
            change = max(change, abs(new - values[state]))
            values[state] = new
    return values
