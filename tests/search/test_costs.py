"""Planning with costs: the cheaper way, steps that cost nothing, and costs of any magnitude."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from lamp.execution import EpisodeEnd, run_episode
from lamp.landmarks import LandmarkGraph, lm_rhw
from lamp.search import Lamp, LandmarkPlan, Lrtdp, SearchSettings, Uct
from lamp.task import Action, Condition, Outcome, Task
from tests.oracles.goal_values import GoalValues
from tests.support.random_tasks import (
    atoms_of,
    random_task,
    with_action_costs,
    with_random_costs,
    with_scaled_costs,
)

HALF = Fraction(1, 2)
Maker = Callable[[Task], LandmarkPlan]


def one_way(start: int, end: int, cost: int) -> Action:
    """A move that costs something."""
    outcome = Outcome(Fraction(1), (end,), (start,), cost=Fraction(cost))
    return Action(f"move-{start}-{end}", (), Condition((start,)), (outcome,))


def road(start: int, end: int, length: int) -> list[Action]:
    """Moves both ways."""
    return [one_way(start, end, length), one_way(end, start, length)]


def journey(goal: int, *actions: Action) -> Task:
    """From place 0 to another one."""
    return Task("journey", atoms_of(range(7)), actions, frozenset({0}), Condition((goal,)))


DOORS = journey(2, one_way(0, 2, 10), one_way(0, 1, 3), one_way(1, 2, 2))
ROADS = journey(6, *road(0, 1, 2), *road(1, 2, 2), *road(2, 6, 2), *road(0, 6, 30), *road(1, 4, 9))
PLANNERS: list[Maker] = [
    lambda task: Lamp(task, rollouts=100),
    lambda task: Uct(task, rollouts=5000),
    lambda task: Lrtdp(task, rollouts=100),
]
NAMES = ["lamp", "uct", "lrtdp"]


@pytest.mark.parametrize("make", PLANNERS, ids=NAMES)
@pytest.mark.parametrize(("task", "cheapest"), [(DOORS, 5), (ROADS, 6)])
def test_planners_take_the_cheaper_way_and_with_unit_costs_the_shorter(
    make: Maker, task: Task, cheapest: int
) -> None:
    with_costs = [run_episode(make(task), seed) for seed in range(10)]
    assert (
        sum(episode.cost == cheapest for episode in with_costs) >= 8
    )  # UCT: means over bad ways, too
    without = run_episode(make(task.with_unit_costs()), 1)
    assert (without.cost, without.length) == (1, 1)


FACTORS = [Fraction(2), Fraction(1, 2**30), Fraction(10**9), Fraction(1, 10**9), Fraction(3, 7)]


def decisions(planner: LandmarkPlan) -> list[Any]:
    """The actions of an episode with all evidence."""
    made: list[Any] = []

    def evidence(step: Any) -> None:
        decision = step.decision
        values = [(entry.goal, entry.subgoal, entry.value) for entry in decision.evidence]
        made.append((str(decision.action), decision.subgoal, values, decision.rollouts))

    run_episode(planner, 3, evidence)
    return made


def planners_for(task: Task, graph: LandmarkGraph) -> list[LandmarkPlan]:
    """Planners of all kinds."""
    settings = SearchSettings(rollouts=30, budget=20)
    return [
        Lamp(task, graph, settings),
        Lamp(task, graph, SearchSettings.paper(rollouts=30, budget=20, utility="linear")),
        Uct(task, settings),
        Lrtdp(task, graph, settings),
    ]


@pytest.mark.sweep(10)
@pytest.mark.parametrize("factor", FACTORS, ids=str)
@pytest.mark.parametrize("seed", range(8))
def test_decisions_do_not_depend_on_what_costs_are_counted_in(seed: int, factor: Fraction) -> None:
    rng = Random(seed)
    task = with_random_costs(rng, random_task(rng))
    scaled = with_scaled_costs(task, factor)
    graph = lm_rhw(task)
    for planner, other in zip(planners_for(task, graph), planners_for(scaled, graph), strict=True):
        assert decisions(planner) == decisions(other)


@pytest.mark.parametrize("seed", range(5))
def test_a_task_whose_steps_all_cost_the_same_is_planned_like_one_with_unit_costs(
    seed: int,
) -> None:
    task = random_task(Random(seed))
    graph, dearer = lm_rhw(task), with_scaled_costs(task, Fraction(7))
    for planner, other in zip(planners_for(task, graph), planners_for(dearer, graph), strict=True):
        assert decisions(planner) == decisions(other)


@pytest.mark.sweep(12)
@pytest.mark.parametrize("seed", range(60))
def test_where_most_actions_are_free_decisions_are_those_of_value_iteration(seed: int) -> None:
    rng = Random(seed)
    task = random_task(rng)
    task = with_action_costs(task, lambda _: Fraction(rng.choice([0, 0, 0, 0, 5, 20])))
    planner = Lamp(task, greediness=0, rollouts=2000)
    expected = GoalValues(task, planner.settings)
    decision = planner.decide(task.initial)
    if decision.action is None or not expected.best(task.initial):
        return
    value = expected.of_action(task.initial, decision.action)
    assert value == pytest.approx(expected.best(task.initial), abs=1e-3)


def attempt(cost: int) -> Action:
    """An action that reaches the goal, 3, or a dead end."""
    outcomes = (Outcome(HALF, (place,), (0,), cost=Fraction(cost)) for place in (3, 2))
    return Action("attempt", (), Condition((0,)), tuple(outcomes))


@pytest.mark.parametrize(
    "make",
    [*PLANNERS, lambda task: Lamp(task, lm_rhw(task), SearchSettings.paper())],
    ids=[*NAMES, "paper"],
)
def test_to_wander_for_nothing_is_not_better_than_an_attempt_that_may_fail(make: Maker) -> None:
    task = journey(3, attempt(3), *road(0, 1, 0), *road(1, 4, 0))
    ends = [run_episode(make(task), seed).end for seed in range(10)]
    assert EpisodeEnd.BUDGET not in ends
    assert EpisodeEnd.GOAL in ends


def test_lrtdp_leaves_a_circle_that_costs_nothing() -> None:
    task = journey(5, *road(0, 1, 0), *road(1, 2, 0), *road(0, 3, 0), one_way(2, 5, 10))
    planner = Lrtdp(task, rollouts=10**5, greediness=0)
    decision = planner.decide(task.initial)
    assert str(decision.action) == "(move-0-1)"
    # Free steps count 1/100 of the cost unit, 10.
    cost = (1 - decision.evidence[0].value) * planner.costs.penalty
    assert cost == pytest.approx(1.02, abs=1e-3)
