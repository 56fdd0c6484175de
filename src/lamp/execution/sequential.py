"""Sequential-Plan: a fixed sequence of landmarks, with a policy for each (the paper's appendix)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from lamp import search
from lamp.exact import solve as solve_exactly
from lamp.execution.planners import LandmarkPlan
from lamp.landmarks import Landmark, LandmarkGraph, find_landmarks
from lamp.search import Decision, Estimate, Failure, FailureKind, SearchSettings, Stop
from lamp.search.relaxation import is_out_of_reach
from lamp.task import State, Task
from lamp.util import SHARE, free_memory

Policy: TypeAlias = Callable[[State, Stop | None], Decision]
"""Decides in a state, soon after it is told to stop; no action where the goal is out of reach."""
Solve: TypeAlias = Callable[[Task, SearchSettings], Policy]
"""Finds a policy for a task, (Σ, s, φ) of line 4."""


class SequentialPlan(LandmarkPlan):
    """Achieves landmarks in a given order, the goal last, each by a policy of its own.

    Incomplete, as the paper says. `failures` tells where the sequence failed in this episode; then
    only the goal is pursued (the safety net of Hoffmann et al.), or, without one, no action comes.
    """

    def __init__(
        self,
        task: Task,
        sequence: Sequence[Landmark] | None = None,
        solve: Solve | None = None,
        settings: SearchSettings | None = None,
        *,
        safety_net: bool = True,
        **changes: Any,  # noqa: ANN401 (the fields of the settings)
    ) -> None:
        self._solve = solve or uct_policy
        self._safety_net = safety_net
        landmarks = sequence_of(task) if sequence is None else sequence
        graph = LandmarkGraph.of(landmarks, [], task)
        super().__init__(task, graph, (settings or SearchSettings()).changed(**changes))

    def __reduce__(self) -> tuple[Any, ...]:
        """What another process needs to make the same planner."""
        make = partial(type(self), safety_net=self._safety_net)
        return make, (self.task, self.graph.landmarks, self._solve, self.settings)

    def start(self, seed: int | None = None) -> None:
        """Begin an episode: also landmarks that hold initially have their turn."""
        super().start(seed)
        self.pending = frozenset(range(len(self.graph.landmarks)))
        self._policy: Policy | None = None

    def choose_landmark(self, state: State) -> int:  # noqa: ARG002 (the order is given)
        """The next landmark of the sequence: line 3."""
        self._policy = None
        return min(self.pending)

    def share_memory(self, number: int) -> None:
        """Take only one part in a number of the free memory, if no limit was set."""
        if self.settings.megabytes == math.inf:
            megabytes = SHARE * free_memory() / number / 1e6
            self.settings = self.settings.changed(megabytes=megabytes)

    def choose_action(self, state: State) -> Decision:
        """What the policy for the current landmark says: lines 4 and 6."""
        subgoal = self.graph.goal if self.subgoal is None else self.subgoal
        if self.task.is_goal(state):
            return Decision(None, subgoal)
        if self._policy is None:
            condition = self.graph.landmarks[subgoal].condition
            settings = self.settings.changed(seed=self.seed)
            self._policy = self._solve(replace(self.task, initial=state, goal=condition), settings)
        decision = self._policy(state, self.effort.stop)
        self.effort.rollouts += decision.rollouts
        self.effort.end = decision.end
        if decision.action is not None:
            return self._labelled(decision, subgoal)
        is_goal = subgoal == self.graph.goal
        kind = FailureKind.DEADLOCK if is_goal else FailureKind.UNREACHABLE
        self.failures.append(Failure(kind, subgoal, state, self.cost))
        if is_goal or not self._safety_net:
            return replace(decision, subgoal=subgoal)
        self.pending = frozenset([self.graph.goal])
        self.subgoal = self.target = self.graph.goal
        self._policy = None
        return self.choose_action(state)

    def _labelled(self, decision: Decision, subgoal: int) -> Decision:
        """A decision for a landmark: what a policy calls the goal is the subgoal here."""
        evidence = decision.evidence
        if subgoal != self.graph.goal:
            evidence = tuple(replace(one, goal=Estimate(), subgoal=one.goal) for one in evidence)
        return replace(decision, subgoal=subgoal, evidence=evidence)


def sequence_of(task: Task) -> list[Landmark]:
    """The landmarks of a task, each after those that are ordered before it."""
    graph = find_landmarks(task)
    return [graph.landmarks[at] for at in graph.in_order()]


def exact_policy(task: Task, settings: SearchSettings) -> Policy:
    """An optimal policy, by `lamp.exact`: the greatest probability first, then the least cost."""
    solution = solve_exactly(task, settings)
    return lambda state, _: Decision(solution.best_action(state), 0)


def uct_policy(task: Task, settings: SearchSettings) -> Policy:
    """Decisions of UCT; none where not even the delete relaxation reaches the goal."""
    planner = search.Uct(task, settings)

    def decide(state: State, stop: Stop | None) -> Decision:
        if is_out_of_reach(task, state, task.goal):
            return Decision(None, planner.graph.goal)
        return planner.decide(state, stop)

    return decide
