"""Time limits: every phase ends with the time, and what is known by then is true."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

from lamp.errors import OutOfTime
from lamp.exact import LimitReached, Limits, Method, Solution, evaluate, kernel, solve
from lamp.exact.cost_iteration import CostIteration
from lamp.exact.kernel import STEPS, UNKNOWN, Graph, Queue, Reverse
from lamp.exact.progress import pieces, silent
from lamp.exact.qualitative import analyse
from lamp.exact.value_iteration import first_values
from lamp.statespace.kernel import EDGE, NODE
from tests.support.clock import Clock
from tests.support.tasks import benchmark_task

NAMES = ("tireworld:p1", "triangle_tireworld:p2", "exploding_blocksworld:p4", "elevators:p1")
LEFT_OVER = 12
"""Looks at the clock after the time is over: each phase that has not begun looks once or twice."""
METHODS = (None, Method.SEARCH)


@cache
def truth(name: str) -> Solution:
    """The values of a problem."""
    return solve(benchmark_task(name))


def assert_true(solution: Solution, name: str) -> None:
    """All bounds hold."""
    expected = truth(name)
    for bounds, value in (
        (solution.probability_bounds, expected.max_probability),
        (solution.utility_bounds, expected.gubs_utility),
        (solution.cost_bounds, expected.expected_cost),
    ):
        assert bounds
        assert value is not None
        assert bounds.lower - 1e-9 <= value <= bounds.upper + 1e-9


@pytest.mark.parametrize("seconds", [1, 5, 20, 60, 150, 400])
@pytest.mark.parametrize("method", METHODS)
def test_whenever_the_time_ends_bounds_hold_and_little_is_done_afterwards(
    seconds: int, method: Method | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in NAMES:
        truth(name)
        clock = Clock(monkeypatch)
        task, limits = benchmark_task(name), Limits(seconds=seconds)
        solution = solve(task, limits=limits, progress=clock.tick, method=method)
        assert_true(solution, name)
        assert clock.now <= seconds + LEFT_OVER
        assert (solution.limit is LimitReached.SECONDS) or solution.error_bound <= 1e-8


def test_where_enumeration_is_asked_for_and_time_ends_first_it_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    with pytest.raises(OutOfTime, match=r"the time of 2 s was over: .* states"):
        solve(
            benchmark_task("triangle_tireworld:p2"),
            limits=Limits(seconds=2),
            progress=clock.tick,
            method=Method.ENUMERATION,
        )


@pytest.mark.parametrize("seconds", [60, 100, 150, 250])
def test_enumeration_whose_time_ends_while_it_iterates_has_bounds(
    seconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "exploding_blocksworld:p4"
    truth(name)
    clock = Clock(monkeypatch)
    task, limits = benchmark_task(name), Limits(seconds=seconds)
    solution = solve(task, limits=limits, progress=clock.tick, method=Method.ENUMERATION)
    assert solution.method is Method.ENUMERATION
    assert_true(solution, name)


def test_interruptions_at_any_sign_of_life_end_the_work_at_once() -> None:
    class Stopped(Exception):
        pass

    for after in (1, 3, 10, 30, 100, 200):
        signs = 0

        def stop(text: str, most: int = after) -> None:
            nonlocal signs
            signs += 1
            if signs >= most:
                raise Stopped(text)

        with pytest.raises(Stopped):
            solve(benchmark_task("elevators:p1"), progress=stop)
        assert signs == after


def test_the_evaluation_of_a_policy_ends_with_the_time() -> None:
    task = benchmark_task("triangle_tireworld:p2")
    solution = solve(task)
    with pytest.raises(OutOfTime):
        evaluate(task, solution.best_action, seconds=1e-9)


# Kernel functions return after a bounded number of steps.


def chain(length: int) -> Graph:
    """States in a row; only the last one is final."""
    final = np.zeros(length, dtype=np.uint8)
    final[-1] = 1
    each = np.arange(length, dtype=np.int32)
    return Graph(
        final=final,
        nodes=np.rec.fromarrays((each, 1 - final.astype(np.int32)), dtype=NODE),
        edges=np.rec.fromarrays((np.zeros_like(each), each), dtype=EDGE),
        successors=np.minimum(each + 1, length - 1).astype(np.int32),
        outcome_indptr=np.array([0, 1], dtype=np.int32),
        probability=np.array([1.0]),
        cost=np.empty(0, dtype=np.float64),
    )


@pytest.mark.slow
def test_no_kernel_function_looks_at_more_than_some_states_between_two_signs_of_life() -> None:
    graph, signs = chain(4 * STEPS), 0

    def count(text: str) -> None:
        nonlocal signs
        signs += 1

    analysis = analyse(graph, count)
    assert analysis.distance[0] == 4 * STEPS - 1
    # Predecessors (two passes), distances, sure states, components, and edges that stay inside.
    assert signs >= 6 * 4
    values, signs = first_values(graph, analysis), 0
    costs = CostIteration(graph, analysis, values)
    costs.run(1e-9, count)
    assert costs.bounds
    assert costs.bounds.lower == pytest.approx(4 * STEPS - 1)
    # Marking edges, iteration, bounding the error.
    assert signs >= 3 * 4


def test_a_breadth_first_search_of_the_kernel_goes_on_where_it_was() -> None:
    length = 2 * STEPS + 10
    indptr = np.minimum(np.arange(length + 1), length - 1)
    reverse = Reverse(
        indptr=indptr.astype(np.int64), state=np.arange(1, length, dtype=np.int32)
    )  # each state has the next one before it
    distance = np.full(length, UNKNOWN, dtype=np.int32)
    distance[0] = 0
    queue = Queue(states=np.zeros(length, dtype=np.int32), length=1)
    heads = []
    while queue.head < queue.length:
        kernel.goal_distances(reverse, distance, queue)
        heads.append(queue.head)
    assert heads == [STEPS, 2 * STEPS, length]
    assert distance.tolist() == list(range(length))


def test_pieces_make_up_a_range_and_each_comes_with_a_sign_of_life() -> None:
    signs: list[str] = []
    ranges = list(pieces(2 * STEPS + 1, signs.append, "states"))
    assert ranges == [(0, STEPS), (STEPS, 2 * STEPS), (2 * STEPS, 2 * STEPS + 1)]
    assert len(signs) == len(ranges)
    assert list(pieces(0, silent, "")) == []


def test_limits_are_refused_that_leave_no_time() -> None:
    for seconds in (0.0, -1.0, math.nan):
        with pytest.raises(ValueError, match="seconds"):
            Limits(seconds=seconds)
