"""Agents for environments: random actions, or the decisions of a planner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import gymnasium
import numpy as np

from lamp.errors import ExecutionError
from lamp.search import LandmarkPlan
from lamp.task import Action, State, Task


@runtime_checkable
class KnownWorld(Protocol):
    """The attributes of an environment that a planner needs."""

    @property
    def task(self) -> Task:
        """The model of the environment."""

    @property
    def state(self) -> State:
        """The current state: the positions in `task.atoms` of the atoms that are true."""


class Agent(Protocol):
    """An agent that acts in an environment."""

    def start(self, seed: int) -> None:
        """Begin an episode."""

    def act(self, observation: Any, info: dict[str, Any]) -> Any:  # noqa: ANN401 (of any space)
        """The next action."""


class RandomAgent:
    """Chooses among the applicable actions, uniformly at random."""

    def start(self, seed: int) -> None:
        """Begin an episode."""
        self._rng = np.random.default_rng(seed)

    def act(self, observation: Any, info: dict[str, Any]) -> int:  # noqa: ANN401, ARG002
        """One of the actions of `info["action_mask"]`."""
        return int(self._rng.choice(np.flatnonzero(info["action_mask"])))


class PlanningAgent:
    """Takes the decisions of a planner in the state of the environment.

    `encode` turns an action of the task into one of the environment; usually it is its position in
    `task.actions`. Where the planner has no decision, the first applicable action is chosen.
    """

    def __init__(
        self,
        env: gymnasium.Env[Any, Any],
        planner: LandmarkPlan,
        encode: Callable[[Action], Any] | None = None,
    ) -> None:
        self._world = known_world(env)
        if planner.task is not self._world.task and planner.task != self._world.task:
            raise ExecutionError(
                f"the planner is for {planner.task.name}, the environment is "
                f"{self._world.task.name}",
                remedy="Make the planner with env.unwrapped.task",
            )
        self.planner = planner
        positions = {action: number for number, action in enumerate(planner.task.actions)}
        self._encode = encode or positions.__getitem__

    def start(self, seed: int) -> None:
        """Begin an episode: all statistics of the planner are reset."""
        self.planner.start(seed)

    def act(self, observation: Any, info: dict[str, Any]) -> Any:  # noqa: ANN401, ARG002
        """The decision of the planner in the state of the environment."""
        state = self._world.state
        action = self.planner.decide(state).action
        return self._encode(action or self.planner.task.applicable(state)[0])


def known_world(env: gymnasium.Env[Any, Any]) -> KnownWorld:
    """The environment below all wrappers, if it has a task and a state."""
    world = env.unwrapped
    if not isinstance(world, KnownWorld):
        raise ExecutionError(
            f"{type(world).__name__} has no task and state to plan with",
            remedy="A planner needs env.unwrapped.task, a lamp.Task, and env.unwrapped.state",
        )
    return world
