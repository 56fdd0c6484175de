"""Sequential-Plan: landmarks in a fixed order, with a policy for each (the paper's appendix).

1: procedure Sequential-Plan(Σ, s₀, ⟨φ₁, …, φ_k⟩)
2:   s ← s₀
3:   for i = 1 … k
4:     π_i ← policy for (Σ, s, φ_i)
5:     while s ⊭ φ_i
6:       s ← apply(s, π_i(s))
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, TypeAlias

from lamp.heuristics import is_relaxed_reachable
from lamp.landmarks import LandmarkGraph, lm_rhw
from lamp.search.budget import Stop
from lamp.search.decision import Decision, Estimate, Failure, FailureKind
from lamp.search.lamp import Uct
from lamp.search.landmark_plan import LandmarkPlan
from lamp.search.settings import PAPER, SearchSettings
from lamp.task import State, Task, plain_number
from lamp.util import SHARE, free_memory, load_kernels

Policy: TypeAlias = Callable[[State, Stop | None], Decision]
"""The decision in a state; without an action where the goal cannot be reached."""
PolicySolver: TypeAlias = Callable[[Task, SearchSettings], Policy]
"""The policy for a task, (Σ, s, φ) of line 4: its initial state is s, its goal φ.

The seconds of the settings are those of the decision under way.
"""


class SequentialPlan(LandmarkPlan):
    """Sequential-Plan in a topological order of the landmark graph, the goal last.

    Incomplete: a landmark or the goal may become unreachable. `failures` lists both in this
    episode. After an unreachable landmark only the goal is pursued (the safety net of Hoffmann et
    al. 2004), or, without safety net, decisions have no action.
    """

    kernels: ClassVar[tuple[str, ...]] = Uct.kernels
    unused_settings = (*PAPER, "landmark_cost")

    def __init__(
        self,
        task: Task,
        graph: LandmarkGraph | None = None,
        settings: SearchSettings | None = None,
        *,
        solver: PolicySolver | None = None,
        safety_net: bool = True,
        **changes: Any,  # noqa: ANN401 (the fields of the settings)
    ) -> None:
        self._solver = solver or uct_policy
        if self._solver is uct_policy:
            load_kernels(*self.kernels)
        self._safety_net = safety_net
        graph = graph if graph is not None else lm_rhw(task)
        graph.check(task)
        settings = (settings or SearchSettings()).changed(**changes)
        super().__init__(task, _sequence(graph, task), settings)

    def __reduce__(self) -> tuple[Any, ...]:
        """The constructor and its arguments."""
        make = partial(type(self), solver=self._solver, safety_net=self._safety_net)
        return make, (self.task, self.graph, self.settings)

    def start(self, seed: int | None = None) -> None:
        """Begin an episode; landmarks that hold initially are part of the sequence."""
        super().start(seed)
        self.remaining = frozenset(range(len(self.graph.landmarks)))
        self._policy: Policy | None = None

    def share_memory(self, number: int) -> None:
        """Limit memory to one share of the free memory in `number`, if no limit was set."""
        if self.settings.megabytes == math.inf:
            megabytes = SHARE * free_memory() / number / 1e6
            self.settings = self.settings.changed(megabytes=megabytes)

    def choose_landmark(self, state: State) -> int:  # noqa: ARG002 (the order is fixed)
        """The next landmark of the sequence: line 3."""
        self._policy = None
        return min(self.remaining)

    def choose_action(self, state: State) -> Decision:
        """The action of the policy for the current landmark: lines 4 and 6."""
        subgoal = self.graph.goal if self.subgoal is None else self.subgoal
        if self.task.is_goal(state):
            return Decision(None, subgoal)
        if self._policy is None:
            self._policy = self._solve(state, subgoal)
        decision = self._policy(state, self.decision_budget.stop)
        self.decision_budget.rollouts += decision.rollouts
        self.decision_budget.end = decision.end
        if decision.action is not None:
            return self._for_subgoal(decision, subgoal)
        return self._fail(state, decision, subgoal)

    def _solve(self, state: State, subgoal: int) -> Policy:
        """The policy for (Σ, s, φ): line 4."""
        condition = self.graph.landmarks[subgoal].condition
        seconds = self.decision_budget.limit
        settings = replace(self.settings, seed=self.seed, seconds=seconds)
        return self._solver(replace(self.task, initial=state, goal=condition), settings)

    def _for_subgoal(self, decision: Decision, subgoal: int) -> Decision:
        """The decision of a policy with its evidence, whose goal is the subgoal of this planner."""
        evidence = decision.evidence
        if subgoal != self.graph.goal:
            evidence = tuple(
                replace(entry, goal=Estimate(), subgoal=entry.goal) for entry in evidence
            )
        return replace(decision, subgoal=subgoal, evidence=evidence)

    def _fail(self, state: State, decision: Decision, subgoal: int) -> Decision:
        """Record that a subgoal is unreachable; the decision for the goal, by the safety net."""
        is_goal = subgoal == self.graph.goal
        kind = FailureKind.DEADLOCK if is_goal else FailureKind.UNREACHABLE
        self.failures.append(Failure(kind, subgoal, state, plain_number(self.cost)))
        if is_goal or not self._safety_net:
            return replace(decision, subgoal=subgoal)
        self.remaining = frozenset([self.graph.goal])
        self.subgoal = self.landmark = self.graph.goal
        self._policy = None
        return self.choose_action(state)


def _sequence(graph: LandmarkGraph, task: Task) -> LandmarkGraph:
    """The landmarks in a topological order, without orderings: their positions are the order."""
    landmarks = [graph.landmarks[position] for position in graph.topological_order()]
    return LandmarkGraph.of(landmarks, [], task)


def uct_policy(task: Task, settings: SearchSettings) -> Policy:
    """Decisions of UCT; without an action where the delete relaxation does not reach the goal."""
    planner = Uct(task, settings)

    def decide(state: State, stop: Stop | None) -> Decision:
        if not is_relaxed_reachable(task, state, task.goal):
            return Decision(None, planner.graph.goal)
        return planner.decide(state, stop)

    return decide
