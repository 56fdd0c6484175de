"""Tasks as environments of Gymnasium, and planners as agents."""

# ruff: noqa: E402 (without Gymnasium, the other imports fail)
from __future__ import annotations

import pickle
import re
import subprocess
import sys
from collections import Counter
from math import sqrt
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed (extra gym)")

from gymnasium import Env
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import lamp
import lamp.gym
from lamp.errors import ExecutionError
from lamp.execution import Step, run_episode
from lamp.execution.episode import WORLD
from lamp.gym.board import Board
from lamp.gym.font import CHARACTERS, written
from lamp.gym.picture import can_draw
from lamp.task import Action, State, Task
from tests.support.legacy import BENCHMARKS, FAMILIES
from tests.support.paths import ROOT
from tests.support.tasks import task_of

DOORS = """
    (:predicates (at-start) (inside) (done) (stuck))
    (:action knock :precondition (at-start)
     :effect (and (not (at-start)) (probabilistic 3/4 (inside) 1/4 (stuck))))
    (:action leave :precondition (inside) :effect (and (not (inside)) (at-start)))
    (:action finish :precondition (inside) :effect (and (done) (not (inside))))
"""
KNOCK, LEAVE, FINISH = range(3)


def doors() -> Task:
    return task_of(DOORS, "(:init (at-start)) (:goal (done))")


def entered(env: lamp.gym.TaskEnv) -> None:
    """Get inside, whatever it takes."""
    for seed in range(100):
        env.reset(seed=seed)
        env.step(KNOCK)
        if str(env.task.atoms[max(env.state)]) == "(inside)":
            return
    raise AssertionError


def atoms(env: lamp.gym.TaskEnv) -> set[str]:
    return {str(env.task.atoms[fact]) for fact in env.state}


def walk(env: Any, seed: int, steps: int = 30) -> list[tuple[State, Action, State]]:
    """Where a random agent comes by."""
    _, info = env.reset(seed=seed)
    agent = lamp.gym.RandomAgent()
    agent.start(seed)
    found: list[tuple[State, Action, State]] = []
    while len(found) < steps and "end" not in info:
        before = env.unwrapped.state
        action = agent.act(None, info)
        *_, info = env.step(action)
        found.append((before, env.unwrapped.task.actions[action], env.unwrapped.state))
    return found


# Gymnasium's own rules


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_gymnasium_s_own_check_finds_nothing(family: str, mode: str) -> None:
    check_env(gymnasium.make(f"lamp/{family}-p1", render_mode=mode).unwrapped)


def test_all_problems_of_the_paper_are_registered() -> None:
    known = {name for name in gymnasium.registry if name.startswith("lamp/")}
    assert known == {f"lamp/{family}-{problem}" for family, problem in BENCHMARKS}


def test_a_name_may_say_what_is_to_be_imported() -> None:
    env = gymnasium.make("lamp.gym:lamp/triangle_tireworld-p2", budget=7)
    assert env.unwrapped.task == lamp.load("triangle_tireworld:p2")
    assert env.unwrapped.budget == 7


def test_vector_environments_work() -> None:
    envs = gymnasium.make_vec("lamp/tireworld-p1", num_envs=3)
    observation, info = envs.reset(seed=0)
    assert observation.shape[0] == info["action_mask"].shape[0] == 3
    envs.step(info["action_mask"].argmax(axis=1))
    envs.close()


def test_an_environment_can_go_to_another_process() -> None:
    env = pickle.loads(pickle.dumps(lamp.env("tireworld:p1")))  # noqa: S301
    assert env.reset(seed=1)[0].any()


def test_without_gymnasium_the_error_says_what_to_install() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import lamp; lamp.env"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'lamp-planner[gym]'" in done.stderr.splitlines()[-1]


# What is seen


