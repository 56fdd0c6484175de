"""Planners by name: the one place that knows which names there are."""

from __future__ import annotations

from enum import StrEnum

from lamp.execution.planners import Lamp, LandmarkPlan, Uct
from lamp.execution.sequential import SequentialPlan, exact_policy, uct_policy
from lamp.landmarks import LandmarkGraph
from lamp.search import PAPER, SearchSettings
from lamp.task import Task

ONLY_LAMP = tuple(dict.fromkeys(("greediness", "landmark_cost", *PAPER)))
"""Settings that no other planner looks at."""


class PlannerKind(StrEnum):
    """Who plans."""

    LAMP = "lamp"
    UCT = "uct"
    """Looks neither at landmarks nor at greediness."""
    SEQUENTIAL = "sequential"
    """Landmarks in a fixed order, each by UCT: does not look at greediness."""
    SEQUENTIAL_EXACT = "sequential-exact"
    """Landmarks in a fixed order, each by an optimal policy."""


def make_planner(
    kind: PlannerKind, task: Task, graph: LandmarkGraph, settings: SearchSettings
) -> LandmarkPlan:
    """The planner of a kind, with the landmarks of a graph."""
    if kind is PlannerKind.UCT:
        return Uct(task, settings)
    if kind is PlannerKind.LAMP:
        return Lamp(task, graph, settings)
    sequence = [graph.landmarks[at] for at in graph.in_order()]
    policy = exact_policy if kind is PlannerKind.SEQUENTIAL_EXACT else uct_policy
    return SequentialPlan(task, sequence, policy, settings)
