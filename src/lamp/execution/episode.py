"""Episodes: a planner decides and a simulation of the task samples the outcome, until an end.

This is the loop of Algorithm 1, lines 4 and 10.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from lamp.errors import ExecutionError, SettingsError
from lamp.search import Decision, Failure, LandmarkPlan, SearchEnd, Stop, TimedStop
from lamp.task import NEVER, Action, Cost, State, Task, plain_number
from lamp.util import Deadline, table

WORLD_STREAM = 1
"""With the seed, the key of the random numbers of outcomes; the planner has others."""


DECISION_SHARE = 0.05
"""The share of the time left to an episode that a decision may take."""


class EpisodeEnd(StrEnum):
    """How an episode ended."""

    GOAL = "goal"
    DEAD_END = "dead_end"
    """No action was applicable, or the planner has detected that none leads to the goal."""
    BUDGET = "budget"
    """All actions of the budget were executed, or the cost has exceeded the budget for it."""
    SECONDS = "seconds"
    """The time for the whole episode was over."""
    INTERRUPTED = "interrupted"
    """The stop signal was given."""


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of an episode and its outcome."""

    number: int
    state: State
    decision: Decision
    after: State
    cost: Cost = 1


Watch: TypeAlias = Callable[[Step], None]
"""Is called with each step."""


@dataclass(frozen=True, slots=True)
class Episode:
    """One execution: how it ended, its actions and what the search took."""

    end: EpisodeEnd
    actions: tuple[Action, ...]
    subgoals: tuple[int, ...]
    """The landmarks pursued, in order, by their positions in the planner's graph."""
    rollouts: int
    states: int
    """States with statistics in the planner."""
    seconds: float
    seed: int = 0
    failures: tuple[Failure, ...] = ()
    """The failures that the planner has detected."""
    final: Decision | None = None
    """Of an episode that was interrupted, or out of time: the last decision, not executed."""
    costs: tuple[Cost, ...] | None = None
    """The cost of each action; None where each costs 1."""

    @property
    def length(self) -> int:
        """How many actions were executed."""
        return len(self.actions)

    @property
    def cost(self) -> float:
        """What the executed actions cost together: an integer where it is one."""
        return self.length if self.costs is None else plain_number(sum(self.costs))

    def _repr_html_(self) -> str:
        """How the episode ended and its actions, as a table for notebooks."""
        from lamp.execution.records import (  # noqa: PLC0415 (it imports this module)
            cost_text,
            ending_text,
        )

        heads: tuple[str, ...] = ("step", "action")
        rows: list[tuple[object, ...]] = [*enumerate(map(str, self.actions), start=1)]
        if self.costs is not None:
            heads = (*heads, "cost")
            rows = [(*row, cost_text(cost)) for row, cost in zip(rows, self.costs, strict=True)]
        counts = f"{self.rollouts:,} rollouts, {self.states:,} states, seed {self.seed}"
        return table(f"{ending_text(self)}; {counts}", heads, rows)


def run_episode(
    planner: LandmarkPlan,
    seed: int | None = None,
    watch: Watch | None = None,
    stop: Stop | None = None,
    total_seconds: float = math.inf,
) -> Episode:
    """Run a planner in a simulation of its task, to the goal, a dead end or the end of the budget.

    `watch` is called with every step. After `stop` has become true, the episode ends soon; so it
    does when `total_seconds` are over. A decision takes at most a twentieth of what is left of
    them, or an equal part where less than twenty actions are left.
    """
    execution = Execution(planner, seed, total_seconds)
    while step := execution.step(stop):
        if watch:
            watch(step)
    return execution.episode()


