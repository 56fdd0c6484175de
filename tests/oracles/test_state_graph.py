"""The oracle `state_graph`: its states and successors are those of the task's semantics."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings

from lamp.task import Condition, Task
from tests.oracles.partial_search import PartialSearch
from tests.oracles.plain_states import next_states, plain_state_graph
from tests.oracles.state_graph import (
    bits_of,
    members_of,
    state_graph,
    successor_function,
)
from tests.support.random_tasks import explored, hand_made, quick, random_task, randoms, step
from tests.support.sampling import examples
from tests.support.tasks import benchmark_task


def assert_same_states(task: Task) -> None:
    """The state graph is the one that the semantics of the task give."""
    graph = explored(task)
    states = [frozenset(members_of(bits)) for bits in graph.states]
    assert states[0] == task.initial
    assert graph.goals == {index for index, state in enumerate(states) if task.is_goal(state)}
    assert plain_state_graph(task) == {
        state: {states[index] for index in successors}
        for state, successors in zip(states, graph.successors, strict=True)
    }


@settings(quick, max_examples=examples(200))
@given(randoms)
def test_the_state_graph_of_random_tasks_is_that_of_their_semantics(rng: Random) -> None:
    assert_same_states(random_task(rng))


@pytest.mark.parametrize("family", ["elevators", "prob_blocksworld", "triangle_tireworld"])
def test_the_state_graph_of_a_problem_is_that_of_its_semantics(family: str) -> None:
    assert_same_states(benchmark_task(f"{family}:p2"))


@pytest.mark.parametrize("family", ["exploding_blocksworld", "tireworld", "zenotravel"])
def test_states_of_large_problems_have_the_successors_of_their_semantics(family: str) -> None:
    task, rng = benchmark_task(f"{family}:p4"), Random(0)
    successors, state = successor_function(task), task.initial
    for _ in range(10):
        expected = next_states(task, state)
        assert successors(bits_of(state)) == set(map(bits_of, expected))
        if expected:
            state = rng.choice(sorted(expected, key=sorted))


def test_state_graph_returns_none_if_there_are_too_many_states() -> None:
    task = hand_made(step((), (0,)), step((), (1,)), goal=Condition((4,)))
    assert len(explored(task).states) == 4
    assert state_graph(task, most=4) is not None
    assert state_graph(task, most=3) is None


@settings(quick, max_examples=examples(50))
@given(randoms)
def test_a_partial_search_with_a_high_limit_finds_all_live_states(rng: Random) -> None:
    task = random_task(rng)
    graph, part = explored(task), PartialSearch(task, rng).graph(num_expanded=5000)
    alive = {state for state, live in zip(graph.states, graph.live(), strict=True) if live}
    assert alive <= set(part.states)
