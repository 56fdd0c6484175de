"""Heuristics: the delete relaxation, the goal count, and projections of a task to patterns."""

from lamp.heuristics.goal_count import least_step_cost, partitioned_goal_count, with_goal_literals
from lamp.heuristics.projections import (
    GOAL_ESTIMATES,
    Estimates,
    Pattern,
    ProjectionHeuristic,
    additive_estimates,
    closure,
    project,
    select_projections,
)
from lamp.heuristics.relaxation import horn_rules, is_relaxed_reachable, relaxed_reachability

__all__ = [
    "GOAL_ESTIMATES",
    "Estimates",
    "Pattern",
    "ProjectionHeuristic",
    "additive_estimates",
    "closure",
    "horn_rules",
    "is_relaxed_reachable",
    "least_step_cost",
    "partitioned_goal_count",
    "project",
    "relaxed_reachability",
    "select_projections",
    "with_goal_literals",
]
