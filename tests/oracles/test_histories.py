"""The oracle `Histories`: it refutes exactly the claims that a history of the task contradicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings

from lamp.landmarks import lm_rhw
from lamp.landmarks.definitions import MEANING, Violation, is_landmark
from lamp.landmarks.graph import Landmark, LandmarkGraph, Ordering, OrderingType
from lamp.task import ALWAYS, NEVER, Action, Condition, Outcome, State, Task
from tests.oracles.partial_search import PartialSearch
from tests.oracles.plain_states import next_states, plain_state_graph
from tests.oracles.state_graph import Histories, StateGraph, bits_of, violations_in
from tests.support.random_tasks import (
    ONE,
    P,
    Q,
    R,
    explored,
    hand_made,
    quick,
    random_option,
    randoms,
    step,
    task_without_structure,
)
from tests.support.sampling import examples
from tests.support.tasks import benchmark_task

# Against the definitions


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
    for kind, (first, before), (second, after) in product(
        OrderingType, enumerate(conditions), enumerate(conditions)
    ):
        broken = not all(MEANING[kind](before, after, history) for history in histories)
        oracle = bool(verdict.broken[kind][second] >> first & 1)
        assert oracle == broken or (oracle and not complete)
    return complete


@settings(quick, max_examples=examples(200))
@given(randoms)
def test_histories_refute_exactly_the_claims_that_are_false_by_definition(rng: Random) -> None:
    task = task_without_structure(rng, num_facts=rng.randint(2, 3), num_actions=rng.randint(1, 4))
    facts = range(len(task.atoms))
    conditions = [Landmark(random_option(rng, facts, 1)) for _ in range(3)]
    assert_same_verdicts(task, conditions, most=400)


def test_most_comparisons_with_the_definitions_enumerate_all_histories() -> None:
    tasks = [task_without_structure(Random(seed), 2, 3) for seed in range(100)]
    assert sum(assert_same_verdicts(task, (P, Q), most=400) for task in tasks) > 50


def test_histories_refute_no_claim_where_the_goal_cannot_be_reached() -> None:
    verdict = Histories(explored(hand_made(step((), (0,)), goal=NEVER)), (P, Q))
    assert verdict.avoided == 0
    assert all(broken == [0, 0] for broken in verdict.broken.values())


def test_dead_ends_refute_no_claim() -> None:
    dead_end = Action("slip", (), ALWAYS, (Outcome(ONE, (2,)),))
    steps = [replace(step((), (0,)), precondition=Condition((), (2,))), step((0,), (1,))]
    task = hand_made(dead_end, *steps, goal=Condition((1,), (2,)))
    assert Histories(explored(task), (P, Q, R)).avoided == bits_of((2,))
    assert not Histories(explored(task), (P, Q)).broken[OrderingType.NECESSARY][1] & 1


def test_every_ordering_before_a_condition_that_holds_initially_is_refuted() -> None:
    task = hand_made(step((0,), (1,)), goal=Condition((1,)), initial=(0,))
    verdict = Histories(explored(task), (P, Q))
    assert [verdict.broken[kind][0] for kind in OrderingType] == [0b11] * 3
    assert [verdict.broken[kind][1] for kind in OrderingType] == [0b10] * 3


def test_a_later_second_achiever_refutes_only_necessary_orderings() -> None:
    lose = step((1,), (2,), uses=(0, 1))
    task = hand_made(step((0,), (1,)), lose, step((2,), (1,)), goal=Condition((1, 2)), initial=(0,))
    verdict = Histories(explored(task), (P, Q))
    assert verdict.broken[OrderingType.NECESSARY][1] & 1
    assert not verdict.broken[OrderingType.GREEDY_NECESSARY][1] & 1
    assert not verdict.broken[OrderingType.NATURAL][1] & 1


# False claims about the paper's problems


@cache
def claims_of(name: str) -> tuple[Task, StateGraph, LandmarkGraph]:
    """A problem, its state graph, and the landmarks that are found for it."""
    task = benchmark_task(name)
    return task, explored(task), lm_rhw(task)


def fact_of(task: Task, name: str) -> Landmark:
    """The landmark that a fact holds."""
    return Landmark(Condition((list(map(str, task.atoms)).index(name),)))


def test_an_avoidable_fact_is_refuted_as_a_landmark() -> None:
    task, graph, landmark_graph = claims_of("elevators:p1")
    extra = fact_of(task, "(in e1 f3)")  # the other elevator can be used instead
    claims = LandmarkGraph((extra, *landmark_graph.landmarks))
    assert violations_in(graph, claims) == [Violation(0)]


@pytest.mark.parametrize("family", ["elevators", "prob_blocksworld", "tireworld"])
def test_every_reversed_ordering_is_refuted(family: str) -> None:
    _, graph, landmark_graph = claims_of(f"{family}:p1")
    inner = [
        ordering for ordering in landmark_graph.orderings if ordering.after != landmark_graph.goal
    ]
    assert inner
    for before, after, kind in inner:
        claim = Ordering(after, before, kind)
        assert violations_in(graph, LandmarkGraph(landmark_graph.landmarks, (claim,))) == [
            Violation(claim)
        ]


@pytest.mark.parametrize("kind", [OrderingType.GREEDY_NECESSARY, OrderingType.NECESSARY])
def test_a_natural_ordering_is_refuted_as_greedy_necessary_and_as_necessary(
    kind: OrderingType,
) -> None:
    task, graph, _ = claims_of("tireworld:p1")
    landmarks = (
        *(fact_of(task, f"(vehicle-at {name})") for name in ("n2", "n3")),
        Landmark(task.goal),
    )
    natural = Ordering(0, 1, OrderingType.NATURAL)
    claim = Ordering(0, 1, kind)  # the road from n2 to n3 leads through n1
    assert violations_in(graph, LandmarkGraph(landmarks, (natural,))) == []
    assert violations_in(graph, LandmarkGraph(landmarks, (claim,))) == [Violation(claim)]


def test_a_greedy_necessary_ordering_is_refuted_as_necessary() -> None:
    task, graph, _ = claims_of("tireworld:p1")
    landmarks = (
        *(fact_of(task, f"(vehicle-at {name})") for name in ("n1", "n3")),
        Landmark(task.goal),
    )
    greedy = Ordering(0, 1, OrderingType.GREEDY_NECESSARY)
    claim = Ordering(0, 1, OrderingType.NECESSARY)  # later, n3 may be reached from another place
    assert violations_in(graph, LandmarkGraph(landmarks, (greedy,))) == []
    assert violations_in(graph, LandmarkGraph(landmarks, (claim,))) == [Violation(claim)]


def test_a_false_claim_is_refuted_in_a_part_of_a_large_problem() -> None:
    task = benchmark_task("triangle_tireworld:p5")
    graph = PartialSearch(task, Random(0)).graph(num_expanded=2000)
    claims = LandmarkGraph((fact_of(task, "(hasspare)"), Landmark(task.goal)))
    assert violations_in(graph, claims) == [Violation(0)]
