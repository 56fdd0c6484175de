"""The goal count is a lower bound on costs, with costs of outcomes and effects, and with none."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from random import Random

import pytest

from lamp.conditions import literals_of
from lamp.heuristics import least_step_cost, partitioned_goal_count, with_goal_literals
from lamp.heuristics.kernel import GoalCount
from lamp.landmarks import LandmarkGraph
from lamp.task import Action, Condition, Effect, Outcome, State, Task
from tests.oracles.lrtdp import reachable
from tests.support.random_tasks import atoms_of, random_task, with_random_costs

ROUNDING = 1e-9


def goal_count_of(task: Task, cost_unit: Fraction = Fraction(1)) -> GoalCount:
    """The heuristic without any landmark beyond the goal."""
    graph = with_goal_literals(task, LandmarkGraph.of([], [], task))
    return partitioned_goal_count(task, graph, cost_unit)


def weight_of_missing(task: Task, heuristic: GoalCount, state: State) -> float:
    """The sum of the weights of the goal's literals that do not hold."""
    literals = literals_of(task.goal)
    pairs = zip(literals, heuristic.weight.tolist(), strict=True)
    return sum((weight for literal, weight in pairs if not literal.condition.holds(state)), 0.0)


def transitions(task: Task, states: list[State]) -> Iterator[tuple[State, Fraction, State]]:
    """All that may happen in states, with what it costs."""
    for state in states:
        if not task.is_goal(state):
            for action in task.applicable(state):
                for after, cost in task.transitions(state, action):
                    yield state, cost, after


def luckiest_costs(task: Task, states: list[State]) -> dict[State, Fraction]:
    """The least cost of any history from each state to the goal: Dijkstra's algorithm."""
    before: dict[State, list[tuple[State, Fraction]]] = {state: [] for state in states}
    for state, cost, after in transitions(task, states):
        before[after].append((state, cost))
    order = count()
    waiting = [(Fraction(), next(order), state) for state in states if task.is_goal(state)]
    least: dict[State, Fraction] = {}
    while waiting:
        cost, _, state = heapq.heappop(waiting)
        if state not in least:
            least[state] = cost
            for previous, more in before[state]:
                heapq.heappush(waiting, (cost + more, next(order), previous))
    return least


@pytest.mark.sweep(40)
@pytest.mark.parametrize("seed", range(300))
def test_no_history_to_the_goal_costs_less_than_the_shares_of_missing_literals(seed: int) -> None:
    rng = Random(seed)
    task = with_random_costs(rng, random_task(rng))
    states, heuristic = reachable(task), goal_count_of(task)
    for state, cost in luckiest_costs(task, states).items():
        if not task.is_goal(state):
            assert weight_of_missing(task, heuristic, state) <= cost + ROUNDING


@pytest.mark.sweep(40)
@pytest.mark.parametrize("seed", range(100))
def test_no_step_is_expected_to_cost_less_than_the_least_cost(seed: int) -> None:
    rng = Random(seed)
    task = with_random_costs(rng, random_task(rng))
    least = least_step_cost(task)
    assert least >= 0
    for state in reachable(task):
        assert all(action.expected_cost(state) >= least for action in task.applicable(state))


def achiever(*outcomes: Outcome) -> Action:
    """An action that needs nothing."""
    return Action("achieve", (), Condition(), outcomes)


def three_facts(*actions: Action) -> Task:
    """A task in which all of three facts are wanted."""
    return Task("count", atoms_of(range(3)), actions, frozenset(), Condition((0, 1, 2)))


def test_a_literal_counts_the_least_share_of_the_cost_of_an_outcome_that_achieves_it() -> None:
    task = three_facts(
        achiever(Outcome(Fraction(1), add=(0, 1), cost=Fraction(10))),
        achiever(Outcome(Fraction(1), add=(1,), cost=Fraction(2))),
        achiever(
            Outcome(Fraction(1, 2), add=(2,), cost=Fraction(7)),
            Outcome(Fraction(1, 2), cost=Fraction(1)),
        ),
    )
    heuristic = goal_count_of(task)
    assert (heuristic.weight.tolist(), heuristic.least_cost) == ([5.0, 2.0, 7.0], 2.0)
    in_units = goal_count_of(task, Fraction(2))
    assert (in_units.weight.tolist(), in_units.least_cost) == ([2.5, 1.0, 3.5], 1.0)


def test_a_literal_that_only_an_effect_achieves_counts_the_cost_of_the_effect() -> None:
    effects = (
        Effect(Condition((0,)), add=(1,), cost=Fraction(4)),
        Effect(Condition((0,)), add=(2,), cost=Fraction(-1)),
    )
    task = three_facts(achiever(Outcome(Fraction(1), (0,), (), effects, cost=Fraction(3))))
    heuristic = goal_count_of(task)
    assert heuristic.weight.tolist() == pytest.approx([2 / 3, 6 / 3, 2 / 3])
    assert heuristic.least_cost == 2.0


def test_actions_without_costs_make_literals_free() -> None:
    task = three_facts(achiever(Outcome(Fraction(1), add=(0, 1, 2), cost=Fraction())))
    heuristic = goal_count_of(task)
    assert (heuristic.weight.tolist(), heuristic.least_cost) == ([0.0] * 3, 0.0)
