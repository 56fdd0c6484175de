"""With settings beyond the paper, too, kernel and plain Python version agree bit for bit."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from lamp.search import PAPER, SearchSettings, TreeGrowth
from tests.support.kernel_comparison import (
    SMALL_PROBLEMS,
    assert_same_as_pseudo_code,
    assert_same_on_benchmark,
)
from tests.support.random_tasks import random_task
from tests.support.search_tasks import stuck_task
from tests.support.wide_states import with_wide_states

VARIANTS: dict[str, dict[str, Any]] = {
    "all": {},
    **{
        f"only {name}": {other: value for other, value in PAPER.items() if other != name}
        for name in PAPER
    },
    **{f"all but {name}": {name: value} for name, value in PAPER.items()},
}
"""What to change in the defaults: nothing, all settings beyond the paper but one, or one."""

variants = pytest.mark.parametrize("variant", VARIANTS)
growths = pytest.mark.parametrize("growth", TreeGrowth)


def settings_of(variant: str, **changes: Any) -> SearchSettings:
    return SearchSettings(**{**VARIANTS[variant], **changes})


@pytest.mark.sweep(2, each="variant")
@variants
@growths
@pytest.mark.parametrize("name", SMALL_PROBLEMS)
def test_kernel_and_pseudo_code_agree_on_benchmarks(
    name: str, growth: TreeGrowth, variant: str
) -> None:
    settings = settings_of(variant, rollouts=15, tree_growth=growth, horizon=10, seed=7)
    assert_same_on_benchmark(name, settings, steps=3)


@pytest.mark.sweep(3, each="greediness")
@growths
@pytest.mark.parametrize("greediness", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("name", SMALL_PROBLEMS)
def test_kernel_and_pseudo_code_agree_for_every_greediness(
    name: str, greediness: float, growth: TreeGrowth
) -> None:
    settings = SearchSettings(rollouts=12, tree_growth=growth, greediness=greediness, seed=3)
    assert_same_on_benchmark(name, settings, steps=3)


@pytest.mark.sweep(3, each="utility")
@pytest.mark.parametrize("backups", ["mean", "bellman"])
@pytest.mark.parametrize("utility", ["linear", "reciprocal"])
@pytest.mark.parametrize("name", SMALL_PROBLEMS)
def test_kernel_and_pseudo_code_agree_for_every_utility(
    name: str, utility: str, backups: str
) -> None:
    settings = SearchSettings().changed(rollouts=12, seed=3, utility=utility, backups=backups)
    assert_same_on_benchmark(name, settings, steps=3)


@pytest.mark.sweep(4, each="variant")
@variants
@pytest.mark.parametrize("seed", range(24))
def test_kernel_and_pseudo_code_agree_on_random_tasks_with_conditional_effects(
    seed: int, variant: str
) -> None:
    growth = list(TreeGrowth)[seed % 2]
    settings = settings_of(variant, rollouts=50, tree_growth=growth, horizon=4 + seed % 9)
    task = random_task(Random(seed))
    assert_same_as_pseudo_code(with_wide_states(task) if seed % 3 == 0 else task, settings, steps=3)


@pytest.mark.parametrize("seed", range(6))
def test_kernel_and_pseudo_code_agree_on_successors_without_applicable_actions(seed: int) -> None:
    assert_same_as_pseudo_code(stuck_task(), SearchSettings(rollouts=1, seed=seed), steps=3)
