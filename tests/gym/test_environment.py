"""Environments: observations, steps, and the ends of episodes."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import numpy as np
import pytest

import lamp
from lamp.benchmarks import FAMILIES
from lamp.errors import ExecutionError
from tests.support.environments import (
    FINISH,
    KNOCK,
    LEAVE,
    doors,
    enter,
    random_walk,
    true_atoms,
)
from tests.support.tasks import task_of

pytestmark = pytest.mark.needs("gymnasium")


def test_the_action_mask_marks_the_applicable_actions() -> None:
    env = lamp.env("elevators:p1")
    env.action_space.seed(0)
    _, info = env.reset(seed=0)
    for _ in range(30):
        allowed = [env.task.actions[number] for number in np.flatnonzero(info["action_mask"])]
        assert allowed == list(env.task.applicable(env.state))
        *_, info = env.step(env.action_space.sample(mask=info["action_mask"]))


def test_an_observation_has_a_bit_for_each_fact_that_is_true() -> None:
    env = lamp.env(doors())
    observation, _ = env.reset(seed=0)
    assert {str(env.task.atoms[fact]) for fact in np.flatnonzero(observation)} == {"(at-start)"}
    observation, *_ = env.step(KNOCK)
    assert frozenset(np.flatnonzero(observation)) == env.state


@pytest.mark.parametrize("family", FAMILIES)
def test_a_step_leads_to_a_state_that_the_task_allows(family: str, gymnasium: Any) -> None:
    env = gymnasium.make(f"lamp/{family}-p1")
    for before, action, after in random_walk(env, seed=3):
        assert after in env.unwrapped.task.apply(before, action)


def test_outcomes_are_sampled_with_the_probabilities_of_the_task() -> None:
    env = lamp.env(doors())
    env.reset(seed=0)
    entered: Counter[bool] = Counter()
    for _ in range(2000):
        env.reset()
        env.step(KNOCK)
        entered[true_atoms(env) == {"(inside)"}] += 1
    assert abs(entered[True] - 1500) < 5 * sqrt(2000 * 3 / 16)


def test_the_same_seed_gives_the_same_episode(gymnasium: Any) -> None:
    env = gymnasium.make("lamp/prob_blocksworld-p1")
    assert random_walk(env, seed=5) == random_walk(env, seed=5)
    assert random_walk(env, seed=5) != random_walk(env, seed=6)


def test_an_inapplicable_action_changes_nothing_and_costs_a_step() -> None:
    env = lamp.env(doors())
    env.reset(seed=0)
    _, reward, terminated, truncated, _ = env.step(FINISH)
    assert (reward, terminated, truncated) == (-1.0, False, False)
    assert (env.state, env.steps) == (env.task.initial, 1)


def test_a_strict_environment_refuses_inapplicable_actions() -> None:
    env = lamp.env(doors(), strict=True)
    env.reset(seed=0)
    with pytest.raises(ExecutionError, match=r"\(finish\) is not applicable"):
        env.step(FINISH)
    assert env.steps == 0


@pytest.mark.parametrize("number", [-1, 3, 0.5])
def test_an_action_outside_of_the_space_is_refused(number: Any) -> None:
    env = lamp.env(doors())
    env.reset(seed=0)
    with pytest.raises(ExecutionError, match="there is no action"):
        env.step(number)


def test_the_goal_terminates_with_its_reward() -> None:
    env = lamp.env(doors(), goal_reward=10)
    enter(env)
    _, reward, terminated, truncated, info = env.step(FINISH)
    assert (reward, terminated, truncated, info["end"]) == (9.0, True, False, "goal")


def test_a_state_without_applicable_actions_terminates() -> None:
    env = lamp.env(doors(), goal_reward=10)
    terminated = False
    seed = 0
    while not terminated:
        env.reset(seed=seed)
        _, reward, terminated, _, info = env.step(KNOCK)
        seed += 1
    assert (reward, info["end"], true_atoms(env)) == (-1.0, "dead_end", {"(stuck)"})


def test_an_episode_is_truncated_when_its_budget_is_used() -> None:
    env = lamp.env(doors(), budget=2)
    env.reset(seed=0)
    assert env.step(FINISH)[2:4] == (False, False)
    *_, terminated, truncated, info = env.step(FINISH)
    assert (terminated, truncated, info["end"]) == (False, True, "budget")


def test_a_goal_reached_with_the_last_action_of_the_budget_ends_the_episode_as_goal() -> None:
    env = lamp.env(doors(), budget=2)
    enter(env)
    assert env.step(FINISH)[4]["end"] == "goal"


def test_a_step_before_reset_or_after_the_end_is_refused() -> None:
    from gymnasium.error import ResetNeeded

    env = lamp.env(doors(), budget=1)
    with pytest.raises(ResetNeeded):
        env.step(KNOCK)
    env.reset(seed=0)
    env.step(LEAVE)
    with pytest.raises(ResetNeeded):
        env.step(KNOCK)


def test_reset_reports_a_goal_that_holds_initially() -> None:
    assert lamp.env(doors(goal="(at-start)")).reset()[1]["end"] == "goal"


def test_a_task_without_actions_has_no_environment() -> None:
    with pytest.raises(ExecutionError, match="no state can change"):
        lamp.env(task_of("(:predicates (p))", "(:goal (p))"))
