"""Environments of tasks with costs: rewards, what is shown, and agents that plan with costs."""

from __future__ import annotations

from typing import Any

import pytest

import lamp
from lamp.task import Task
from tests.support.cost_tasks import door_task, gamble_task

pytestmark = pytest.mark.needs("gymnasium")


def started(task: Task, **options: Any) -> Any:
    """An environment in its first episode."""
    env = lamp.env(task, **options)
    env.reset(seed=1)
    return env


def number_of(env: Any, name: str) -> int:
    return [action.name for action in env.task.actions].index(name)


def test_the_reward_of_a_step_is_minus_its_cost() -> None:
    env = started(door_task())
    steps = [env.step(number_of(env, name)) for name in ("knock", "enter")]
    assert [reward for _, reward, *_ in steps] == [-3.0, -2.5]
    assert env.cost == 5.5
    env.reset(seed=0)
    assert env.cost == 0


@pytest.mark.parametrize(
    ("options", "reward"), [({}, 20), ({"goal_reward": 7.0}, 7), ({"goal_reward": 0.0}, 0)]
)
def test_the_reward_at_the_goal_is_that_of_the_task_unless_another_is_given(
    options: dict[str, float], reward: int
) -> None:
    env = started(door_task(goal_reward=20), **options)
    assert env.step(number_of(env, "open"))[1] == reward - 10


def test_an_inapplicable_action_costs_as_much_as_a_typical_step() -> None:
    env = started(door_task())
    assert env.step(number_of(env, "enter"))[1] == -3.0  # the median of 10, 3 and 5/2


def test_the_costs_of_steps_are_those_of_the_outcomes_that_happened() -> None:
    env = started(gamble_task())
    failures: list[float] = []
    successes: list[float] = []
    for seed in range(10):
        env.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, _, _ = env.step(0)
            (successes if over else failures).append(reward)
    assert (set(failures), set(successes)) == ({-0.5}, {-4.0})


def test_the_text_of_a_state_says_the_cost_so_far_where_costs_differ() -> None:
    env = started(door_task(), render_mode="ansi")
    env.step(number_of(env, "knock"))
    assert "after (knock), cost 3\n" in env.render()
    assert "cost" not in started(door_task().with_unit_costs(), render_mode="ansi").render()


def test_a_planning_agent_takes_the_cheaper_way() -> None:
    import lamp.gym

    task = door_task()
    env = started(task)
    agent = lamp.gym.PlanningAgent(env, lamp.Lamp(task, rollouts=30))
    agent.start(0)
    over, total = False, 0.0
    observation, info = env.reset(seed=0)
    while not over:
        observation, reward, over, _, info = env.step(agent.act(observation, info))
        total += reward
    assert total == -5.5
