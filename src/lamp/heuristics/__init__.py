"""Heuristics: estimates from the delete relaxation and from landmarks, and the tests they allow."""

from lamp.heuristics.goal_count import partitioned_goal_count, with_goal_literals
from lamp.heuristics.relaxation import horn_rules, is_out_of_reach, relaxed_reachability

__all__ = [
    "horn_rules",
    "is_out_of_reach",
    "partitioned_goal_count",
    "relaxed_reachability",
    "with_goal_literals",
]
