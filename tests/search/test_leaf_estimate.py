"""The leaf estimate: the value, from landmarks, of a rollout that ends at the horizon."""

from __future__ import annotations

import math
from random import Random

import pytest

from lamp.landmarks import LandmarkGraph, OrderingType
from lamp.search import Lamp, SearchSettings
from lamp.task import Action, Condition, Outcome, Task
from tests.oracles.leaf_estimate import distances, landmark_cost
from tests.support.random_tasks import ONE, hand_made, random_task, with_random_costs
from tests.support.search_tasks import evidence_by_name, facts_as_landmarks, move

LASTING = 1 - 1 / 200
"""The probability that the budget lasts for another action."""


def chain() -> tuple[Task, LandmarkGraph]:
    """Three actions lead to the goal, and one leads nowhere."""
    steps = (move(f"from{fact}", fact, fact + 1) for fact in range(3))
    aside = Action("aside", (), Condition((0,), (4,)), (Outcome(ONE, (4,)),))
    task = hand_made(*steps, aside, goal=Condition((3,)), initial=[0])
    return task, facts_as_landmarks(task, 1, 2, kind=OrderingType.NATURAL)


@pytest.mark.sweep(15)
@pytest.mark.parametrize("seed", range(40))
def test_costs_of_landmarks_and_distances_of_actions_are_those_of_the_oracle(seed: int) -> None:
    task = random_task(Random(seed))
    planner = Lamp(task, rollouts=1)
    guidance = planner.trees[0].memory.search.landmarks
    for index, landmark in enumerate(planner.graph.landmarks):
        assert guidance.cost[index] == landmark_cost(task, planner.graph, index, task.cost_unit)
        assert guidance.distance[index].tolist() == distances(task, landmark.condition)


@pytest.mark.parametrize("seed", range(20))
def test_costs_of_landmarks_with_costs_are_those_of_the_oracle_and_1_at_least(seed: int) -> None:
    rng = Random(seed)
    task = with_random_costs(rng, random_task(rng))
    planner = Lamp(task, rollouts=1)
    costs = planner.trees[0].memory.search.landmarks.cost.tolist()
    numbers = range(len(planner.graph.landmarks))
    assert costs == [landmark_cost(task, planner.graph, n, task.cost_unit) for n in numbers]
    assert min(costs) >= 1.0


def test_there_is_no_leaf_estimate_if_the_utility_excludes_bellman_backups() -> None:
    task, graph = chain()
    short = SearchSettings().changed(horizon=1, rollouts=5, utility="linear")
    without = short.changed(horizon_value="nothing")
    assert evidence_by_name(Lamp(task, graph, short)) == evidence_by_name(
        Lamp(task, graph, without)
    )
    means = short.changed(
        backups="mean"
    )  # on request only, so that earlier measurements can be repeated
    assert evidence_by_name(Lamp(task, graph, means)) != evidence_by_name(
        Lamp(task, graph, without)
    )


def test_the_leaf_estimate_counts_the_costs_of_the_remaining_landmarks() -> None:
    task, graph = chain()
    short = SearchSettings.paper(horizon=1, rollouts=5)
    without = evidence_by_name(Lamp(task, graph, short))
    assert all(
        evidence.goal.value == pytest.approx(math.exp(-0.1)) for evidence in without.values()
    )
    estimated = evidence_by_name(Lamp(task, graph, short.changed(horizon_value="landmarks")))
    assert estimated["from0"].goal.value == pytest.approx(math.exp(-0.2) + math.exp(-0.1))
    assert estimated["aside"].goal.value == pytest.approx(math.exp(-0.3) + math.exp(-0.2))


def test_with_bellman_backups_the_leaf_estimate_scales_goal_probability_and_utility() -> None:
    task, graph = chain()
    settings = SearchSettings.paper(
        horizon=1, rollouts=5, horizon_value="landmarks", backups="bellman"
    )
    evidence = evidence_by_name(Lamp(task, graph, settings))
    for name, left in (("from0", 1), ("aside", 2)):
        utility = math.exp(-0.1 * left)
        assert evidence[name].goal.value == pytest.approx((LASTING + math.exp(-0.1)) * utility)


def test_the_cost_of_a_landmark_is_the_inverse_probability_of_its_most_probable_outcome() -> None:
    often = move("often", 0, 1, 0, 0, 0)
    task = hand_made(often, move("rest", 1, 2), goal=Condition((2,)), initial=[0])
    graph = facts_as_landmarks(task, 1)
    assert Lamp(task, graph).trees[0].memory.search.landmarks.cost.tolist() == [4.0, 1.0]
    assert landmark_cost(task, graph, 0, task.cost_unit) == 4.0
