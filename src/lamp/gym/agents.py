"""Agents for environments: at random, or by one of the planners; all are asked in the same way."""

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
    """What an environment has to offer so that a planner can plan for it."""

    @property
    def task(self) -> Task:
        """How the world behaves."""

    @property
    def state(self) -> State:
        """How it is now: the positions in `task.atoms` of what is true."""


class Agent(Protocol):
    """An agent that acts in an environment."""

    def start(self, seed: int) -> None:
        """Begin an episode."""

    def act(self, observation: Any, info: dict[str, Any]) -> Any:  # noqa: ANN401 (of any space)
        """The next action."""


class RandomAgent:
    """Chooses among the applicable actions, all alike."""

    def start(self, seed: int) -> None:
        """Begin an episode."""
        self._rng = np.random.default_rng(seed)

    def act(self, observation: Any, info: dict[str, Any]) -> int:  # noqa: ANN401, ARG002
        """One of the actions of `info["action_mask"]`."""
        return int(self._rng.choice(np.flatnonzero(info["action_mask"])))


class PlanningAgent:
    """Asks a planner, which looks at the state of the environment itself.

    `encode` turns an action of the task into one of the environment; usually it is its position in
    `task.actions`. Where the planner gives up, the first applicable action is chosen.
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
        positions = {action: at for at, action in enumerate(planner.task.actions)}
        self._encode = encode or positions.__getitem__

    def start(self, seed: int) -> None:
        """Begin an episode: whatever was learned is forgotten."""
        self.planner.start(seed)

    def act(self, observation: Any, info: dict[str, Any]) -> Any:  # noqa: ANN401, ARG002
        """The planner's decision in the state that the environment is in."""
        state = self._world.state
        action = self.planner.decide(state).action
        return self._encode(action or self.planner.task.applicable(state)[0])


def known_world(env: gymnasium.Env[Any, Any]) -> KnownWorld:
    """What an environment tells about itself below all wrappers, if that is enough to plan."""
    found = env.unwrapped
    if not isinstance(found, KnownWorld):
        raise ExecutionError(
            f"{type(found).__name__} does not say how it behaves",
            remedy="A planner needs env.unwrapped.task, a lamp.Task, and env.unwrapped.state",
        )
    return found
