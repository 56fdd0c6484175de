"""Environments in Gymnasium: registered, checked, vectorised, and sent to other processes."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import lamp
from lamp.benchmarks import FAMILIES, NAMES

pytestmark = pytest.mark.needs("gymnasium")


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_environments_pass_gymnasium_s_environment_checker(
    family: str, mode: str, gymnasium: Any
) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make(f"lamp/{family}-p1", render_mode=mode).unwrapped)


def test_all_problems_of_the_paper_are_registered(gymnasium: Any) -> None:
    known = {name for name in gymnasium.registry if name.startswith("lamp/")}
    assert known == {f"lamp/{name.replace(':', '-')}" for name in NAMES}


def test_a_name_may_begin_with_the_module_to_import(gymnasium: Any) -> None:
    env = gymnasium.make("lamp.gym:lamp/triangle_tireworld-p2", budget=7)
    assert env.unwrapped.task == lamp.load("triangle_tireworld:p2")
    assert env.unwrapped.budget == 7


def test_environments_can_be_vectorised(gymnasium: Any) -> None:
    envs = gymnasium.make_vec("lamp/tireworld-p1", num_envs=3)
    observation, info = envs.reset(seed=0)
    assert observation.shape[0] == info["action_mask"].shape[0] == 3
    envs.step(info["action_mask"].argmax(axis=1))
    envs.close()


def test_an_environment_can_go_to_another_process() -> None:
    env = pickle.loads(pickle.dumps(lamp.env("tireworld:p1")))  # noqa: S301
    assert env.reset(seed=1)[0].any()
