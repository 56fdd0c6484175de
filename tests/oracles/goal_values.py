"""Values for the goal by value iteration in plain Python: LAMP's backups must converge to them.

    V_P(s) = γ Σ p V_P(s'),  V_E(s) = Σ p f(c) V_E(s'),  f(c) = min(u(c), max(γ, u(1)))

of the action with the greatest K_g V_P + V_E; both are 1 at the goal, and γ = 1 - 1 / budget.
"""

from __future__ import annotations

import math
from typing import TypeAlias

from lamp.search import SearchSettings
from lamp.task import Action, State, Task
from tests.oracles.lrtdp import reachable

Parts: TypeAlias = tuple[float, float]
Transitions: TypeAlias = list[tuple[State, float, float]]


class GoalValues:
    """The values of all states that can be reached, and of their actions."""

    def __init__(self, task: Task, settings: SearchSettings) -> None:
        self._lasting = 1 - 1 / settings.budget
        self._bonus = settings.goal_utility
        self._edges = {
            state: [(action, _transitions(task, state, action, settings)) for action in actions]
            for state in reachable(task)
            if not task.is_goal(state) and (actions := task.applicable(state))
        }
        self._parts: dict[State, Parts] = {
            state: (1.0, 1.0) if task.is_goal(state) else (0.0, 0.0) for state in reachable(task)
        }
        while self._sweep() > 1e-12:
            pass

    def best(self, state: State) -> float:
        """The value of a state."""
        return self._mixed(self._parts[state])

    def of_action(self, state: State, action: Action) -> float:
        """The value of an action in a state."""
        return next(
            self._mixed(self._of(transitions))
            for other, transitions in self._edges[state]
            if other is action
        )

    def _sweep(self) -> float:
        change = 0.0
        for state, options in self._edges.items():
            before = self.best(state)
            self._parts[state] = max((self._of(edge) for _, edge in options), key=self._mixed)
            change = max(change, abs(self.best(state) - before))
        return change

    def _of(self, transitions: Transitions) -> Parts:
        reached = sum(p * self._parts[after][0] for after, p, _ in transitions)
        utility = sum(p * factor * self._parts[after][1] for after, p, factor in transitions)
        return self._lasting * reached, utility

    def _mixed(self, parts: Parts) -> float:
        return self._bonus * parts[0] + parts[1]


def _transitions(task: Task, state: State, action: Action, settings: SearchSettings) -> Transitions:
    greatest = max(1 - 1 / settings.budget, math.exp(settings.risk_factor))
    return [
        (
            after,
            float(chance),
            min(math.exp(settings.risk_factor * float(cost / task.cost_unit)), greatest),
        )
        for (after, cost), chance in task.transitions(state, action).items()
    ]
