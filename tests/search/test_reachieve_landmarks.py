"""Landmarks that became false are pursued again where they are required again."""

from __future__ import annotations

from typing import Any

import pytest

from lamp.execution import purpose_text
from lamp.landmarks import Landmark, LandmarkGraph, Ordering, OrderingType
from lamp.search import Lamp, SearchSettings
from lamp.task import Action, Condition, Outcome, Task
from tests.support.random_tasks import ONE, hand_made
from tests.support.search_tasks import facts_as_landmarks, move


def return_task() -> Task:
    """From 0 by 1 and 4, and by 1 again, to 2 and to the goal 3."""
    moves = [move("start", 0, 1), move("on", 1, 4), move("back", 4, 1), move("last", 2, 3)]
    over = Action("over", (), Condition((1,), (0,)), (Outcome(ONE, (2,), (1,)),))
    return hand_made(*moves, over, goal=Condition((3,)), initial=[0])


def planner_with(ordering: OrderingType, **changes: Any) -> Lamp:
    """A planner whose landmarks are the facts 1, 4 and 2, where 1 is ordered before 2."""
    task = return_task()
    landmarks = [Landmark(Condition((fact,))) for fact in (1, 4, 2)]
    natural = [Ordering(index, index + 1, OrderingType.NATURAL) for index in range(2)]
    graph = LandmarkGraph.of(landmarks, [*natural, Ordering(0, 2, ordering)], task)
    return Lamp(task, graph, SearchSettings.paper(rollouts=5, **changes))


def pursued(planner: Lamp, *facts: int) -> list[tuple[int, int]]:
    """Subgoal and chosen landmark of the decisions in states of one fact each."""
    decisions = [planner.decide(frozenset([fact])) for fact in facts]
    return [(decision.subgoal, decision.landmark) for decision in decisions]


@pytest.mark.parametrize(("ordering", "subgoal"), [("NATURAL", 2), ("GREEDY_NECESSARY", 0)])
def test_a_greedy_necessary_predecessor_that_became_false_is_pursued_again_before_its_landmark(
    ordering: str, subgoal: int
) -> None:
    planner = planner_with(OrderingType[ordering], reachieve_landmarks=True)
    assert pursued(planner, 0, 1, 4, 1) == [(0, 0), (1, 1), (subgoal, 2), (2, 2)]
    assert planner.remaining == {2, 3}


def test_a_decision_reports_the_landmark_for_which_its_subgoal_is_required_again() -> None:
    planner = planner_with(OrderingType.NECESSARY, reachieve_landmarks=True)
    *_, alone, again = [planner.decide(frozenset([fact])) for fact in (0, 1, 4)]
    assert purpose_text(planner, alone) == "(p 4)"
    assert purpose_text(planner, again) == "(q 1), needed just before (p 2)"
    assert (alone.pursues_predecessor, again.pursues_predecessor) == (False, True)


def test_in_the_paper_nothing_is_pursued_again() -> None:
    planner = planner_with(OrderingType.NECESSARY)
    assert pursued(planner, 0, 1, 4, 1) == [(0, 0), (1, 1), (2, 2), (2, 2)]


def test_a_target_landmark_that_holds_is_achieved_even_if_its_subgoal_is_not() -> None:
    planner = planner_with(OrderingType.NECESSARY, reachieve_landmarks=True)
    assert pursued(planner, 0, 1, 4, 2)[2:] == [(0, 2), (3, 3)]
    assert planner.remaining == {3}


def test_a_predecessor_that_is_deleted_while_its_landmark_is_pursued_is_not_reachieved() -> None:
    planner = planner_with(OrderingType.NECESSARY, reachieve_landmarks=True)
    assert pursued(planner, 0, 1, 4, 1, 0)[2:] == [(0, 2), (2, 2), (2, 2)]


def test_no_landmark_is_required_again_for_the_goal() -> None:
    moves = move("one", 0, 1, 0), move("other", 1, 2, 0)
    needs_both = Action("both", (), Condition(), (Outcome(ONE, (1, 2)),))
    task = hand_made(*moves, needs_both, goal=Condition((1, 2)), initial=[0])
    graph = facts_as_landmarks(task, 1, 2, kind=OrderingType.NATURAL)
    assert graph.required_again(task)[graph.goal] == {0, 1}
    planner = Lamp(task, graph, SearchSettings.paper(rollouts=5, reachieve_landmarks=True))
    assert pursued(planner, 0, 1, 2) == [(0, 0), (1, 1), (2, 2)]
