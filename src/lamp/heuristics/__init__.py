"""Heuristics: estimates from the delete relaxation and from landmarks, and the tests they allow."""

from lamp.heuristics.goal_count import partitioned_goal_count, with_goal_literals
from lamp.heuristics.relaxation import is_out_of_reach, relaxed_reachability, rules_of

__all__ = [
    "is_out_of_reach",
    "partitioned_goal_count",
    "relaxed_reachability",
    "rules_of",
    "with_goal_literals",
]
