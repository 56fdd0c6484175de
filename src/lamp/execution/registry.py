"""Planners by name: the one place that knows which names there are."""

from __future__ import annotations

from enum import StrEnum

from lamp.execution.exact_policy import exact_policy
from lamp.landmarks import LandmarkGraph
from lamp.search import (
    PAPER,
    Lamp,
    LandmarkPlan,
    Lrtdp,
    SearchSettings,
    SequentialPlan,
    Uct,
    uct_policy,
)
from lamp.task import Task


class PlannerKind(StrEnum):
    """Who plans."""

    LAMP = "lamp"
    UCT = "uct"
    """Looks neither at landmarks nor at greediness."""
    SEQUENTIAL = "sequential"
    """Landmarks in a fixed order, each by UCT: does not look at greediness."""
    SEQUENTIAL_EXACT = "sequential-exact"
    """Landmarks in a fixed order, each by an optimal policy."""
    LRTDP = "lrtdp"
    """Landmarks as LAMP has them, each by dynamic programming: greediness does not fade."""


def ignored_by(kind: PlannerKind) -> list[str]:
    """The settings that a kind of planner does not look at."""
    if kind is PlannerKind.LAMP:
        return []
    names = [*PAPER, "landmark_cost"]
    if kind is PlannerKind.LRTDP:
        names += ["exploration", "normalize_exploration", "goal_utility", "risk_factor"]
        names += ["utility", "tree_growth", "workers"]
        names.remove("greediness")
    return names


def make_planner(
    kind: PlannerKind, task: Task, graph: LandmarkGraph, settings: SearchSettings
) -> LandmarkPlan:
    """The planner of a kind, with the landmarks of a graph."""
    if kind is PlannerKind.UCT:
        return Uct(task, settings)
    if kind is PlannerKind.LAMP:
        return Lamp(task, graph, settings)
    if kind is PlannerKind.LRTDP:
        return Lrtdp(task, graph, settings)
    solver = exact_policy if kind is PlannerKind.SEQUENTIAL_EXACT else uct_policy
    return SequentialPlan(task, graph, settings, solver=solver)