def test_the_mask_tells_the_applicable_actions() -> None:
    env = lamp.env("elevators:p1")
    _, info = env.reset(seed=0)
    for _ in range(30):
        allowed = [env.task.actions[at] for at in np.flatnonzero(info["action_mask"])]
        assert allowed == list(env.task.applicable(env.state))
        *_, info = env.step(env.action_space.sample(mask=info["action_mask"]))


def test_an_observation_has_a_bit_for_each_fact_that_is_true() -> None:
    env = lamp.env(doors())
    observation, _ = env.reset(seed=0)
    assert {str(env.task.atoms[at]) for at in np.flatnonzero(observation)} == {"(at-start)"}
    observation, *_ = env.step(KNOCK)
    assert frozenset(np.flatnonzero(observation)) == env.state


# What happens


@pytest.mark.parametrize("family", FAMILIES)
def test_a_step_leads_to_a_state_that_the_task_allows(family: str) -> None:
    env = gymnasium.make(f"lamp/{family}-p1")
    for before, action, after in walk(env, seed=3):
        assert after in env.unwrapped.task.apply(before, action)


def test_states_come_as_often_as_the_task_says() -> None:
    env = lamp.env(doors())
    env.reset(seed=0)
    found: Counter[bool] = Counter()
    for _ in range(2000):
        env.reset()
        env.step(KNOCK)
        found[atoms(env) == {"(inside)"}] += 1
    assert abs(found[True] - 1500) < 5 * sqrt(2000 * 3 / 16)


def test_the_same_seed_gives_the_same_episode() -> None:
    env = gymnasium.make("lamp/prob_blocksworld-p1")
    assert walk(env, seed=5) == walk(env, seed=5)
    assert walk(env, seed=5) != walk(env, seed=6)


def test_with_the_random_numbers_of_lamp_s_world_a_planner_has_lamp_s_own_episode() -> None:
    env = lamp.env("triangle_tireworld:p1")
    planner = lamp.Uct(env.task, rollouts=10)
    steps: list[Step] = []
    episode = run_episode(planner, seed=4, watch=steps.append)
    _, info = env.reset()
    env.np_random = np.random.default_rng([4, WORLD])
    agent = lamp.gym.PlanningAgent(env, planner)
    agent.start(4)
    while "end" not in info:
        *_, info = env.step(agent.act(None, info))
    assert env.states[1:] == [step.after for step in steps]
    assert info["end"] == episode.end


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


# How it ends


def test_the_goal_terminates_with_its_reward() -> None:
    env = lamp.env(doors(), goal_reward=10)
    entered(env)
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
    assert (reward, info["end"], atoms(env)) == (-1.0, "dead_end", {"(stuck)"})


def test_the_budget_truncates() -> None:
    env = lamp.env(doors(), budget=2)
    env.reset(seed=0)
    assert env.step(FINISH)[2:4] == (False, False)
    *_, terminated, truncated, info = env.step(FINISH)
    assert (terminated, truncated, info["end"]) == (False, True, "budget")


def test_a_goal_that_is_reached_with_the_last_action_counts() -> None:
    env = lamp.env(doors(), budget=2)
    entered(env)
    assert env.step(FINISH)[4]["end"] == "goal"


def test_after_the_end_there_is_no_step() -> None:
    env = lamp.env(doors(), budget=1)
    with pytest.raises(ResetNeeded):
        env.step(KNOCK)
    env.reset(seed=0)
    env.step(LEAVE)
    with pytest.raises(ResetNeeded):
        env.step(KNOCK)


def test_a_goal_that_holds_from_the_start_is_told_by_reset() -> None:
    task = task_of(DOORS, "(:init (at-start)) (:goal (at-start))")
    assert lamp.env(task).reset()[1]["end"] == "goal"


def test_where_nothing_can_be_done_there_is_no_environment() -> None:
    with pytest.raises(ExecutionError, match="nothing can be done"):
        lamp.env(task_of("(:predicates (p))", "(:goal (p))"))


