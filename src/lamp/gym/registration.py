"""Environments by name: `lamp/tireworld-p15` is the problem `tireworld:p15`."""

from __future__ import annotations

from functools import lru_cache
from typing import TypedDict, Unpack

import gymnasium

from lamp.benchmarks import NAMES, load
from lamp.grounding import ground_model
from lamp.gym.environment import TaskEnv
from lamp.gym.picture import Picture
from lamp.task import Task


class Options(TypedDict, total=False):
    """Options of an environment, as in `TaskEnv`."""

    budget: int
    goal_reward: float | None
    strict: bool
    render_mode: str | None


def env(task: Task | str, **options: Unpack[Options]) -> TaskEnv:
    """The environment of a task, or of a benchmark such as `tireworld:p15`."""
    if isinstance(task, Task):
        return TaskEnv(task, **options)
    ground_task, picture = _benchmark(task)
    return TaskEnv(ground_task, picture=picture, **options)


@lru_cache(maxsize=8)
def _benchmark(name: str) -> tuple[Task, Picture | None]:
    """The task of a benchmark, and its pictures; vector environments share them."""
    model = load(name)
    task = ground_model(model)
    return task, Picture.of(model, task)


def id_of(name: str) -> str:
    """The id of a benchmark for Gymnasium, where a colon would separate a module from a name."""
    return f"lamp/{name.replace(':', '-')}"


def register() -> None:
    """Register all benchmarks for `gymnasium.make`."""
    for name in NAMES:
        gymnasium.register(id_of(name), f"{__name__}:env", kwargs={"task": name})
