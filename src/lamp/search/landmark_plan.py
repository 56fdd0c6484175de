"""LandmarkPlan: achieve landmarks one after the other (Algorithm 1 of the paper).

    1: procedure LandmarkPlan(P)
    2:   Φ ← LandmarkGraph(P) ∪ {g}
    3:   s ← s₀; φ ← nil
    4:   while Φ ≠ ∅ and s ⊭ g
    5:     if φ = nil or s ⊨ φ
    6:       Φ ← Φ ∖ {φ}
    7:       select φ ∈ leaves(Φ)
    8:     else
    9:       select a ∈ Applicable(s) to achieve φ
    10:      s ← apply(s, a)

Lines 4 and 10 are `lamp.execution.run_episode`. A subclass defines lines 7 and 9, as
`lamp.search.Lamp` does for Algorithm 2.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from lamp.errors import ExecutionError
from lamp.landmarks import LandmarkGraph
from lamp.search.budget import DecisionBudget, Stop
from lamp.search.decision import Decision, Failure, LandmarkEvidence, SearchEnd
from lamp.search.settings import SearchSettings
from lamp.task import Action, Cost, State, Task

if TYPE_CHECKING:
    from lamp.execution import Episode, Watch


class LandmarkPlan(ABC):
    """A planner for one task that pursues landmarks.

    `decide` takes the states of one episode, one after the other; `start` begins another one.
    """

    unused_settings: ClassVar[tuple[str, ...]] = ()
    """The settings that the planner does not read."""
    kernels: ClassVar[tuple[str, ...]] = ()
    """The packages whose machine code the planner runs; its constructor loads it."""
    uses_landmarks: ClassVar[bool] = True
    """Whether the constructor takes a landmark graph."""

    def __init__(self, task: Task, graph: LandmarkGraph, settings: SearchSettings) -> None:
        self.task = task
        self.graph = graph
        self.settings = settings
        self.decision_budget = DecisionBudget(settings)
        self.start()

    def start(self, seed: int | None = None) -> None:
        """Begin an episode: lines 2 and 3."""
        self.seed = self.settings.seed
        if seed is not None:
            self.seed = self.settings.changed(seed=seed).seed
        self.remaining = frozenset(self.graph.pursued(self.task.initial))
        """The landmarks that are still to be achieved (Φ)."""
        self.landmark: int | None = None
        """The landmark that was selected (φ), by its position in the graph."""
        self.subgoal: int | None = None
        """The landmark that is pursued now: φ, or an unmet predecessor of it."""
        self.cost: Cost = 0
        """What the actions of this episode whose outcomes were seen cost, in the task's costs."""
        self.pursuit_cost: Cost = 0
        """What the actions since the subgoal was set cost, in the task's costs."""
        self._last_step: tuple[State, Action] | None = None
        """The last state and the action decided on there, before its outcome is seen."""
        self.landmark_evidence: tuple[LandmarkEvidence, ...] = ()
        """The evidence for the landmarks among which this decision has selected."""
        self.failures: list[Failure] = []
        """The failures of this episode, where a planner detects them."""

    def run(
        self,
        seed: int | None = None,
        watch: Watch | None = None,
        stop: Stop | None = None,
        total_seconds: float = math.inf,
    ) -> Episode:
        """An episode in a simulation of the task: `lamp.execution.run_episode`."""
        # The contract on layers names this import: planners do not depend on episodes otherwise.
        from lamp.execution import run_episode  # noqa: PLC0415

        return run_episode(self, seed, watch, stop, total_seconds)

    def decide(self, state: State, stop: Stop | None = None) -> Decision:
        """The next action of the episode in a state: lines 5 to 9.

        After `stop` has become true, the decision so far is returned soon.
        """
        self._check_facts(state)
        self.decision_budget = DecisionBudget(self.settings, stop)
        self.landmark_evidence = ()
        self._add_last_cost(state)
        self._select_landmark(state)
        decision = self.choose_action(state)
        if decision.action is not None:
            self._last_step = state, decision.action
        if stop and stop():
            self.decision_budget.end = SearchEnd.STOPPED
        return replace(
            decision,
            landmark=self._landmark_of(decision.subgoal),
            remaining=self.remaining,
            landmarks=self.landmark_evidence,
            rollouts=self.decision_budget.rollouts,
            seconds=self.decision_budget.seconds,
            end=self.decision_budget.end,
        )

    def _add_last_cost(self, state: State) -> None:
        """Add the cost of the last action, of which a state is the outcome."""
        if self._last_step is not None:
            before, action = self._last_step
            cost = self.task.observed_cost(before, action, state)
            self.cost += cost
            self.pursuit_cost += cost
            self._last_step = None

    def _select_landmark(self, state: State) -> None:
        """Select landmarks until one does not hold: lines 5 to 7.

        Where only the subgoal holds, an unmet predecessor, the pursuit of φ continues.
        """
        if self._is_achieved(self.landmark, state):
            self.learn_landmark_values(state)
            while self._is_achieved(self.landmark, state) and not self.task.is_goal(state):
                self.remaining -= {self.landmark}
                self.landmark = self._check_leaf(self.choose_landmark(state))
                self._set_subgoal(self.landmark, state)
        elif self.landmark is not None and self._is_achieved(self.subgoal, state):
            self._set_subgoal(self.landmark, state)

    def _is_achieved(self, landmark: int | None, state: State) -> bool:
        """Whether φ = nil or s ⊨ φ: line 5."""
        return landmark is None or self.graph.landmarks[landmark].holds(state)

    def _set_subgoal(self, landmark: int, state: State) -> None:
        self.subgoal = self.unmet_predecessor(landmark, state)
        self.pursuit_cost = 0

    def _landmark_of(self, subgoal: int) -> int:
        """The landmark for which a subgoal is pursued; itself, if it is not the current subgoal."""
        return subgoal if self.landmark is None or subgoal != self.subgoal else self.landmark

    # What a subclass defines

    @abstractmethod
    def choose_landmark(self, state: State) -> int:
        """The next landmark (φ), one of the leaves of those that remain: line 7."""

    @abstractmethod
    def choose_action(self, state: State) -> Decision:
        """An action to achieve the subgoal, or none: line 9."""

    # What a subclass may define

    def learn_landmark_values(self, state: State) -> None:  # noqa: B027 (optional)
        """Learn what `choose_landmark` needs, once before landmarks are selected in a state."""

    def unmet_predecessor(self, landmark: int, state: State) -> int:  # noqa: ARG002 (optional)
        """A landmark that must hold just before another one and does not; else that other one."""
        return landmark

    def share_memory(self, number: int) -> None:  # noqa: B027 (optional)
        """Limit memory to one share of the free memory in `number`."""

    def reuse_states(self, other: LandmarkPlan) -> bool:  # noqa: ARG002 (optional)
        """Take the states that another planner has expanded; whether that is possible.

        It is for planners of the same task and landmarks. The other planner is not used any more.
        """
        return False

    # Checks of what users and subclasses give

    def _check_facts(self, state: State) -> None:
        if max(state, default=-1) >= len(self.task.atoms):
            raise ExecutionError(
                f"the state holds fact {max(state)}, but the task has {len(self.task.atoms)} facts",
                remedy="Give a state of this task: a set of positions in task.atoms",
            )

    def _check_leaf(self, landmark: int) -> int:
        """The landmark, if it may be selected; another one would never leave Φ."""
        if landmark not in self.graph.leaves(self.remaining):
            raise ExecutionError(
                f"{type(self).__name__} chose landmark {landmark!r}, which is not a leaf",
                remedy="Choose one of self.graph.leaves(self.remaining)",
            )
        return landmark
