"""Sequential-Plan with exact policies, on a graph of the paper's appendix."""

from __future__ import annotations

from lamp.execution import EpisodeEnd, exact_policy, run_episode
from lamp.heuristics import is_relaxed_reachable
from lamp.landmarks import Landmark, LandmarkGraph
from lamp.search import FailureKind, SequentialPlan
from lamp.task import Condition
from tests.support.graph_tasks import graph_task, one_of
from tests.support.tasks import task_of

A2 = "01 03 12 21 34 43 2g 4g"
"""The graph of figure A2."""


def test_exact_policies_achieve_each_landmark_at_the_least_cost() -> None:
    task = graph_task(A2)
    first, second = one_of(task, "s2", "s3"), one_of(task, "s1", "s4")
    for sequence in ([first, second], [second, first]):
        graph = LandmarkGraph.of(sequence, [], task)
        episode = run_episode(SequentialPlan(task, graph, solver=exact_policy))
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
    assert is_relaxed_reachable(task, task.initial, both.condition)
    plan = SequentialPlan(task, LandmarkGraph.of([both], [], task), solver=exact_policy)
    assert run_episode(plan).end is EpisodeEnd.GOAL
    assert [failure.kind for failure in plan.failures] == [FailureKind.UNREACHABLE]
