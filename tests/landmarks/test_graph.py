"""The landmark graph: kinds, orderings, leaves, and inconsistent graphs that are refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamp.errors import LandmarkError
from lamp.landmarks import Kind, Landmark, LandmarkGraph, Literal, Ordering, OrderingType
from lamp.task import Atom, Condition, Task

NATURAL, GREEDY, NECESSARY = OrderingType


def atomic(fact: int, *, positive: bool = True) -> Landmark:
    return Landmark(Literal(fact, positive).condition)


def letters(names: str, goal: str) -> Task:
    """A task without actions whose facts are letters; initially the first one is true."""
    facts = tuple(Atom(name) for name in names)
    goal_facts = tuple(names.index(letter) for letter in goal)
    return Task("letters", facts, (), frozenset([0]), Condition(true=goal_facts))


def test_one_literal_is_an_atomic_landmark() -> None:
    assert atomic(3).kind is Kind.ATOMIC
    assert atomic(3, positive=False).kind is Kind.ATOMIC
    assert atomic(3, positive=False).literals == (Literal(3, positive=False),)


def test_a_landmark_made_by_any_of_several_literals_is_disjunctive() -> None:
    landmark = Landmark.any_of([Literal(2), Literal(1, positive=False)])
    assert landmark.kind is Kind.DISJUNCTIVE
    assert landmark.literals == (Literal(1, positive=False), Literal(2))
    assert landmark.holds(frozenset())
    assert not landmark.holds(frozenset([1]))


def test_several_literals_are_a_conjunctive_landmark() -> None:
    landmark = Landmark(Condition(true=(1, 2), false=(3,)))
    assert landmark.kind is Kind.CONJUNCTIVE
    assert len(landmark.literals) == 3


def test_a_condition_with_several_disjunctions_has_no_list_of_literals() -> None:
    clause = (Condition(true=(1,)), Condition(true=(2,)))
    landmark = Landmark(Condition(any_of=(clause, clause)))
    assert landmark.kind is Kind.CONJUNCTIVE
    assert landmark.literals == ()


def test_a_disjunction_of_one_literal_is_atomic() -> None:
    assert Landmark.any_of([Literal(1), Literal(1)]) == atomic(1)


def test_a_stronger_type_of_ordering_is_greater() -> None:
    assert NATURAL < GREEDY < NECESSARY
    assert [kind.label for kind in OrderingType] == ["natural", "greedy-necessary", "necessary"]


def test_the_goal_moves_to_the_end_and_orderings_follow_it() -> None:
    task = letters("abc", "b")
    given = [atomic(1), atomic(0), atomic(2)]
    graph = LandmarkGraph.of(given, [Ordering(1, 0, GREEDY), Ordering(2, 0, NATURAL)], task)
    assert graph.landmarks == (atomic(0), atomic(2), atomic(1))
    assert graph.orderings == (Ordering(0, 2, GREEDY), Ordering(1, 2, NATURAL))


def test_the_goal_is_added_where_it_is_not_a_landmark_found() -> None:
    task = letters("abc", "bc")
    graph = LandmarkGraph.of([atomic(1)], [], task)
    assert graph.landmarks[graph.goal] == Landmark(task.goal)
    assert graph.nontrivial(task.initial) == 2


def test_leaves_have_no_predecessor_in_the_set() -> None:
    task = letters("abcd", "abcd")
    orderings = [Ordering(0, 1, NATURAL), Ordering(1, 2, GREEDY)]
    graph = LandmarkGraph.of([atomic(fact) for fact in range(4)], orderings, task)
    assert graph.leaves({0, 1, 2, 3, 4}) == (0, 3)
    assert graph.leaves({1, 2, 4}) == (1,)
    assert graph.leaves({4}) == (4,)
    assert graph.leaves(set()) == ()


def test_leaves_respect_orderings_through_landmarks_outside_the_set() -> None:
    graph = LandmarkGraph.of(
        [atomic(0), atomic(1), atomic(2)],
        [Ordering(0, 1, NATURAL), Ordering(1, 2, NATURAL)],
        letters("abcd", "abcd"),
    )
    assert graph.leaves({0, 2}) == (0,)


def test_landmarks_that_hold_initially_are_not_pursued_except_the_goal() -> None:
    task = letters("abc", "a")
    graph = LandmarkGraph.of([atomic(0), atomic(1)], [Ordering(1, 0, NATURAL)], task)
    assert graph.pursued(task.initial) == (0, 1)
    assert graph.landmarks == (atomic(1), atomic(0))
    assert graph.nontrivial(task.initial) == 1


def test_a_cycle_of_orderings_is_refused_with_its_landmarks() -> None:
    task = letters("abc", "c")
    orderings = [Ordering(0, 1, NATURAL), Ordering(1, 0, GREEDY)]
    with pytest.raises(LandmarkError, match=r"cycle: [01] → [01] → [01]"):
        LandmarkGraph.of([atomic(0), atomic(1)], orderings, task)


def test_an_ordering_after_the_goal_is_refused() -> None:
    with pytest.raises(LandmarkError, match="cycle"):
        LandmarkGraph.of([atomic(0), atomic(2)], [Ordering(1, 0, NATURAL)], letters("abc", "c"))


@pytest.mark.parametrize("ordering", [Ordering(0, 7, NATURAL), Ordering(-1, 0, NATURAL)])
def test_an_ordering_with_an_unknown_landmark_is_refused(ordering: Ordering) -> None:
    with pytest.raises(LandmarkError, match="leaves the graph"):
        LandmarkGraph((atomic(0), atomic(1)), (ordering,))


def test_repeated_landmarks_and_orderings_are_refused() -> None:
    with pytest.raises(LandmarkError, match="twice"):
        LandmarkGraph((atomic(0), atomic(0)))
    twice = (Ordering(0, 1, NATURAL), Ordering(0, 1, GREEDY))
    with pytest.raises(LandmarkError, match="twice"):
        LandmarkGraph((atomic(0), atomic(1)), twice)


def test_graphs_are_equal_and_hash_alike_whatever_the_order_of_their_orderings() -> None:
    landmarks = (atomic(0), atomic(1), atomic(2))
    orderings = (Ordering(0, 1, NATURAL), Ordering(0, 2, GREEDY))
    first, second = LandmarkGraph(landmarks, orderings), LandmarkGraph(landmarks, orderings[::-1])
    assert first == second
    assert hash(first) == hash(second)


@given(st.data())
def test_taking_leaves_one_by_one_reaches_the_goal_last_and_respects_all_orderings(
    data: st.DataObject,
) -> None:
    size = data.draw(st.integers(1, 8))
    pairs = [(i, j) for j in range(size) for i in range(j)]
    chosen = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    landmarks = tuple(atomic(fact) for fact in range(size))
    graph = LandmarkGraph(landmarks, tuple(Ordering(i, j, NATURAL) for i, j in chosen))
    remaining, order = set(range(size)), []
    while remaining:
        leaf = data.draw(st.sampled_from(graph.leaves(remaining)))
        remaining.remove(leaf)
        order.append(leaf)
    assert order[-1] == graph.goal
    assert all(order.index(i) < order.index(j) for i, j in chosen)
