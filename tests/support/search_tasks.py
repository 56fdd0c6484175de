"""Hand-made tasks with a known best decision, and helpers that run planners on them."""

from __future__ import annotations

from lamp.execution import run_episode
from lamp.landmarks import Landmark, LandmarkGraph, Ordering, OrderingType
from lamp.search import Evidence, Lamp
from lamp.task import Action, Condition, Outcome, Task
from tests.support.random_tasks import ONE, hand_made
from tests.support.tasks import task_of


def move(name: str, source: int, *targets: int) -> Action:
    """An action from one fact to one of several, each as likely."""
    chance = ONE / len(targets)
    outcomes = tuple(Outcome(chance, (target,), (source,)) for target in targets)
    return Action(name, (), Condition((source,)), outcomes)


def facts_as_landmarks(task: Task, *facts: int, kind: OrderingType | None = None) -> LandmarkGraph:
    """A graph whose landmarks are facts, perhaps ordered one after the other."""
    landmarks = [Landmark(Condition((fact,))) for fact in facts]
    orderings = [Ordering(index, index + 1, kind) for index in range(len(landmarks) - 1) if kind]
    return LandmarkGraph.of(landmarks, orderings, task)


def trap_task() -> Task:
    """Fact 1 is on every way to the goal, but after the short way to it there is no other."""
    more = Action("more", (), Condition((2,)), (Outcome(ONE, (1,)),))
    last = Action("last", (), Condition((1, 2)), (Outcome(ONE, (3,)),))
    return hand_made(
        move("trap", 0, 1), move("good", 0, 2), more, last, goal=Condition((3,)), initial=[0]
    )


def stuck_task() -> Task:
    """In 2 no action changes anything, but the relaxation sees a fact deleted that is also added.

    So the state is a dead end, and the relaxation does not tell.
    """
    nothing = Action("nothing", (), Condition((2,)), (Outcome(ONE, (2,), (2,)),))
    odd = Action("odd", (), Condition(false=(0, 2)), (Outcome(ONE, (1,)),))
    return hand_made(move("risk", 0, 1, 2), nothing, odd, goal=Condition((1,)), initial=[0])


def figure_1() -> tuple[Task, LandmarkGraph]:
    """Figure 1 of the paper: a4 is nearer to the landmark, a1 is nearer to the goal."""
    moves = [
        ("a1", "s0", "s1", ""),
        ("a2", "s1", "s2", "(landmark)"),
        ("a3", "s2", "goal", ""),
        ("a4", "s0", "s3", "(landmark)"),
        ("a5", "s3", "s4", ""),
        ("a6", "s4", "s5", ""),
        ("a7", "s5", "goal", ""),
    ]
    actions = " ".join(
        f"(:action {name} :precondition ({source}) "
        f":effect (and (not ({source})) ({target}) {more}))"
        for name, source, target, more in moves
    )
    task = task_of(
        f"(:predicates (s0) (s1) (s2) (s3) (s4) (s5) (goal) (landmark)) {actions}",
        "(:init (s0)) (:goal (goal))",
    )
    names = [atom.predicate for atom in task.atoms]
    return task, facts_as_landmarks(task, names.index("landmark"))


def evidence_by_name(planner: Lamp) -> dict[str, Evidence]:
    """What is known about the actions in the initial state after a decision there."""
    decision = planner.decide(planner.task.initial)
    return {evidence.action.name: evidence for evidence in decision.evidence}


def evidence_of_episode(planner: Lamp) -> list[object]:
    """All that was known at the decisions of an episode, and how it ended."""
    steps: list[object] = []
    end = run_episode(planner, 5, lambda step: steps.append(step.decision.evidence)).end
    return [*steps, end]
