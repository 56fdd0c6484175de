"""LandmarkPlan (Algorithm 1): planners that choose landmarks and actions by other rules."""

from __future__ import annotations

import pytest

from lamp.errors import ExecutionError, LandmarkError
from lamp.execution import EpisodeEnd
from lamp.landmarks import Landmark, LandmarkGraph, lm_rhw
from lamp.search import PAPER, Decision, Lamp, LandmarkPlan, SearchSettings, Uct
from lamp.task import State
from tests.support.graph_tasks import graph_task, one_of
from tests.support.planners import FixedChoice
from tests.support.tasks import benchmark_task, task_of


class LastLeafFirstAction(LandmarkPlan):
    """Takes the last leaf as the landmark, and the first action that is applicable."""

    def choose_landmark(self, state: State) -> int:
        """The last leaf."""
        return self.graph.leaves(self.remaining)[-1]

    def choose_action(self, state: State) -> Decision:
        """The first action."""
        assert self.subgoal is not None
        return Decision(next(iter(self.task.applicable(state)), None), self.subgoal)


def test_a_subclass_of_landmark_plan_chooses_landmarks_and_actions_by_two_methods() -> None:
    task = benchmark_task("elevators:p2")
    graph = lm_rhw(task)
    planner = LastLeafFirstAction(task, graph, SearchSettings(budget=30))
    episode = planner.run()
    assert episode.cost == 30
    assert episode.subgoals[0] == graph.leaves(graph.pursued(task.initial))[-1]


def test_achieved_landmarks_are_removed_and_the_goal_ends_the_episode() -> None:
    task = graph_task("01 12 2g")
    landmarks = [one_of(task, "s1"), one_of(task, "s2")]
    planner = LastLeafFirstAction(task, LandmarkGraph.of(landmarks, [], task), SearchSettings())
    seen: list[frozenset[int]] = []
    episode = planner.run(watch=lambda step: seen.append(step.decision.remaining))
    assert episode.end is EpisodeEnd.GOAL
    # Landmark 1, of s2, is pursued first; then landmark 0, which does not hold any more.
    assert seen == [{0, 1, 2}, {0, 1, 2}, {0, 2}]


@pytest.mark.parametrize("landmark", [None, -1, 99, "goal"])
def test_a_landmark_that_is_no_leaf_is_refused(landmark: object) -> None:
    task = benchmark_task("elevators:p2")
    planner = FixedChoice(task, lm_rhw(task), SearchSettings())
    planner.chosen_landmark = landmark
    with pytest.raises(ExecutionError, match="not a leaf"):
        planner.decide(task.initial)


def test_a_state_with_facts_that_do_not_exist_is_refused() -> None:
    task = benchmark_task("elevators:p2")
    with pytest.raises(ExecutionError, match="the task has"):
        Lamp(task).decide(frozenset([1000]))


def test_a_graph_of_another_task_is_refused() -> None:
    small, large = benchmark_task("tireworld:p1"), benchmark_task("tireworld:p15")
    with pytest.raises(LandmarkError, match="not the goal"):
        Lamp(small, lm_rhw(large))
    graph = lm_rhw(large)
    foreign = LandmarkGraph((*graph.landmarks[:-1], Landmark(small.goal)))
    with pytest.raises(LandmarkError, match="facts that the task does not have"):
        Lamp(small, foreign)


def test_lamp_equals_uct_if_only_the_goal_is_to_be_pursued() -> None:
    task = task_of(
        "(:predicates (a) (b)) (:action x :precondition (a) :effect (probabilistic 1/2 (b)))",
        "(:init (a)) (:goal (b))",
    )
    graph = lm_rhw(task)
    assert len(graph.landmarks) > 1
    assert (
        Lamp(task, graph, **PAPER).decide(task.initial).evidence
        == Uct(task).decide(task.initial).evidence
    )
