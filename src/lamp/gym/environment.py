"""A task as an environment of Gymnasium: facts are observed, ground actions are chosen."""

from __future__ import annotations

from functools import cached_property
from typing import Any, SupportsFloat, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from lamp.errors import ExecutionError
from lamp.execution import EpisodeEnd, cost_text, sample_transition
from lamp.gym.board import Board, Pixels
from lamp.gym.picture import Picture, can_draw
from lamp.search import SETTINGS, SearchSettings
from lamp.task import Action, Cost, State, Task

Bits: TypeAlias = NDArray[np.int8]
"""(number of facts,) or (number of actions,): 0 or 1 for each."""
RENDER_MODES = ("ansi", "rgb_array")
Step: TypeAlias = tuple[Bits, SupportsFloat, bool, bool, dict[str, Any]]


class TaskEnv(gymnasium.Env[Bits, np.int64]):
    """A task as an environment, one action a step.

    Fact `i` of `task.atoms` is bit `i` of an observation, and action `i` is `task.actions[i]`.
    `info["action_mask"]` says which actions are applicable; any other one changes nothing, but
    costs as much as a typical step (`task.cost_unit`), or is refused where `strict`. The reward of
    a step is minus its cost, and the step that reaches the goal has `goal_reward` in addition, by
    default that of the task. An episode terminates at the goal and where no action is applicable,
    and is truncated after `budget` steps; `info["end"]` then has the reason.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        task: Task,
        *,
        budget: int = SETTINGS["budget"].default,
        goal_reward: float | None = None,
        strict: bool = False,
        render_mode: str | None = None,
        picture: Picture | None = None,
    ) -> None:
        _check(task, render_mode)
        self.task = task
        self.observation_space = spaces.MultiBinary(len(task.atoms))
        self.action_space = spaces.Discrete(len(task.actions))
        self.render_mode = render_mode
        self.budget = SearchSettings(budget=budget).budget
        self.goal_reward = float(task.goal_reward) if goal_reward is None else goal_reward
        self.strict = strict
        self._picture = picture if can_draw() else None
        self._over = True
        self._begin()

    def _begin(self) -> None:
        self.states: list[State] = [self.task.initial]
        """The state after each step of the episode, and the one before the first."""
        self.chosen: Action | None = None
        """The action of the last step."""
        self.cost: Cost = 0
        """The cost of the steps of the episode."""

    @property
    def state(self) -> State:
        """The facts that are true now."""
        return self.states[-1]

    @property
    def steps(self) -> int:
        """How many actions were chosen in this episode."""
        return len(self.states) - 1

    # The interface of Gymnasium

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bits, dict[str, Any]]:
        """The initial state of a new episode; there are no options."""
        super().reset(seed=seed, options=options)
        self._begin()
        self._over = False
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> Step:
        """The result of an action: an observation, a reward, terminated, truncated, an info."""
        if self._over:
            raise ResetNeeded("the episode is over, or has not begun: call reset()")
        self.chosen = self._action(action)
        after: State = self.state
        cost: Cost = self.task.cost_unit
        if self.chosen.precondition.holds(after):
            after, cost = sample_transition(self.task, after, self.chosen, self.np_random)
        self.states.append(after)
        self.cost += cost
        info = self._info()
        end = info.get("end")
        self._over = end is not None
        reward = -float(cost) + (self.goal_reward if end == EpisodeEnd.GOAL else 0.0)
        truncated = end == EpisodeEnd.BUDGET
        return self._observation(), reward, self._over and not truncated, truncated, info

    def render(self) -> Any:  # noqa: ANN401 (a text or pixels: as Gymnasium declares it)
        """The state as text (`ansi`) or as a picture (`rgb_array`)."""
        if self.render_mode == "ansi":
            return self._text()
        if self.render_mode == "rgb_array":
            return self._pixels()
        gymnasium.logger.warn("nothing is rendered: make the environment with a render_mode")
        return None

    # Its steps

    def _action(self, number: np.int64 | int) -> Action:
        if not self.action_space.contains(number):
            raise ExecutionError(
                f"there is no action {number!r}",
                remedy=f"Choose a whole number from 0 to {len(self.task.actions) - 1}",
            )
        action = self.task.actions[int(number)]
        if self.strict and not action.precondition.holds(self.state):
            raise ExecutionError(
                f"{action} is not applicable", remedy='Choose one of info["action_mask"]'
            )
        return action

    def _observation(self) -> Bits:
        observed = np.zeros(len(self.task.atoms), dtype=np.int8)
        observed[list(self.state)] = 1
        return observed

    def _info(self) -> dict[str, Any]:
        """Which actions are applicable, and how the episode ended, if it did."""
        holding = [action.precondition.holds(self.state) for action in self.task.actions]
        mask = np.array(holding, dtype=np.int8)
        end = self._end(bool(mask.any()))
        return {"action_mask": mask} | ({"end": end.value} if end else {})

    def _end(self, any_applicable: bool) -> EpisodeEnd | None:
        if self.task.is_goal(self.state):
            return EpisodeEnd.GOAL
        if not any_applicable:
            return EpisodeEnd.DEAD_END
        return EpisodeEnd.BUDGET if self.steps >= self.budget else None

    def _lines(self) -> tuple[str, str]:
        """The two lines above a state: the problem, and the last step."""
        done = f"after {self.chosen}" if self.chosen else "at the beginning"
        cost = "" if self.task.has_unit_costs else f", cost {cost_text(self.cost)}"
        return self.task.name, f"step {self.steps} of {self.budget}, {done}{cost}"

    def _text(self) -> str:
        facts = (f"  {self.task.atoms[fact]}" for fact in sorted(self.state))
        return "\n".join([*self._lines(), *facts]) + "\n"

    def _pixels(self) -> Pixels:
        if self._picture:
            return self._picture.pixels(self.states)
        return self._board.picture(self.state, self._lines())

    @cached_property
    def _board(self) -> Board:
        """Made for the first picture: fonts take a moment to load."""
        return Board(self.task)


def _check(task: Task, render_mode: str | None) -> None:
    """Refuse what Gymnasium has no space for."""
    if not task.atoms or not task.actions:
        raise ExecutionError(
            f"in {task.name} no state can change: there are {len(task.atoms)} facts that can "
            f"change, and {len(task.actions)} actions",
            remedy="Is the goal unreachable? lamp check summarises a problem",
        )
    if render_mode not in (None, *RENDER_MODES):
        raise ExecutionError(
            f"there is no render_mode {render_mode!r}",
            remedy=f"There are {', '.join(RENDER_MODES)}",
        )