# How it looks


def test_as_text_a_state_is_the_facts_that_are_true() -> None:
    env = lamp.env(doors(), render_mode="ansi")
    env.reset(seed=0)
    assert env.render().splitlines()[1:] == ["step 0 of 200, at the beginning", "  (at-start)"]
    env.step(KNOCK)
    assert "after (knock)" in env.render()
    assert set(re.findall(r"^  (.*)$", env.render(), flags=re.MULTILINE)) == atoms(env)


def test_pictures_have_one_size_and_differ_where_states_do() -> None:
    env = lamp.env(doors(), render_mode="rgb_array")
    env.reset(seed=0)
    first = env.render()
    env.step(KNOCK)
    second = env.render()
    assert first.dtype == second.dtype == np.uint8
    assert first.shape == second.shape
    assert first.shape[2] == 3
    assert not np.array_equal(first, second)


def test_facts_that_are_false_are_pale_at_their_place() -> None:
    board = Board(doors())
    none, one = board.picture(frozenset(), ("", "")), board.picture(frozenset({0}), ("", ""))
    rows = np.flatnonzero((none != one).any(axis=(1, 2)))
    assert np.ptp(rows) < 20
    assert none.min() > 200
    assert one.min() < 50


def test_all_letters_look_different() -> None:
    assert len({written(one).tobytes() for one in f"{CHARACTERS} é"}) == len(CHARACTERS) + 2


def test_a_text_is_as_wide_as_its_letters() -> None:
    assert written("(on a b)").shape == (10, 48)
    assert written("").shape == (10, 0)


def test_without_a_render_mode_rendering_warns() -> None:
    env = lamp.env(doors())
    env.reset(seed=0)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


def test_a_render_mode_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ExecutionError, match="no render_mode 'human'"):
        lamp.env(doors(), render_mode="human")


@pytest.mark.skipif(not can_draw(), reason="cairosvg is not installed (extra pictures)")
@pytest.mark.parametrize("family", FAMILIES)
def test_problems_of_the_paper_are_drawn_in_colours(family: str) -> None:
    env = lamp.env(f"{family}:p1", render_mode="rgb_array")
    _, info = env.reset(seed=0)
    first = env.render()
    env.step(int(info["action_mask"].argmax()))
    assert env.render().shape == first.shape
    assert not np.array_equal(env.render(), first)
    assert (first.max(axis=2) - first.min(axis=2)).max() > 100


# Agents


def test_a_planner_of_another_task_is_refused() -> None:
    planner = lamp.Uct(lamp.load("tireworld:p1"))
    with pytest.raises(ExecutionError, match=r"Make the planner with env\.unwrapped\.task"):
        lamp.gym.PlanningAgent(lamp.env(doors()), planner)


def test_a_planner_needs_an_environment_that_says_how_it_behaves() -> None:
    env = gymnasium.make("CartPole-v1")
    with pytest.raises(ExecutionError, match="does not say how it behaves"):
        lamp.gym.PlanningAgent(env, lamp.Uct(doors()))


class Foreign(Env[Any, str]):
    """An environment that somebody else wrote: actions are words."""

    def __init__(self) -> None:
        self.task = doors()
        self.state = self.task.initial


def test_a_planner_acts_in_any_environment_that_offers_task_and_state() -> None:
    env = Foreign()
    planner = lamp.Uct(env.task, rollouts=10)
    agent = lamp.gym.PlanningAgent(env, planner, encode=lambda action: action.name)
    agent.start(0)
    assert agent.act(None, {}) == "knock"


# The documents


def test_the_code_in_the_document_prints_what_it_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    text = (ROOT / "docs" / "gymnasium.md").read_text(encoding="utf-8")
    for kind, block in re.findall(r"^```(python|text)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if kind == "python":
            capsys.readouterr()
            exec(block, {})  # noqa: S102
        else:
            assert capsys.readouterr().out == block
