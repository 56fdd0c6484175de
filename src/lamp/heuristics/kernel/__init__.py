"""The compiled part of heuristics: relaxed reachability, h^max, backward relevance, goal count."""

from lamp.heuristics.kernel.goal_counting import goal_count
from lamp.heuristics.kernel.hmax import hmax_of, hmax_sweep, init_hmax
from lamp.heuristics.kernel.literals import set_literals
from lamp.heuristics.kernel.records import (
    BODY_TEST,
    GoalCount,
    HornRules,
    LiteralCosts,
    RelaxedReachability,
)
from lamp.heuristics.kernel.relaxed_reachability import relaxed_status
from lamp.heuristics.kernel.relevance import IRRELEVANT, init_relevance, relevance_sweep

__all__ = [
    "BODY_TEST",
    "IRRELEVANT",
    "GoalCount",
    "HornRules",
    "LiteralCosts",
    "RelaxedReachability",
    "goal_count",
    "hmax_of",
    "hmax_sweep",
    "init_hmax",
    "init_relevance",
    "relaxed_status",
    "relevance_sweep",
    "set_literals",
]
