"""Tasks that walk along the edges of a graph, as in the paper's figures."""

from __future__ import annotations

from lamp.landmarks import Landmark, Literal
from lamp.task import State, Task
from tests.support.tasks import task_of

PLACES = ["s0", "s1", "s2", "s3", "s4", "sg"]


def graph_task(edges: str, chance: bool = False) -> Task:
    """A task that walks along edges such as `01 12 2g`; by chance, 01 and 03 are one action."""
    actions = []
    for edge in edges.split():
        if chance and edge[0] == "0":
            continue
        source, target = f"s{edge[0]}", f"s{edge[1]}"
        effect = f"(and (not ({source})) ({target}))"
        actions.append(f"(:action go-{edge} :precondition ({source}) :effect {effect})")
    if chance:
        effect = "(and (not (s0)) (probabilistic 1/2 (s1) 1/2 (s3)))"
        actions.append(f"(:action go :precondition (s0) :effect {effect})")
    predicates = " ".join(f"({place})" for place in PLACES)
    return task_of(f"(:predicates {predicates}) {' '.join(actions)}", "(:init (s0)) (:goal (sg))")


def one_of(task: Task, *places: str) -> Landmark:
    """The landmark of being at one of some places."""
    names = [atom.predicate for atom in task.atoms]
    return Landmark.any_of([Literal(names.index(place)) for place in places])


def place(task: Task, state: State) -> str:
    """Where a state is."""
    (fact,) = state
    return task.atoms[fact].predicate
