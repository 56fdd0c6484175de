"""Quantities that depend on the task alone, computed once for all searches in it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from lamp.heuristics import is_relaxed_reachable
from lamp.landmarks import LandmarkGraph
from lamp.task import Condition, State, Task
from tests.oracles.leaf_estimate import distances, landmark_cost, probabilities


class TaskSemantics:
    """Actions, successors and estimates of one task; nothing is computed twice."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.applicable = cache(self._applicable)
        self.successors = cache(self._successors)
        self.is_dead_end = cache(self._is_dead_end)
        self.distances = cache(self._distances)
        self.landmark_cost = cache(self._landmark_cost)
        self.probabilities = cache(self._probabilities)

    def _applicable(self, state: State) -> list[int]:
        """Applicable actions, without those that do nothing or do what an earlier one does."""
        seen = [{state: Fraction(1)}]
        actions = []
        for number, action in enumerate(self.task.actions):
            if action.precondition.holds(state):
                successors = self.task.apply(state, action)
                if successors not in seen:
                    seen.append(successors)
                    actions.append(number)
        return actions

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
        """About how many actions a landmark takes once all before it are achieved."""
        return landmark_cost(self.task, graph, landmark)

    def _probabilities(self, action: int) -> list[float]:
        """The probabilities of an action's outcomes."""
        return probabilities(self.task.actions[action])
