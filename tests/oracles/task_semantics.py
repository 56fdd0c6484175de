"""Quantities that depend on the task alone, computed once for all searches in it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from lamp.heuristics import is_relaxed_reachable
from lamp.landmarks import LandmarkGraph
from lamp.task import Condition, Outcome, State, Task
from tests.oracles.leaf_estimate import distances, landmark_cost, probabilities


class TaskSemantics:
    """Actions, successors and estimates of one task; nothing is computed twice."""

    def __init__(self, task: Task, cost_unit: Fraction | None = None) -> None:
        self.task = task
        self.cost_unit = cost_unit or task.cost_unit
        costs = {outcome.cost for action in task.actions for outcome in action.outcomes}
        conditional = any(
            effect.cost
            for action in task.actions
            for outcome in action.outcomes
            for effect in outcome.conditional
        )
        self.has_unit_costs = costs <= {self.cost_unit} and not conditional
        self.is_uniform = not conditional and all(
            len({outcome.cost for outcome in action.outcomes}) == 1 for action in task.actions
        )
        self.applicable = cache(self._applicable)
        self.successors = cache(self._successors)
        self.is_dead_end = cache(self._is_dead_end)
        self.distances = cache(self._distances)
        self.landmark_cost = cache(self._landmark_cost)
        self.probabilities = cache(self._probabilities)

    def _applicable(self, state: State) -> list[int]:
        """Applicable actions, without those that do nothing, or what another one does for less.

        An action is compared with those before it. One that does the same, and for no successor
        costs more, takes the other one's place.
        """
        actions: list[int] = []
        for number, action in enumerate(self.task.actions):
            if not action.precondition.holds(state):
                continue
            successors = self.task.apply(state, action)
            if successors == {state: 1}:
                continue
            for position, other in enumerate(actions):
                if self.task.apply(state, self.task.actions[other]) == successors:
                    if self._is_never_dearer(state, other, number):
                        break
                    if self._is_never_dearer(state, number, other):
                        actions[position] = number
                        break
            else:
                actions.append(number)
        return actions

    def _is_never_dearer(self, state: State, action: int, other: int) -> bool:
        """Whether no successor may cost more by an action than it may cost by another one."""
        return all(
            self.step_cost(outcome, state) <= self.step_cost(rival, state)
            for outcome in self.task.actions[action].outcomes
            for rival in self.task.actions[other].outcomes
            if outcome.apply(state) == rival.apply(state)
        )

    def step_cost(self, outcome: Outcome, state: State) -> float:
        """The cost of an outcome in a state, in cost units, rounded as arrays are."""
        rounded = [
            float(effect.cost / self.cost_unit)
            for effect in outcome.conditional
            if effect.cost and effect.condition.holds(state)
        ]
        return max(0.0, float(outcome.cost / self.cost_unit) + sum(rounded, 0.0))

    def _successors(self, state: State, action: int) -> list[State]:
        """The states that an action may lead to, each once."""
        return list(self.task.apply(state, self.task.actions[action]))

    def _is_dead_end(self, state: State) -> bool:
        """Whether not even the delete relaxation reaches the goal from a state."""
        return not is_relaxed_reachable(self.task, state, self.task.goal)

    def _distances(self, condition: Condition) -> list[int]:
        """How many actions each action is away from a condition."""
        return distances(self.task, condition)

    def _landmark_cost(self, graph: LandmarkGraph, landmark: int) -> float:
        """About what a landmark costs once all before it are achieved."""
        return landmark_cost(self.task, graph, landmark, self.cost_unit)

    def _probabilities(self, action: int) -> list[float]:
        """The probabilities of an action's outcomes."""
        return probabilities(self.task.actions[action])
