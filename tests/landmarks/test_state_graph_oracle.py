"""The oracle of `explicit`, held against the semantics of the task and the definitions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings

from lamp.landmarks.definitions import MEANING, is_landmark
from lamp.landmarks.graph import Landmark, OrderingType
from lamp.task import ALWAYS, NEVER, Action, Condition, Outcome, State, Task
from tests.oracles.state_graph import (
    Histories,
    PartialSearch,
    bits_of,
    members_of,
    state_graph,
    successor_function,
)
from tests.support.legacy import benchmark_task, needs_shared
from tests.support.random_tasks import (
    ONE,
    P,
    Q,
    R,
    explored,
    hand_made,
    quick,
    random_option,
    random_task,
    randoms,
    step,
    task_without_structure,
)

# The state graph against the task's own semantics.


def next_states(task: Task, state: State) -> set[State]:
    """The states that may come after one, by the semantics of the task."""
    if task.is_goal(state):
        return set()
    return {after for action in task.applicable(state) for after in task.apply(state, action)}


def plain_state_graph(task: Task) -> dict[State, set[State]]:
    """The states that can be reached and what comes after each, by the semantics of the task."""
    found: dict[State, set[State]] = {}
    waiting = [task.initial]
    while waiting:
        state = waiting.pop()
        if state not in found:
            found[state] = next_states(task, state)
            waiting.extend(found[state])
    return found


def assert_same_states(task: Task) -> None:
    """The state graph is the one that the semantics of the task give."""
    graph = explored(task)
    states = [frozenset(members_of(bits)) for bits in graph.states]
    assert states[0] == task.initial
    assert graph.goals == {at for at, state in enumerate(states) if task.is_goal(state)}
    assert plain_state_graph(task) == {
        state: {states[at] for at in following}
        for state, following in zip(states, graph.successors, strict=True)
    }


@settings(quick, max_examples=200)
@given(randoms)
def test_the_state_graph_of_random_tasks_is_that_of_their_semantics(rng: Random) -> None:
    assert_same_states(random_task(rng))


@needs_shared
@pytest.mark.parametrize("family", ["elevators", "prob_blocksworld", "triangle_tireworld"])
def test_the_state_graph_of_a_problem_is_that_of_its_semantics(family: str) -> None:
    assert_same_states(benchmark_task(family, "p2"))


@needs_shared
@pytest.mark.parametrize("family", ["exploding_blocksworld", "tireworld", "zenotravel"])
def test_states_of_large_problems_have_the_successors_of_their_semantics(family: str) -> None:
    task, rng = benchmark_task(family, "p4"), Random(0)
    successors, state = successor_function(task), task.initial
    for _ in range(10):
        following = next_states(task, state)
        assert successors(bits_of(state)) == set(map(bits_of, following))
        if following:
            state = rng.choice(sorted(following, key=sorted))


def test_a_state_graph_that_is_too_large_is_given_up() -> None:
    task = hand_made(step((), (0,)), step((), (1,)), goal=Condition((4,)))
    assert len(explored(task).states) == 4
    assert state_graph(task, most=4) is not None
    assert state_graph(task, most=3) is None


@settings(quick, max_examples=50)
@given(randoms)
def test_a_search_without_bound_finds_all_live_states(rng: Random) -> None:
    task = random_task(rng)
    graph, part = explored(task), PartialSearch(task, rng).graph(num_expanded=5000)
    alive = {state for state, live in zip(graph.states, graph.live(), strict=True) if live}
    assert alive <= set(part.states)


# The oracle against the definitions.


def brute_force(task: Task, most: int) -> tuple[list[tuple[State, ...]], bool]:
    """The histories of a task one by one, and whether there are enough to break all false claims.

    Two walks without a circle make a history that breaks a claim, one to the step in question and
    one from there to a goal: in all at most two steps for each state that is no goal.
    """
    num_steps = 2 * sum(not task.is_goal(state) for state in plain_state_graph(task))
    walks: list[tuple[State, ...]] = [(task.initial,)]
    done: list[tuple[State, ...]] = []
    for _ in range(num_steps + 1):
        done += [walk for walk in walks if task.is_goal(walk[-1])]
        walks = [(*walk, after) for walk in walks for after in next_states(task, walk[-1])]
        if len(walks) + len(done) > most:
            return done, False
    return done, True


def assert_same_verdicts(task: Task, conditions: Sequence[Landmark], most: int) -> bool:
    """The oracle breaks what some history does; returns whether that was all histories needed."""
    verdict = Histories(explored(task), conditions)
    histories, complete = brute_force(task, most)
    for number, condition in enumerate(conditions):
        broken = not all(is_landmark(condition, history) for history in histories)
        oracle = bool(verdict.avoided >> number & 1)
        assert oracle == broken or (oracle and not complete)
    for kind, (at, before), (to, after) in product(
        OrderingType, enumerate(conditions), enumerate(conditions)
    ):
        broken = not all(MEANING[kind](before, after, history) for history in histories)
        oracle = bool(verdict.broken[kind][to] >> at & 1)
        assert oracle == broken or (oracle and not complete)
    return complete


@settings(quick, max_examples=200)
@given(randoms)
def test_the_oracle_breaks_exactly_the_claims_that_a_history_breaks(rng: Random) -> None:
    task = task_without_structure(rng, num_facts=rng.randint(2, 3), num_actions=rng.randint(1, 4))
    facts = range(len(task.atoms))
    conditions = [Landmark(random_option(rng, facts, 1)) for _ in range(3)]
    assert_same_verdicts(task, conditions, most=400)


def test_most_comparisons_with_the_definitions_see_all_histories_needed() -> None:
    tasks = [task_without_structure(Random(seed), 2, 3) for seed in range(100)]
    assert sum(assert_same_verdicts(task, (P, Q), most=400) for task in tasks) > 50


def test_nothing_is_broken_where_the_goal_cannot_be_reached() -> None:
    verdict = Histories(explored(hand_made(step((), (0,)), goal=NEVER)), (P, Q))
    assert verdict.avoided == 0
    assert all(broken == [0, 0] for broken in verdict.broken.values())


def test_a_state_from_which_no_goal_can_be_reached_breaks_nothing() -> None:
    dead_end = Action("slip", (), ALWAYS, (Outcome(ONE, (2,)),))
    steps = [replace(step((), (0,)), precondition=Condition((), (2,))), step((0,), (1,))]
    task = hand_made(dead_end, *steps, goal=Condition((1,), (2,)))
    assert Histories(explored(task), (P, Q, R)).avoided == bits_of((2,))
    assert not Histories(explored(task), (P, Q)).broken[OrderingType.NECESSARY][1] & 1


def test_what_holds_initially_has_nothing_before_it() -> None:
    task = hand_made(step((0,), (1,)), goal=Condition((1,)), initial=(0,))
    verdict = Histories(explored(task), (P, Q))
    assert [verdict.broken[kind][0] for kind in OrderingType] == [0b11] * 3
    assert [verdict.broken[kind][1] for kind in OrderingType] == [0b10] * 3


def test_a_second_way_to_the_same_fact_spoils_necessity_only() -> None:
    lose = step((1,), (2,), uses=(0, 1))
    task = hand_made(step((0,), (1,)), lose, step((2,), (1,)), goal=Condition((1, 2)), initial=(0,))
    verdict = Histories(explored(task), (P, Q))
    assert verdict.broken[OrderingType.NECESSARY][1] & 1
    assert not verdict.broken[OrderingType.GREEDY_NECESSARY][1] & 1
    assert not verdict.broken[OrderingType.NATURAL][1] & 1
