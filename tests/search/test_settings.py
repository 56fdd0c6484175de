"""Settings: their ranges, the defaults, and those of the paper."""

from __future__ import annotations

import math

import pytest

from lamp.errors import SettingsError
from lamp.search import PAPER, Backups, FirstTries, HorizonValue, Lamp, SearchSettings
from tests.support.tasks import benchmark_task


@pytest.mark.parametrize(
    ("changes", "allowed"),
    [
        ({"greediness": 2.0}, "from 0 to 1"),
        ({"greediness": math.nan}, "from 0 to 1"),
        ({"greediness": "much"}, "auto, or from 0 to 1"),
        ({"rollouts": 0}, "a whole number from 1"),
        ({"rollouts": 1.5}, "a whole number from 1"),
        ({"rollouts": True}, "a whole number from 1"),
        ({"budget": -1}, "a whole number from 1"),
        ({"horizon": 0}, "a whole number from 1"),
        ({"seconds": 0}, "more than 0"),
        ({"risk_factor": 0.1}, "below 0"),
        ({"utility": "odd"}, "exponential, linear, reciprocal"),
        ({"tree_growth": "odd"}, "full, expand"),
        ({"backups": "odd"}, "mean, bellman"),
        ({"horizon_value": "odd"}, "nothing, landmarks"),
        ({"first_tries": "odd"}, "random, relevant"),
        ({"safe_landmarks": 1}, "true or false"),
        ({"seed": -1}, "a whole number from 0"),
    ],
)
def test_a_setting_outside_its_range_is_refused_with_the_range(
    changes: dict[str, object], allowed: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        SearchSettings(**changes)  # type: ignore[arg-type]
    assert allowed in caught.value.hint


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(SettingsError, match="no such setting"):
        Lamp(benchmark_task("tireworld:p1"), greed=0.5)


@pytest.mark.parametrize("settings", [SearchSettings.paper(), SearchSettings()])
def test_settings_that_the_paper_specifies_are_the_defaults(settings: SearchSettings) -> None:
    assert (settings.horizon, settings.budget, settings.goal_utility) == (20, 200, 1.0)
    assert settings.exploration == math.sqrt(2)
    assert settings.utilities()[10] == math.exp(-1)


@pytest.mark.parametrize(
    ("utility", "expected"),
    [
        ("exponential", [1.0, math.exp(-0.1), math.exp(-0.2), math.exp(-0.3), math.exp(-0.4)]),
        ("linear", [1.0, 0.75, 0.5, 0.25, 0.0]),
        ("reciprocal", [1.0, 1 / 2, 1 / 3, 1 / 4, 1 / 5]),
    ],
)
def test_the_table_of_utilities_follows_the_formula_of_each_utility(
    utility: str, expected: list[float]
) -> None:
    settings = SearchSettings().changed(utility=utility, budget=3, horizon=1)
    assert settings.utilities() == pytest.approx(expected)


def test_the_paper_s_settings_switch_off_all_extensions() -> None:
    paper = SearchSettings.paper()
    assert paper.greediness == 0.5
    assert (paper.dead_ends, paper.safe_landmarks, paper.reachieve_landmarks) == (
        False,
        False,
        False,
    )
    assert (paper.backups, paper.horizon_value) == (Backups.MEAN, HorizonValue.NOTHING)
    assert paper.first_tries is FirstTries.RANDOM
    assert {name: getattr(paper, name) for name in PAPER} == PAPER
    assert all(getattr(SearchSettings(), name) != value for name, value in PAPER.items())
    assert SearchSettings.paper(seed=4, greediness=0.2) == SearchSettings(
        **{**PAPER, "seed": 4, "greediness": 0.2}
    )
