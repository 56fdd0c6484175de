"""LandmarkPlan: achieve landmarks one after the other (Algorithm 1 of the paper).

How the next landmark and the next action are chosen is left open; `lamp.search.Lamp` is the paper's
answer. A planner of your own inherits from `LandmarkPlan` and answers the two questions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from lamp.errors import ExecutionError
from lamp.landmarks import LandmarkGraph
from lamp.search.decision import Decision, Failure, LandmarkEvidence, SearchEnd
from lamp.search.effort import Effort, Stop
from lamp.search.settings import SearchSettings
from lamp.task import State, Task

if TYPE_CHECKING:
    from lamp.execution import Episode, Watch


class LandmarkPlan(ABC):
    """A planner for one task that pursues landmarks.

    `decide` takes the states of one episode, one after the other; `start` begins another one.
    """

    unused_settings: ClassVar[tuple[str, ...]] = ()
    """The settings that the planner does not read."""
    uses_landmarks: ClassVar[bool] = True
    """Whether the constructor takes a landmark graph."""

    def __init__(self, task: Task, graph: LandmarkGraph, settings: SearchSettings) -> None:
        self.task = task
        self.graph = graph
        self.settings = settings
        self.effort = Effort(settings)
        self.start()

    def start(self, seed: int | None = None) -> None:
        """Begin an episode: lines 2 and 3."""
        self.seed = self.settings.seed
        if seed is not None:
            self.seed = self.settings.changed(seed=seed).seed
        self.failures: list[Failure] = []
        """What went wrong in this episode, for planners that know."""
        self.pending = frozenset(self.graph.pursued(self.task.initial))
        """The landmarks that are still to be achieved (Φ)."""
        self.subgoal: int | None = None
        """The landmark that is being pursued, by its position in the graph (φ)."""
        self.target: int | None = None
        """The landmark that was chosen: the subgoal, or what that is the means to."""
        self.cost = 0
        """Actions decided on in this episode."""
        self.pursuit = 0
        """Actions decided on since the subgoal was chosen."""
        self.considered: tuple[LandmarkEvidence, ...] = ()

    def decide(self, state: State, stop: Stop | None = None) -> Decision:
        """The next action of the episode in a state: lines 5 to 9.

        `stop` is asked now and then; where it says so, the decision so far comes at once.
        """
        if max(state, default=-1) >= len(self.task.atoms):
            raise ExecutionError(
                f"the state holds fact {max(state)}, but the task has {len(self.task.atoms)} facts",
                remedy="Give a state of this task: a set of positions in task.atoms",
            )
        self.effort = Effort(self.settings, stop)
        self.considered = ()
        if self._is_done(self.target, state):
            self.look_ahead(state)
            while self._is_done(self.target, state) and not self.task.is_goal(state):
                self.pending -= {self.target}
                self.target = self._checked(self.choose_landmark(state))
                self._pursue(state)
        elif self._is_done(self.subgoal, state):
            self._pursue(state)
        decision = self.choose_action(state)
        if decision.action is not None:
            self.cost += 1
            self.pursuit += 1
        if stop and stop():
            self.effort.end = SearchEnd.STOPPED
        return replace(
            decision,
            target=self._target_of(decision.subgoal),
            pending=self.pending,
            landmarks=self.considered,
            rollouts=self.effort.rollouts,
            seconds=self.effort.seconds,
            end=self.effort.end,
        )

    def run(
        self, seed: int | None = None, watch: Watch | None = None, stop: Stop | None = None
    ) -> Episode:
        """An episode in a simulation of the task: `lamp.execution.run_episode`."""
        # The contract on layers names this import: planners do not depend on episodes otherwise.
        from lamp.execution import run_episode  # noqa: PLC0415

        return run_episode(self, seed, watch, stop)

    def share_memory(self, number: int) -> None:  # noqa: B027 (not everybody keeps much)
        """Take only one part in a number of the free memory; others take the rest."""

    def take_over(self, other: LandmarkPlan) -> bool:  # noqa: ARG002 (not everybody knows states)
        """Know the states that another planner has met, which is not used again; say if it can be.

        It can for planners of the same task and landmarks, whatever their settings are.
        """
        return False

    def _checked(self, subgoal: int) -> int:
        """The subgoal, if it may be chosen: otherwise, nothing would ever end."""
        if subgoal not in self.graph.leaves(self.pending):
            raise ExecutionError(
                f"{type(self).__name__} chose landmark {subgoal!r}, which is not a leaf",
                remedy="Choose one of self.graph.leaves(self.pending)",
            )
        return subgoal

    def _is_done(self, landmark: int | None, state: State) -> bool:
        return landmark is None or self.graph.landmarks[landmark].holds(state)

    def _target_of(self, subgoal: int) -> int:
        """What a subgoal is pursued for; a planner may decide for another than the current one."""
        return subgoal if self.target is None or subgoal != self.subgoal else self.target

    def _pursue(self, state: State) -> None:
        """Begin to pursue the target, or the means to it."""
        if self.target is not None:
            self.subgoal = self.means_to(self.target, state)
        self.pursuit = 0

    def means_to(self, target: int, state: State) -> int:  # noqa: ARG002 (for those who look)
        """The subgoal for a landmark that was chosen: itself, unless something must come before."""
        return target

    def look_ahead(self, state: State) -> None:  # noqa: B027 (not everybody learns)
        """Learn what choosing a landmark may need, once before one or several are chosen."""

    @abstractmethod
    def choose_landmark(self, state: State) -> int:
        """The next subgoal, one of the leaves of those pending: line 7."""

    @abstractmethod
    def choose_action(self, state: State) -> Decision:
        """An action to achieve the subgoal, or none: line 9."""
