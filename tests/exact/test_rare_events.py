"""Tasks whose goal is reached rarely: right values after a bounded number of sweeps."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest

from lamp.exact import Bounds, Limits, Method, Solution, solve
from lamp.exact.cost_iteration import CostIteration
from lamp.exact.kernel import UNKNOWN, Graph
from lamp.exact.limits import LimitReached
from lamp.exact.local_model import LocalModel, local_model
from lamp.exact.policy_iteration import MAXIMIZE, MINIMIZE, best_policy, eliminate
from lamp.exact.progress import silent
from lamp.exact.qualitative import QualitativeAnalysis, analyse
from lamp.exact.slow_components import solve_cost, solve_probability
from lamp.exact.states import States
from lamp.exact.value_iteration import bound_probabilities, first_values
from lamp.task import Action, Atom, Condition, Outcome, Task
from tests.support.clock import Clock
from tests.support.random_tasks import random_task

Move = tuple[int, int, Fraction]
"""From a place to another, with a probability."""
GOAL, LOST = 0, 1

RARE = [Fraction(1, 10**digits) for digits in (5, 6, 7, 8)]
SIGNS = 5_000
"""Of life, at most: each is some 30,000 looks at a state."""


def moving(*actions: Sequence[Move], places: int = 8) -> Task:
    """A task whose states are places, the first of which is 2; actions that lead elsewhere."""
    made = []
    for moves in actions:
        source = moves[0][0]
        outcomes = [
            Outcome(chance, (target,), (source,)) if target != source else Outcome(chance)
            for _, target, chance in moves
        ]
        made.append(Action("go", (), Condition((source,)), tuple(outcomes)))
    atoms = tuple(Atom("at", (f"p{place}",)) for place in range(places))
    return Task("moving", atoms, tuple(made), frozenset({2}), Condition((GOAL,)))


def solved(task: Task) -> Solution:
    """The solution, after a bounded number of sweeps."""
    signs: list[str] = []
    solution = solve(task, limits=Limits(states=1500), progress=signs.append)
    assert solution.method is Method.ENUMERATION
    assert solution.limit is None
    assert len(signs) <= SIGNS
    return solution


def holds(bounds: Bounds | None, value: Fraction, precision: float) -> bool:
    """Whether bounds contain a value, and are as near to it as wanted, relatively."""
    if bounds is None:
        return False
    near = bounds.error <= precision * float(value)
    return bounds.lower <= value <= bounds.upper and near


@pytest.mark.parametrize("rare", RARE)
def test_the_cost_of_a_rare_success_is_that_of_all_tries(rare: Fraction) -> None:
    # There and back, until a move from the second place wins: 2 actions a try, 1 / p tries.
    task = moving([(2, 3, Fraction(1))], [(3, GOAL, rare), (3, 2, 1 - rare)])
    solution = solved(task)
    assert solution.max_probability == 1.0
    assert holds(solution.cost_bounds, 2 / rare, 1e-6)
    assert solution.expected_cost == pytest.approx(float(2 / rare), rel=1e-12)


@pytest.mark.parametrize("rare", RARE)
def test_the_probability_of_a_rare_success_before_a_rare_failure_is_their_ratio(
    rare: Fraction,
) -> None:
    ways = [(3, GOAL, rare), (3, LOST, 3 * rare), (3, 2, 1 - 4 * rare)]
    solution = solved(moving([(2, 3, Fraction(1))], ways))
    assert holds(solution.probability_bounds, Fraction(1, 4), 1e-13)
    assert holds(solution.cost_bounds, Fraction(2) / (4 * rare), 1e-4)


@pytest.mark.parametrize("rare", RARE)
def test_the_better_of_two_rare_ways_is_found(rare: Fraction) -> None:
    # From the first place to one of two; the second of them wins a tenth more often.
    task = moving(
        [(2, 3, Fraction(1))],
        [(2, 4, Fraction(1))],
        [(3, GOAL, rare), (3, LOST, rare), (3, 2, 1 - 2 * rare)],
        [(4, GOAL, rare * 11 / 10), (4, LOST, rare), (4, 2, 1 - rare * 21 / 10)],
    )
    solution = solved(task)
    assert holds(solution.probability_bounds, Fraction(11, 21), 1e-12)
    best = solution.best_action(task.initial)
    assert best is task.actions[1]


def test_bounds_hold_where_equally_good_actions_cannot_be_told_apart() -> None:
    rare = RARE[-1]
    ways = [
        (place, target, chance)
        for place in (3, 4)
        for target, chance in ((GOAL, rare), (LOST, rare), (2, 1 - 2 * rare))
    ]
    task = moving([(2, 3, Fraction(1))], [(2, 4, Fraction(1))], ways[:3], ways[3:])
    assert holds(solved(task).probability_bounds, Fraction(1, 2), 1e-5)


@pytest.mark.parametrize("rare", RARE[::3])
def test_a_long_ring_with_a_rare_way_out_is_solved(rare: Fraction) -> None:
    length = 300
    ring = [
        [(place, place + 1 if place <= length else 2, Fraction(1))]
        for place in range(3, length + 2)
    ]
    task = moving([(2, GOAL, rare), (2, 3, 1 - rare)], *ring, places=length + 3)
    solution = solved(task)
    # Each failed try costs a whole round.
    assert holds(solution.cost_bounds, 1 + (1 - rare) / rare * length, 1e-3)


def test_a_component_that_is_too_large_to_be_solved_directly_ends_with_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rare, length = RARE[0], 4_000
    ring = [
        [(place, place + 1 if place <= length else 2, Fraction(1))]
        for place in range(3, length + 2)
    ]
    task = moving([(2, GOAL, rare), (2, 3, 1 - rare)], *ring, places=length + 3)
    clock, limits = Clock(monkeypatch), Limits(seconds=SIGNS)
    solution = solve(task, limits=limits, progress=clock.tick, method=Method.ENUMERATION)
    assert solution.limit is LimitReached.SECONDS
    assert solution.cost_bounds
    assert solution.cost_bounds.lower <= 1 + (1 - rare) / rare * length
    assert solution.cost_bounds.upper == np.inf


# Policy iteration on a component, against iteration over values and against all policies.


def solved_graph(seed: int) -> tuple[Graph, QualitativeAnalysis]:
    """The graph of a random task."""
    states = States(random_task(Random(seed)))
    states.explore(None, silent)
    graph = states.graph(states.goals)
    return graph, analyse(graph, silent)


@pytest.mark.sweep(20)
@pytest.mark.parametrize("seed", range(100))
def test_policy_iteration_and_value_iteration_have_the_same_values(seed: int) -> None:
    graph, analysis = solved_graph(seed)
    values = first_values(graph, analysis)
    bound_probabilities(graph, analysis, values, silent)
    costs = CostIteration(graph, analysis, values)
    costs.run(1e-9, silent)
    lower, upper, cost = values.lower.copy(), values.upper.copy(), values.cost.copy()
    components = analysis.components
    for component in range(len(components.indptr) - 1):
        states = components.order[components.indptr[component] : components.indptr[component + 1]]
        inner = states[graph.final[states] == 0]
        if not len(inner):
            continue
        first = first_values(graph, analysis)
        values.lower[inner], values.upper[inner] = first.lower[inner], first.upper[inner]
        solve_probability(graph, components, values, component, silent)
        assert values.lower[states] == pytest.approx(lower[states], abs=1e-11)
        assert values.upper[states] == pytest.approx(upper[states], abs=1e-11)
        values.lower[states], values.upper[states] = lower[states], upper[states]
        values.cost[inner] = 0.0
        assert solve_cost(graph, components, costs.optimal, values, component, silent)
        assert values.cost[states] == pytest.approx(cost[states], rel=1e-9)


def random_model(rng: Random) -> LocalModel:
    """Three states with two actions each; each action leads to two of the others and outside."""
    size = 3
    edges = [(state, rng.randint(1, 9), rng.randint(1, 9)) for state in range(size) for _ in "ab"]
    total = [first + second + 1 for _, first, second in edges]
    probability = [p / n for (_, *ps), n in zip(edges, total, strict=True) for p in (*ps, 1)]
    successors = [s for state, *_ in edges for s in ((state + 1) % size, (state + 2) % size, size)]
    nodes = np.array([(0, 2), (2, 2), (4, 2), (UNKNOWN, 0)], dtype=np.int32)
    slots = np.arange(len(edges), dtype=np.int32)
    graph = Graph(
        final=np.array([0, 0, 0, 1], dtype=np.uint8),
        nodes=np.rec.fromarrays(nodes.T.copy(), dtype=Graph.arrays["nodes"].dtype),
        edges=np.rec.fromarrays((slots, 3 * slots), dtype=Graph.arrays["edges"].dtype),
        successors=np.array(successors, dtype=np.int32),
        outcome_indptr=np.arange(0, 3 * len(edges) + 1, 3, dtype=np.int32),
        probability=np.array(probability),
        cost=np.empty(0, dtype=np.float64),
    )
    return local_model(graph, [[0], [1], [2]], lambda edge: True, silent)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(("sign", "best"), [(MAXIMIZE, np.maximum), (MINIMIZE, np.minimum)])
def test_policy_iteration_finds_the_best_of_all_policies(
    seed: int, sign: float, best: np.ufunc
) -> None:
    rng = Random(seed)
    model = random_model(rng)
    gain = np.array([float(rng.randint(0, 5)) for _ in model.state])
    expected = None
    for policy in product(*([2 * state, 2 * state + 1] for state in range(3))):
        matrix = np.eye(3) * model.depart[list(policy)][:, None]
        for row, state, p in zip(
            model.inner.row, model.inner.state, model.inner.probability, strict=True
        ):
            if row in policy:
                matrix[policy.index(row), state] -= p
        values = np.linalg.solve(matrix, gain[list(policy)])
        expected = values if expected is None else best(expected, values)
    found = best_policy(model, gain, sign, silent)
    assert found
    assert found.values == pytest.approx(expected, rel=1e-12)


def test_elimination_loses_no_digit_to_rare_events() -> None:
    rare = 1e-12
    values = eliminate(
        np.array([[0.0, 1.0], [1.0 - rare, 0.0]]),
        np.array([0.0, rare]),
        np.array([1.0, 1.0]),
        silent,
    )
    assert values is not None
    assert values[0] == pytest.approx(2 / rare, rel=1e-15)


def test_states_that_are_never_left_have_no_values() -> None:
    matrix = np.array([[0.0, 1.0], [1.0, 0.0]])
    assert eliminate(matrix, np.zeros(2), np.ones(2), silent) is None
