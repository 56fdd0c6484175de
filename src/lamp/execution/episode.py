"""One episode: decide, act, see what happens, until it ends."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

import numpy as np

from lamp.errors import ExecutionError
from lamp.search import Decision, Failure, LandmarkPlan, SearchEnd, Stop
from lamp.task import NEVER, Action, State, Task

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
    """Somebody stopped it."""


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


def run_episode(
    planner: LandmarkPlan,
    seed: int | None = None,
    watch: Watch | None = None,
    stop: Stop | None = None,
) -> Episode:
    """Run a planner in a world that behaves as its task says.

    `watch` sees every step; the episode ends soon after `stop` says so.
    """
    start = time.perf_counter()
    planner.start(seed)
    world = np.random.default_rng([planner.seed, WORLD])
    task, state = planner.task, planner.task.initial
    steps: list[Step] = []
    final: Decision | None = None
    end = EpisodeEnd.DEAD_END if task.goal == NEVER else EpisodeEnd.GOAL
    while end is EpisodeEnd.GOAL and not task.is_goal(state):
        if len(steps) == planner.settings.budget:
            end = EpisodeEnd.BUDGET
            continue
        if stop and stop():
            end = EpisodeEnd.INTERRUPTED
            continue
        final = planner.decide(state, stop)
        if final.end is SearchEnd.STOPPED or final.action is None:
            stopped = final.end is SearchEnd.STOPPED
            end = EpisodeEnd.INTERRUPTED if stopped else EpisodeEnd.DEAD_END
            continue
        _check(planner, final.action, state)
        after = happening(task, state, final.action, world)
        steps.append(Step(len(steps) + 1, state, final, after))
        if watch:
            watch(steps[-1])
        state, final = after, None
    episode = _episode(end, steps, final, planner)
    return replace(episode, seconds=time.perf_counter() - start)


def _check(planner: LandmarkPlan, action: Action, state: State) -> None:
    """Refuse an action that cannot be executed."""
    if not action.precondition.holds(state):
        raise ExecutionError(
            f"{type(planner).__name__} chose {action}, which is not applicable",
            remedy="Choose one of task.applicable(state)",
        )


def _episode(
    end: EpisodeEnd, steps: list[Step], final: Decision | None, planner: LandmarkPlan
) -> Episode:
    decisions = [step.decision for step in steps] + ([final] if final else [])
    subgoals: list[int] = []
    for step in steps:
        if subgoals[-1:] != [step.decision.subgoal]:
            subgoals.append(step.decision.subgoal)
    return Episode(
        end=end,
        actions=tuple(step.decision.action for step in steps if step.decision.action),
        subgoals=tuple(subgoals),
        rollouts=sum(decision.rollouts for decision in decisions),
        states=max((decision.states for decision in decisions), default=0),
        seconds=0.0,
        seed=planner.seed,
        failures=tuple(planner.failures),
        final=final if end is EpisodeEnd.INTERRUPTED else None,
    )


def happening(task: Task, state: State, action: Action, rng: np.random.Generator) -> State:
    """A state after an action, by the probabilities of the task."""
    drawn = rng.random()
    successors = sorted(task.apply(state, action).items(), key=lambda item: sorted(item[0]))
    for successor, probability in successors[:-1]:
        drawn -= float(probability)
        if drawn < 0:
            return successor
    return successors[-1][0]
