"""One episode: decide, act, see what happens, until it ends."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from lamp.search import Decision, Lamp
from lamp.task import Action, State, Task

WORLD = 1
"""Added to a seed for the random numbers of the world, which are not those of the planner."""


class EpisodeEnd(StrEnum):
    """How an episode ended."""

    GOAL = "goal"
    DEAD_END = "dead_end"
    """No action was applicable."""
    BUDGET = "budget"
    """As many actions were executed as allowed."""


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of an episode, and what came of it."""

    number: int
    state: State
    decision: Decision
    after: State


@dataclass(frozen=True, slots=True)
class Episode:
    """One execution."""

    end: EpisodeEnd
    actions: tuple[Action, ...]
    subgoals: tuple[int, ...]
    """The landmarks pursued, in their order, by their positions in the planner's graph."""
    rollouts: int
    states: int
    """How many states the planner knew in the end."""
    seconds: float

    @property
    def cost(self) -> int:
        """How many actions were executed."""
        return len(self.actions)


def run_episode(
    planner: Lamp, seed: int | None = None, watch: Callable[[Step], None] | None = None
) -> Episode:
    """Run a planner in a world that behaves as its task says; `watch` sees every step."""
    start = time.perf_counter()
    seed = planner.settings.seed if seed is None else seed
    planner.start(seed)
    world = np.random.default_rng([seed, WORLD])
    task, state = planner.task, planner.task.initial
    actions: list[Action] = []
    subgoals: list[int] = []
    rollouts = 0
    end = EpisodeEnd.GOAL
    while not task.is_goal(state):
        if len(actions) == planner.settings.budget:
            end = EpisodeEnd.BUDGET
            break
        decision = planner.decide(state)
        rollouts += decision.rollouts
        if decision.action is None:
            end = EpisodeEnd.DEAD_END
            break
        if subgoals[-1:] != [decision.subgoal]:
            subgoals.append(decision.subgoal)
        after = happening(task, state, decision.action, world)
        actions.append(decision.action)
        if watch:
            watch(Step(len(actions), state, decision, after))
        state = after
    seconds = time.perf_counter() - start
    return Episode(end, tuple(actions), tuple(subgoals), rollouts, planner.num_states, seconds)


def happening(task: Task, state: State, action: Action, rng: np.random.Generator) -> State:
    """A state after an action, by the probabilities of the task."""
    drawn = rng.random()
    successors = sorted(task.apply(state, action).items(), key=lambda item: sorted(item[0]))
    for successor, probability in successors[:-1]:
        drawn -= float(probability)
        if drawn < 0:
            return successor
    return successors[-1][0]
