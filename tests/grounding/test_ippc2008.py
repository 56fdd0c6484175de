"""Problems in the style of the competition of 2008, with their rewards, and without.

The domains were written for these tests from the rules of that competition's domains; none of its
texts was copied.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from lamp.errors import GroundingError
from lamp.grounding import ground_model, summarise
from lamp.ppddl import Model, determinize, load, load_texts, parse, write_domain, write_problem
from tests.support.comparison import Comparison, random_state, random_walk
from tests.support.paths import DATA

FOLDER = DATA / "ippc2008"

# actions, least and greatest expected cost, the cost unit, the goal's worth
PROBLEMS = {
    "blocksworld": (24, "1", "3", "1", 100),
    "boxworld": (32, "1", "25", "1", 1000),
    "rectangle-tireworld": (33, "1", "3/2", "1", 100),
    "search-and-rescue": (15, "0", "5", "2", 1000),
    "sysadmin": (3, "2", "2", "2", 500),
    "zenotravel": (16, "1", "57/5", "3/2", 100),
}


def model_of(name: str) -> Model:
    return load(FOLDER / f"{name}.ppddl")


@pytest.mark.parametrize("name", PROBLEMS)
def test_rewards_of_the_competition_are_costs(name: str) -> None:
    model = model_of(name)
    task = ground_model(model)
    assert not model.warnings
    assert not task.has_unit_costs
    costs = summarise(model, task)["costs"]
    assert (len(task.actions), *(costs[key] for key in ("least", "greatest", "typical"))) == (
        PROBLEMS[name][:4]
    )
    assert task.goal_reward == PROBLEMS[name][4]


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("unit_costs", [False, True])
def test_costs_of_the_competition_agree_with_the_naive_semantics(
    name: str, unit_costs: bool
) -> None:
    model, rng = model_of(name), Random(0)
    both = Comparison(model.domain, model.problem, unit_costs=unit_costs)
    both.assert_same(both.task.initial)
    for density in (0.2, 0.5, 0.8):
        both.assert_same(random_state(both.task, density, rng), 20)
        both.assert_same(random_walk(both.task, 12, rng), 20)


@pytest.mark.parametrize("name", PROBLEMS)
def test_costs_of_the_competition_survive_the_round_trip(name: str) -> None:
    model = model_of(name)
    text = write_domain(model.domain) + write_problem(model.problem)
    assert parse(text) == (model.domain, model.problem)


@pytest.mark.parametrize("name", [name for name in PROBLEMS if name != "sysadmin"])
def test_the_determinization_has_an_action_for_each_outcome_with_its_cost(name: str) -> None:
    model = model_of(name)
    domain, problem = determinize(model.domain, model.problem)
    plain = ground_model(load_texts(write_domain(domain), write_problem(problem)))
    task = ground_model(model)
    costs = {outcome.cost for action in task.actions for outcome in action.outcomes}
    assert {outcome.cost for action in plain.actions for outcome in action.outcomes} == costs
    assert all(len(action.outcomes) == 1 for action in plain.actions)


def test_positive_rewards_before_the_goal_are_refused_with_a_remedy() -> None:
    model = model_of("sysadmin-rewarded")
    with pytest.raises(GroundingError, match="may cost -1: a positive reward") as caught:
        ground_model(model)
    assert caught.value.place
    assert caught.value.place.line == 12
    assert "--unit-costs" in caught.value.remedy
    task = ground_model(model, unit_costs=True)
    assert task.has_unit_costs
    assert task.goal_reward == Fraction(0)