class Execution:
    """An episode step by step."""

    def __init__(
        self, planner: LandmarkPlan, seed: int | None = None, total_seconds: float = math.inf
    ) -> None:
        if not total_seconds > 0:
            raise SettingsError(f"{total_seconds} seconds", remedy="Allowed are more than 0")
        self._start = time.perf_counter()
        self._deadline = Deadline(total_seconds)
        planner.start(seed)
        self.planner = planner
        self._world = np.random.default_rng([planner.seed, WORLD_STREAM])
        self.state = planner.task.initial
        self.steps: list[Step] = []
        self.cost: Cost = 0
        """The cost of the steps so far."""
        self.end: EpisodeEnd | None = None
        """None before the end."""
        self._final: Decision | None = None
        self._check_end()

    def step(self, stop: Stop | None = None) -> Step | None:
        """The next decision and its outcome; None at the end of the episode."""
        if self.end is None:
            self.end = self._end_from_outside(stop)
        if self.end is not None:
            return None
        decision, end = self._decide(stop)
        if end is not None or decision.action is None:
            self.end = end or EpisodeEnd.DEAD_END
            self._final = decision
            return None
        _check_applicable(self.planner, decision.action, self.state)
        before, task = self.state, self.planner.task
        self.state, cost = sample_transition(task, before, decision.action, self._world)
        self.steps.append(Step(len(self.steps) + 1, before, decision, self.state, cost))
        self.cost += cost
        self._check_end()
        return self.steps[-1]

    def _decide(self, stop: Stop | None) -> tuple[Decision, EpisodeEnd | None]:
        """The next decision; the end of the episode, where it was stopped from outside."""
        if self._deadline.seconds == math.inf:
            decision = self.planner.decide(self.state, stop)
            stopped = decision.end is SearchEnd.STOPPED
            return decision, EpisodeEnd.INTERRUPTED if stopped else None
        actions_left = self.planner.settings.budget - len(self.steps)
        share = max(DECISION_SHARE, 1 / (actions_left + 1))
        decision = self.planner.decide(self.state, TimedStop(self._deadline.part(share), stop))
        end = self._end_from_outside(stop)
        if decision.end is SearchEnd.STOPPED and end is None:
            decision = replace(decision, end=SearchEnd.SECONDS)
            # Without an action, it cannot be told from a dead end.
            end = EpisodeEnd.SECONDS if decision.action is None else None
        return decision, end

    def _end_from_outside(self, stop: Stop | None) -> EpisodeEnd | None:
        """The end by the stop signal or by the time."""
        if stop and stop():
            return EpisodeEnd.INTERRUPTED
        return EpisodeEnd.SECONDS if self._deadline.is_over else None

    def _check_end(self) -> None:
        """Set the end if the state, the cost or the number of actions so far ends the episode."""
        task = self.planner.task
        if task.goal == NEVER:
            self.end = EpisodeEnd.DEAD_END
        elif self.cost > self.planner.settings.cost_budget:
            self.end = EpisodeEnd.BUDGET
        elif task.is_goal(self.state):
            self.end = EpisodeEnd.GOAL
        elif len(self.steps) == self.planner.settings.budget:
            self.end = EpisodeEnd.BUDGET

    def episode(self) -> Episode:
        """The episode so far; without an end, it is interrupted."""
        end, final = self.end or EpisodeEnd.INTERRUPTED, self._final
        decisions = [step.decision for step in self.steps] + ([final] if final else [])
        unit = self.planner.task.has_unit_costs
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
            final=final if end in (EpisodeEnd.INTERRUPTED, EpisodeEnd.SECONDS) else None,
            costs=None if unit else tuple(step.cost for step in self.steps),
        )


def _check_applicable(planner: LandmarkPlan, action: Action, state: State) -> None:
    if not action.precondition.holds(state):
        raise ExecutionError(
            f"{type(planner).__name__} chose {action}, which is not applicable",
            remedy="Choose one of task.applicable(state)",
        )


def sample_transition(
    task: Task, state: State, action: Action, rng: np.random.Generator
) -> tuple[State, Cost]:
    """A successor of a state by an action and the cost of the step, with their probabilities.

    By inversion, with one random number, over the transitions in a canonical order.
    """
    remainder = rng.random()
    transitions = sorted(_transitions(task, state, action), key=lambda it: (sorted(it[0]), it[1]))
    for successor, cost, probability in transitions[:-1]:
        remainder -= float(probability)
        if remainder < 0:
            return successor, cost
    successor, cost, _ = transitions[-1]
    return successor, cost


def _transitions(
    task: Task, state: State, action: Action
) -> Iterable[tuple[State, Cost, Fraction]]:
    """The states after an action, with the cost of the step and the probability."""
    if task.has_unit_costs:  # to hash costs would take long
        return ((after, 1, chance) for after, chance in task.apply(state, action).items())
    transitions = task.transitions(state, action).items()
    return ((after, cost, chance) for (after, cost), chance in transitions)
