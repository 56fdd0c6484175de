"""Sequential-Plan on the graphs of the paper's appendix."""

from __future__ import annotations

import math
import pickle
from collections.abc import Sequence

import pytest

from lamp.execution import EpisodeEnd, run_episode
from lamp.landmarks import Landmark, LandmarkGraph, Ordering, OrderingType, lm_rhw
from lamp.search import (
    Decision,
    FailureKind,
    Policy,
    PolicySolver,
    SearchSettings,
    SequentialPlan,
    Stop,
)
from lamp.task import Action, State, Task
from tests.support.graph_tasks import graph_task, one_of, place
from tests.support.tasks import benchmark_task


def distance(task: Task, state: State) -> float:
    """How many actions it takes at least from a state to the goal of a task."""
    reached, steps = {state}, 0
    while not any(task.is_goal(state) for state in reached):
        pairs = ((state, action) for state in reached for action in task.applicable(state))
        new = reached.union(*(task.apply(state, action) for state, action in pairs))
        if new == reached:
            return math.inf
        reached, steps = new, steps + 1
    return steps


def sequence(task: Task, *landmarks: Landmark) -> LandmarkGraph:
    """The graph of landmarks without orderings: they are pursued in the order given."""
    return LandmarkGraph.of(landmarks, [], task)


def preferring(*names: str) -> PolicySolver:
    """A policy that takes some actions wherever it can, and otherwise the shortest way."""

    def solve(task: Task, _: SearchSettings) -> Policy:
        def rank(state: State, action: Action) -> tuple[bool, float]:
            nearest = min(distance(task, after) for after in task.apply(state, action))
            return action.name not in names, nearest

        def decide(state: State, _: Stop | None) -> Decision:
            if distance(task, state) == math.inf:
                return Decision(None, 0)
            actions = task.applicable(state)
            return Decision(min(actions, key=lambda action: rank(state, action)), 0)

        return decide

    return solve


# Figure A2: which order is better depends on the policies, or on chance.

A2 = "01 03 12 21 34 43 2g 4g"


@pytest.mark.parametrize(
    ("first", "cost"), [("upper", {"12": 5, "21": 3}), ("lower", {"12": 3, "21": 5})]
)
def test_the_better_order_of_landmarks_depends_on_the_policies(
    first: str, cost: dict[str, int]
) -> None:
    task = graph_task(A2)
    solver = preferring("go-01" if first == "upper" else "go-03")
    landmarks = {"1": one_of(task, "s2", "s3"), "2": one_of(task, "s1", "s4")}
    for order, expected in cost.items():
        graph = sequence(task, *(landmarks[name] for name in order))
        episode = run_episode(SequentialPlan(task, graph, solver=solver))
        assert (episode.end, episode.cost) == (EpisodeEnd.GOAL, expected)


def test_the_better_order_of_landmarks_may_depend_on_chance() -> None:
    task = graph_task(A2, chance=True)
    landmarks = one_of(task, "s2", "s3"), one_of(task, "s1", "s4")
    costs: dict[str, set[tuple[float, float]]] = {"s1": set(), "s3": set()}
    for seed in range(20):
        results = []
        for order in (landmarks, landmarks[::-1]):
            states: list[State] = []
            plan = SequentialPlan(task, sequence(task, *order), solver=preferring())
            episode = run_episode(plan, seed, lambda step, seen=states: seen.append(step.after))  # type: ignore[misc]
            results.append((place(task, states[0]), episode.cost))
        (first_place, cost), (same_place, cost_reversed) = results
        assert first_place == same_place
        costs[first_place].add((cost, cost_reversed))
    assert costs == {"s1": {(5, 3)}, "s3": {(3, 5)}}


# Figure A3: a landmark that cannot be achieved any more, and a goal that cannot.

SOFT_LOCK = "01 03 12 34 2g 4g"
DEADLOCK = "01 03 12 21 34 4g"


def run_sequence(
    task: Task, landmarks: Sequence[Landmark], solver: PolicySolver, *, safety_net: bool
) -> tuple[EpisodeEnd, list[tuple[FailureKind, int, str]]]:
    graph = sequence(task, *landmarks)
    plan = SequentialPlan(task, graph, solver=solver, safety_net=safety_net)
    end = run_episode(plan).end
    return end, [
        (failed.kind, failed.landmark, place(task, failed.state)) for failed in plan.failures
    ]


def test_an_unreachable_landmark_is_reported_and_the_safety_net_reaches_the_goal() -> None:
    task = graph_task(SOFT_LOCK)
    landmarks = [one_of(task, "s2", "s3"), one_of(task, "s1", "s4")]
    failure = (FailureKind.UNREACHABLE, 1, "s2")
    upper, lower = preferring("go-01"), preferring("go-03")
    assert run_sequence(task, landmarks, upper, safety_net=True) == (EpisodeEnd.GOAL, [failure])
    assert run_sequence(task, landmarks, upper, safety_net=False) == (
        EpisodeEnd.DEAD_END,
        [failure],
    )
    assert run_sequence(task, landmarks, lower, safety_net=False) == (EpisodeEnd.GOAL, [])


def test_a_deadlock_is_reported_with_and_without_a_safety_net() -> None:
    task = graph_task(DEADLOCK)
    landmarks = [one_of(task, "s1", "s3"), one_of(task, "s2", "s4")]
    for safety_net in (True, False):
        end, failures = run_sequence(task, landmarks, preferring("go-01"), safety_net=safety_net)
        assert end is EpisodeEnd.DEAD_END
        assert failures == [(FailureKind.DEADLOCK, 2, "s2")]
    assert run_sequence(task, landmarks, preferring("go-03"), safety_net=True) == (
        EpisodeEnd.GOAL,
        [],
    )


def test_uct_reaches_the_goal_of_a_soft_lock_task_with_the_safety_net() -> None:
    task = graph_task(SOFT_LOCK)
    plan = SequentialPlan(task, sequence(task, one_of(task, "s2"), one_of(task, "s1", "s4")))
    assert run_episode(plan).end is EpisodeEnd.GOAL
    assert [failure.kind for failure in plan.failures] == [FailureKind.UNREACHABLE]
    assert run_episode(plan, seed=1).end is EpisodeEnd.GOAL
    assert len(plan.failures) == 1  # of this episode alone


def test_landmarks_are_pursued_in_a_topological_order_of_the_graph() -> None:
    task = graph_task("01 12 2g")
    landmarks = [one_of(task, "s2"), one_of(task, "s1")]
    ordering = Ordering(1, 0, OrderingType.NATURAL)
    plan = SequentialPlan(task, LandmarkGraph.of(landmarks, [ordering], task))
    assert plan.graph.landmarks == (*landmarks[::-1], Landmark(task.goal))
    assert run_episode(plan).subgoals == (0, 1, 2)


def test_without_a_graph_the_landmarks_of_the_task_are_found() -> None:
    task = benchmark_task("elevators:p2")
    plan = SequentialPlan(task)
    assert plan.graph == SequentialPlan(task, lm_rhw(task)).graph
    episode = run_episode(plan)
    assert episode.end is EpisodeEnd.GOAL
    assert not plan.failures
    assert list(episode.subgoals) == sorted(episode.subgoals)
    again = pickle.loads(pickle.dumps(plan))  # noqa: S301 (our own)
    assert run_episode(again).actions == episode.actions
