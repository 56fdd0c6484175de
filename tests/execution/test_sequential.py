"""Sequential-Plan on the graphs of the paper's appendix."""

from __future__ import annotations

import math
import pickle
from collections.abc import Sequence

import pytest

from lamp.execution import (
    EpisodeEnd,
    FailureKind,
    Policy,
    SequentialPlan,
    Solve,
    exact_policy,
    run_episode,
)
from lamp.landmarks import Landmark
from lamp.search import Decision, SearchSettings, Stop
from lamp.search.relaxation import is_out_of_reach
from lamp.task import Action, Condition, State, Task
from tests.support.graph_tasks import graph_task, one_of, place
from tests.support.tasks import benchmark_task, task_of


def distance(task: Task, state: State) -> float:
    """How many actions it takes at least from a state to the goal of a task."""
    reached, steps = {state}, 0
    while not any(task.is_goal(one) for one in reached):
        ways = ((one, action) for one in reached for action in task.applicable(one))
        new = reached.union(*(task.apply(one, action) for one, action in ways))
        if new == reached:
            return math.inf
        reached, steps = new, steps + 1
    return steps


def preferring(*names: str) -> Solve:
    """A policy that takes some actions wherever it can, and otherwise the shortest way."""

    def solve(task: Task, _: SearchSettings) -> Policy:
        def rank(state: State, action: Action) -> tuple[bool, float]:
            nearest = min(distance(task, after) for after in task.apply(state, action))
            return action.name not in names, nearest

        def decide(state: State, _: Stop | None) -> Decision:
            if distance(task, state) == math.inf:
                return Decision(None, 0)
            return Decision(min(task.applicable(state), key=lambda one: rank(state, one)), 0)

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
    solve = preferring("go-01" if first == "upper" else "go-03")
    landmarks = {"1": one_of(task, "s2", "s3"), "2": one_of(task, "s1", "s4")}
    for order, expected in cost.items():
        plan = SequentialPlan(task, [landmarks[which] for which in order], solve)
        episode = run_episode(plan)
        assert (episode.end, episode.cost) == (EpisodeEnd.GOAL, expected)


def test_the_better_order_of_landmarks_may_depend_on_chance() -> None:
    task = graph_task(A2, chance=True)
    landmarks = one_of(task, "s2", "s3"), one_of(task, "s1", "s4")
    costs: dict[str, set[tuple[int, int]]] = {"s1": set(), "s3": set()}
    for seed in range(20):
        found = []
        for order in (landmarks, landmarks[::-1]):
            steps: list[State] = []
            plan = SequentialPlan(task, order, preferring())
            episode = run_episode(plan, seed, lambda step, seen=steps: seen.append(step.after))  # type: ignore[misc]
            found.append((place(task, steps[0]), episode.cost))
        (went, one), (also_went, other) = found
        assert went == also_went
        costs[went].add((one, other))
    assert costs == {"s1": {(5, 3)}, "s3": {(3, 5)}}


# Figure A3: a landmark that cannot be achieved any more, and a goal that cannot.

SOFT_LOCK = "01 03 12 34 2g 4g"
DEADLOCK = "01 03 12 21 34 4g"


def run_sequence(
    task: Task, landmarks: Sequence[Landmark], solve: Solve, *, safety_net: bool
) -> tuple[EpisodeEnd, list[tuple[FailureKind, int, str]]]:
    plan = SequentialPlan(task, landmarks, solve, safety_net=safety_net)
    end = run_episode(plan).end
    return end, [(one.kind, one.landmark, place(task, one.state)) for one in plan.failures]


def test_a_landmark_out_of_reach_is_reported_and_the_safety_net_reaches_the_goal() -> None:
    task = graph_task(SOFT_LOCK)
    sequence = [one_of(task, "s2", "s3"), one_of(task, "s1", "s4")]
    failure = (FailureKind.UNREACHABLE, 1, "s2")
    upper, lower = preferring("go-01"), preferring("go-03")
    assert run_sequence(task, sequence, upper, safety_net=True) == (EpisodeEnd.GOAL, [failure])
    assert run_sequence(task, sequence, upper, safety_net=False) == (EpisodeEnd.DEAD_END, [failure])
    assert run_sequence(task, sequence, lower, safety_net=False) == (EpisodeEnd.GOAL, [])


def test_a_deadlock_is_reported_with_and_without_a_safety_net() -> None:
    task = graph_task(DEADLOCK)
    sequence = [one_of(task, "s1", "s3"), one_of(task, "s2", "s4")]
    for safety_net in (True, False):
        end, failures = run_sequence(task, sequence, preferring("go-01"), safety_net=safety_net)
        assert end is EpisodeEnd.DEAD_END
        assert failures == [(FailureKind.DEADLOCK, 2, "s2")]
    assert run_sequence(task, sequence, preferring("go-03"), safety_net=True) == (
        EpisodeEnd.GOAL,
        [],
    )


def test_uct_reaches_the_goal_of_a_soft_lock_task_with_the_safety_net() -> None:
    task = graph_task(SOFT_LOCK)
    sequence = [one_of(task, "s2"), one_of(task, "s1", "s4")]
    plan = SequentialPlan(task, sequence)
    assert run_episode(plan).end is EpisodeEnd.GOAL
    assert [one.kind for one in plan.failures] == [FailureKind.UNREACHABLE]
    assert run_episode(plan, seed=1).end is EpisodeEnd.GOAL
    assert len(plan.failures) == 1  # of this episode alone


def test_without_a_sequence_the_landmarks_of_the_task_are_pursued_in_graph_order() -> None:
    task = benchmark_task("elevators:p2")
    plan = SequentialPlan(task)
    episode = run_episode(plan)
    assert episode.end is EpisodeEnd.GOAL
    assert not plan.failures
    assert list(episode.subgoals) == sorted(episode.subgoals)
    again = pickle.loads(pickle.dumps(plan))  # noqa: S301 (our own)
    assert run_episode(again).actions == episode.actions


def test_exact_policies_achieve_each_landmark_at_the_least_cost() -> None:
    task = graph_task(A2)
    first, second = one_of(task, "s2", "s3"), one_of(task, "s1", "s4")
    for sequence in ([first, second], [second, first]):
        episode = run_episode(SequentialPlan(task, sequence, exact_policy))
        assert (episode.end, episode.cost) == (EpisodeEnd.GOAL, 3)


def test_exact_policies_detect_unreachable_landmarks_that_the_relaxation_misses() -> None:
    # In the delete relaxation, a and b can hold together; in the task, each deletes the other.
    task = task_of(
        "(:predicates (a) (b) (done)) "
        "(:action take-a :precondition (b) :effect (and (a) (not (b)))) "
        "(:action take-b :precondition (a) :effect (and (b) (not (a)))) "
        "(:action end :effect (done))",
        "(:init (b)) (:goal (and (done) (a)))",
    )
    names = [str(atom) for atom in task.atoms]
    both = Landmark(Condition(true=(names.index("(a)"), names.index("(b)"))))
    assert not is_out_of_reach(task, task.initial, both.condition)
    plan = SequentialPlan(task, [both], exact_policy)
    assert run_episode(plan).end is EpisodeEnd.GOAL
    assert [failure.kind for failure in plan.failures] == [FailureKind.UNREACHABLE]
