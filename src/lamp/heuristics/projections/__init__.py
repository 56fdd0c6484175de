"""Projections of a task to patterns of its facts: bounds on values, added over several of them."""

from lamp.heuristics.projections.estimates import (
    GOAL_ESTIMATES,
    Estimates,
    ProjectionHeuristic,
    additive_estimates,
)
from lamp.heuristics.projections.pattern_selection import select_projections
from lamp.heuristics.projections.projection import Pattern, closure, project

__all__ = [
    "GOAL_ESTIMATES",
    "Estimates",
    "Pattern",
    "ProjectionHeuristic",
    "additive_estimates",
    "closure",
    "project",
    "select_projections",
]
