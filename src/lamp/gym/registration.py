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
    """What can be chosen of an environment; `TaskEnv` says what it means."""

    budget: int
    goal_reward: float
    strict: bool
    render_mode: str | None


def env(task: Task | str, **options: Unpack[Options]) -> TaskEnv:
    """The environment of a task, or of a benchmark such as `tireworld:p15`."""
    if isinstance(task, Task):
        return TaskEnv(task, **options)
    found, picture = _benchmark(task)
    return TaskEnv(found, picture=picture, **options)


@lru_cache(maxsize=8)
def _benchmark(name: str) -> tuple[Task, Picture | None]:
    """The task of a benchmark, and who draws its states; vector environments share them."""
    model = load(name)
    task = ground_model(model)
    return task, Picture.of(model, task)


def id_of(name: str) -> str:
    """What Gymnasium calls a benchmark: there, a colon stands after the name of a module."""
    return f"lamp/{name.replace(':', '-')}"


def register() -> None:
    """Make all benchmarks known to `gymnasium.make`."""
    for name in NAMES:
        gymnasium.register(id_of(name), f"{__name__}:env", kwargs={"task": name})
