"""Planners as agents."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import lamp
from lamp.errors import ExecutionError
from lamp.execution import WORLD_STREAM, Step, run_episode
from tests.support.environments import doors

pytestmark = pytest.mark.needs("gymnasium")


def test_with_the_random_numbers_of_run_episode_a_planner_has_the_same_episode() -> None:
    from lamp.gym import PlanningAgent

    env = lamp.env("triangle_tireworld:p1")
    planner = lamp.Uct(env.task, rollouts=10)
    steps: list[Step] = []
    episode = run_episode(planner, seed=4, watch=steps.append)
    _, info = env.reset()
    env.np_random = np.random.default_rng([4, WORLD_STREAM])
    agent = PlanningAgent(env, planner)
    agent.start(4)
    while "end" not in info:
        *_, info = env.step(agent.act(None, info))
    assert env.states[1:] == [step.after for step in steps]
    assert info["end"] == episode.end


def test_a_planner_of_another_task_is_refused() -> None:
    from lamp.gym import PlanningAgent

    planner = lamp.Uct(lamp.load("tireworld:p1"))
    with pytest.raises(ExecutionError, match=r"Make the planner with env\.unwrapped\.task"):
        PlanningAgent(lamp.env(doors()), planner)


def test_a_planner_needs_an_environment_with_a_task(gymnasium: Any) -> None:
    from lamp.gym import PlanningAgent

    env = gymnasium.make("CartPole-v1")
    with pytest.raises(ExecutionError, match="has no task and state"):
        PlanningAgent(env, lamp.Uct(doors()))


def test_a_planner_acts_in_any_environment_that_offers_task_and_state() -> None:
    from gymnasium import Env

    from lamp.gym import PlanningAgent

    class ForeignEnv(Env[Any, str]):
        """An environment of another package: actions are words."""

        def __init__(self) -> None:
            self.task = doors()
            self.state = self.task.initial

    env = ForeignEnv()
    planner = lamp.Uct(env.task, rollouts=10)
    agent = PlanningAgent(env, planner, encode=lambda action: action.name)
    agent.start(0)
    assert agent.act(None, {}) == "knock"
