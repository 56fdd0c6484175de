"""The kernel agrees bit for bit with Algorithms 2 and 3 of the paper, for all settings."""

from __future__ import annotations

from random import Random

import pytest

from lamp.search import LandmarkCost, SearchSettings, TreeGrowth, Utility
from lamp.search.lamp.kernel import ucb
from lamp.statespace import memory
from lamp.task import Action, Condition, Outcome
from tests.support.kernel_comparison import (
    PROBLEMS,
    assert_same_as_pseudo_code,
    assert_same_on_benchmark,
)
from tests.support.random_tasks import ONE, hand_made, random_task, with_random_costs
from tests.support.wide_states import with_wide_states


@pytest.mark.sweep(3, each="greediness")
@pytest.mark.parametrize("growth", TreeGrowth)
@pytest.mark.parametrize("greediness", [0.0, 0.2, 0.5, 0.8, 1.0])
@pytest.mark.parametrize("name", PROBLEMS)
def test_the_kernel_agrees_with_the_pseudo_code_bit_for_bit(
    name: str, greediness: float, growth: TreeGrowth
) -> None:
    settings = SearchSettings.paper(rollouts=15, greediness=greediness, tree_growth=growth, seed=7)
    assert_same_on_benchmark(name, settings)


@pytest.mark.parametrize(
    "changes",
    [
        {"landmark_cost": LandmarkCost.EPISODE},
        {"normalize_exploration": False},
        {"utility": Utility.LINEAR},
        {"utility": Utility.RECIPROCAL},
        {"horizon": 3},
        {"exploration": 0.0, "goal_utility": 0.0},
    ],
)
def test_every_setting_means_the_same_to_kernel_and_pseudo_code(changes: dict[str, object]) -> None:
    assert_same_on_benchmark("elevators:p5", SearchSettings.paper(rollouts=40, **changes))


@pytest.mark.sweep(20)
@pytest.mark.parametrize("seed", range(60))
def test_kernel_and_pseudo_code_agree_on_random_tasks_with_conditional_effects(seed: int) -> None:
    assert_same_as_pseudo_code(random_task(Random(seed)), SearchSettings.paper(rollouts=40))


@pytest.mark.sweep(20)
@pytest.mark.parametrize("seed", range(100))
def test_kernel_and_pseudo_code_agree_on_costs_of_actions_outcomes_and_conditional_effects(
    seed: int,
) -> None:
    rng = Random(seed)
    task = with_random_costs(rng, random_task(rng))
    assert_same_as_pseudo_code(task, SearchSettings.paper(rollouts=40))
    assert_same_as_pseudo_code(task, SearchSettings(rollouts=40, cost_unit=rng.choice([0.7, 1, 3])))
    utility = rng.choice(list(Utility))
    assert_same_as_pseudo_code(task, SearchSettings(rollouts=40, utility=utility))


@pytest.mark.parametrize("seed", range(10))
def test_kernel_and_pseudo_code_agree_on_states_of_several_words(seed: int) -> None:
    task = with_wide_states(random_task(Random(100 + seed)))
    assert_same_as_pseudo_code(task, SearchSettings.paper(rollouts=30))


@pytest.mark.parametrize("name", ["elevators:p5", "zenotravel:p2"])
def test_kernel_and_pseudo_code_agree_when_arrays_grow_often(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "MARGIN", 1)
    assert_same_on_benchmark(name, SearchSettings.paper(rollouts=40))


def test_kernel_and_pseudo_code_agree_on_counts_beyond_the_tables_of_roots() -> None:
    task = hand_made(
        Action("one", (), Condition(), (Outcome(ONE / 3, (0,)), Outcome(ONE * 2 / 3, (1,)))),
        Action("other", (), Condition(), (Outcome(ONE / 2, (0,)), Outcome(ONE / 2, (2,)))),
        goal=Condition((0,)),
    )
    settings = SearchSettings.paper(rollouts=ucb.TABLE_SIZE + 500, horizon=2)
    assert_same_as_pseudo_code(task, settings, steps=2)
