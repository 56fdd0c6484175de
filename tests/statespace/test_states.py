"""The state space is that of the task: states, edges, successors, tracked conditions."""

from __future__ import annotations

from random import Random

import pytest

from lamp.landmarks import LandmarkGraph
from lamp.search import Lamp
from lamp.statespace import UNKNOWN, unpack
from lamp.task import Action, Condition, Outcome, Task
from tests.oracles.task_semantics import TaskSemantics
from tests.support.kernel_comparison import known_states
from tests.support.random_tasks import ONE, hand_made, random_task
from tests.support.wide_states import with_wide_states


def planner_after_rollouts(task: Task) -> Lamp:
    """A planner that has met some of a task's states."""
    planner = Lamp(task, rollouts=60)
    planner.decide(task.initial)
    return planner


@pytest.mark.sweep(15)
@pytest.mark.parametrize("seed", range(40))
def test_the_edges_of_a_state_are_its_applicable_actions_with_different_effects(
    seed: int,
) -> None:
    task = with_wide_states(random_task(Random(seed)))
    planner = planner_after_rollouts(task)
    space = planner.trees[0].memory.space
    semantics = TaskSemantics(task)
    for number, state in enumerate(known_states(planner)):
        if space.nodes[number].first_edge != UNKNOWN and not task.is_goal(state):
            assert planner.trees[0].memory.actions(number) == semantics.applicable(state)


@pytest.mark.sweep(15)
@pytest.mark.parametrize("seed", range(40))
def test_a_successor_is_the_state_after_an_outcome(seed: int) -> None:
    task = with_wide_states(random_task(Random(seed)))
    planner = planner_after_rollouts(task)
    space, states = planner.trees[0].memory.space, known_states(planner)
    for number, state in enumerate(states):
        if space.nodes[number].first_edge == UNKNOWN:
            continue
        for edge in space.edges[planner.trees[0].memory.edges(number)]:
            for index, outcome in enumerate(task.actions[edge.action].outcomes):
                after = int(space.successors[edge.first_successor + index])
                assert after == UNKNOWN or states[after] == outcome.apply(state)


@pytest.mark.sweep(15)
@pytest.mark.parametrize("seed", range(40))
def test_a_state_is_known_once_with_the_landmarks_that_hold(seed: int) -> None:
    task = with_wide_states(random_task(Random(seed)))
    planner = planner_after_rollouts(task)
    states = known_states(planner)
    assert len(set(states)) == len(states)
    for number, state in enumerate(states):
        held = unpack(planner.trees[0].memory.space.holds[number])
        landmarks = enumerate(planner.graph.landmarks)
        assert held == {index for index, landmark in landmarks if landmark.holds(state)}


def test_an_action_that_needs_a_fact_both_true_and_false_is_never_applicable() -> None:
    impossible = Action("never", (), Condition((0,), (0,)), (Outcome(ONE, (1,)),))
    wait = Action("wait", (), Condition(), (Outcome(ONE, (2,)),))
    task = hand_made(impossible, wait, goal=Condition((1,)), initial=[0])
    decision = Lamp(task, LandmarkGraph.of([], [], task)).decide(task.initial)
    assert [str(evidence.action) for evidence in decision.evidence] == ["(wait)"]


def test_a_task_without_actions_or_facts_has_one_state_and_no_edges() -> None:
    task = Task("empty", (), (), frozenset(), Condition(any_of=((),)))
    planner = Lamp(task, LandmarkGraph.of([], [], task))
    assert planner.decide(task.initial).action is None
    assert planner.trees[0].num_known == 1
