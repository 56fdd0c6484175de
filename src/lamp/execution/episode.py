"""One episode: decide, act, see what happens, until it ends."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import numpy as np

from lamp.errors import ExecutionError
from lamp.search import Decision, Failure, LandmarkPlan, SearchEnd, Stop
from lamp.task import NEVER, Action, State, Task
from lamp.util import table

WORLD = 1
"""Added to a seed for the random numbers of the world, which are not those of the planner."""


class EpisodeEnd(StrEnum):
    """How an episode ended."""

    GOAL = "goal"
    DEAD_END = "dead_end"
    """No action was applicable, or the planner knows that none leads to the goal."""
    BUDGET = "budget"
    """As many actions were executed as allowed."""
    INTERRUPTED = "interrupted"
    """It was stopped from outside."""


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of an episode, and what came of it."""

    number: int
    state: State
    decision: Decision
    after: State


Watch: TypeAlias = Callable[[Step], None]


@dataclass(frozen=True, slots=True)
class Episode:
    """One execution."""

    end: EpisodeEnd
    actions: tuple[Action, ...]
    subgoals: tuple[int, ...]
    """The landmarks pursued, in their order, by their positions in the planner's graph."""
    rollouts: int
    states: int
    """How many states the planner has learned something about."""
    seconds: float
    seed: int = 0
    failures: tuple[Failure, ...] = ()
    """What the planner knows to have gone wrong."""
    final: Decision | None = None
    """Of an interrupted episode: the decision so far, which was not executed any more."""

    @property
    def cost(self) -> int:
        """How many actions were executed."""
        return len(self.actions)

    def _repr_html_(self) -> str:
        """The actions as a table for notebooks, below how it ended."""
        from lamp.execution.records import ending_text  # noqa: PLC0415 (which reads episodes)

        rows = [(number, str(action)) for number, action in enumerate(self.actions, start=1)]
        counts = f"{self.rollouts:,} rollouts, {self.states:,} states, seed {self.seed}"
        return table(f"{ending_text(self)}; {counts}", ("step", "action"), rows)


def run_episode(
    planner: LandmarkPlan,
    seed: int | None = None,
    watch: Watch | None = None,
    stop: Stop | None = None,
) -> Episode:
    """Run a planner in a world that behaves as its task says.

    `watch` sees every step; the episode ends soon after `stop` says so.
    """
    execution = Execution(planner, seed)
    while step := execution.step(stop):
        if watch:
            watch(step)
    return execution.episode()


class Execution:
    """An episode under way, one step after the other."""

    def __init__(self, planner: LandmarkPlan, seed: int | None = None) -> None:
        self._start = time.perf_counter()
        planner.start(seed)
        self.planner = planner
        self._world = np.random.default_rng([planner.seed, WORLD])
        self.state = planner.task.initial
        self.steps: list[Step] = []
        self.end: EpisodeEnd | None = None
        """Nothing as long as the episode goes on."""
        self._final: Decision | None = None
        self._check_end()

    def step(self, stop: Stop | None = None) -> Step | None:
        """One decision and what comes of it; nothing where the episode has come to its end."""
        if self.end is None and stop and stop():
            self.end = EpisodeEnd.INTERRUPTED
        if self.end is not None:
            return None
        decision = self.planner.decide(self.state, stop)
        if decision.end is SearchEnd.STOPPED or decision.action is None:
            stopped = decision.end is SearchEnd.STOPPED
            self.end = EpisodeEnd.INTERRUPTED if stopped else EpisodeEnd.DEAD_END
            self._final = decision
            return None
        _check(self.planner, decision.action, self.state)
        after = sample_successor(self.planner.task, self.state, decision.action, self._world)
        self.steps.append(Step(len(self.steps) + 1, self.state, decision, after))
        self.state = after
        self._check_end()
        return self.steps[-1]

    def _check_end(self) -> None:
        """See whether the state, or the number of actions so far, ends the episode."""
        task = self.planner.task
        if task.goal == NEVER:
            self.end = EpisodeEnd.DEAD_END
        elif task.is_goal(self.state):
            self.end = EpisodeEnd.GOAL
        elif len(self.steps) == self.planner.settings.budget:
            self.end = EpisodeEnd.BUDGET

    def episode(self) -> Episode:
        """What the execution amounts to; one that could have gone on counts as interrupted."""
        end, final = self.end or EpisodeEnd.INTERRUPTED, self._final
        decisions = [step.decision for step in self.steps] + ([final] if final else [])
        subgoals: list[int] = []
        for step in self.steps:
            if subgoals[-1:] != [step.decision.subgoal]:
                subgoals.append(step.decision.subgoal)
        return Episode(
            end=end,
            actions=tuple(step.decision.action for step in self.steps if step.decision.action),
            subgoals=tuple(subgoals),
            rollouts=sum(decision.rollouts for decision in decisions),
            states=max((decision.states for decision in decisions), default=0),
            seconds=time.perf_counter() - self._start,
            seed=self.planner.seed,
            failures=tuple(self.planner.failures),
            final=final if end is EpisodeEnd.INTERRUPTED else None,
        )


def _check(planner: LandmarkPlan, action: Action, state: State) -> None:
    """Refuse an action that cannot be executed."""
    if not action.precondition.holds(state):
        raise ExecutionError(
            f"{type(planner).__name__} chose {action}, which is not applicable",
            remedy="Choose one of task.applicable(state)",
        )


def sample_successor(task: Task, state: State, action: Action, rng: np.random.Generator) -> State:
    """A state after an action, by the probabilities of the task."""
    drawn = rng.random()
    successors = sorted(task.apply(state, action).items(), key=lambda item: sorted(item[0]))
    for successor, probability in successors[:-1]:
        drawn -= float(probability)
        if drawn < 0:
            return successor
    return successors[-1][0]
