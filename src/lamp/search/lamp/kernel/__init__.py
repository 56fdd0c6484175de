"""The compiled part of LAMP: rollouts, and the statistics that they update.

`rollout` is Algorithm 3 of the paper. `records` declares what it reads and writes; what it says of
memory and randomness in `lamp.statespace.kernel` holds here, too.
"""

from lamp.search.lamp.kernel.guidance import fill_guidance
from lamp.search.lamp.kernel.landmark_sets import intern_set
from lamp.search.lamp.kernel.records import (
    EXPONENTIAL,
    LINEAR,
    NO_SUBGOAL,
    RECIPROCAL,
    Landmarks,
    Rollout,
    Search,
    Settings,
    Statistics,
)
from lamp.search.lamp.kernel.rollout import run_rollouts
from lamp.search.lamp.kernel.subgoal_rows import subgoal_row
from lamp.search.lamp.kernel.ucb import TABLE_SIZE

__all__ = [
    "EXPONENTIAL",
    "LINEAR",
    "NO_SUBGOAL",
    "RECIPROCAL",
    "TABLE_SIZE",
    "Landmarks",
    "Rollout",
    "Search",
    "Settings",
    "Statistics",
    "fill_guidance",
    "intern_set",
    "run_rollouts",
    "subgoal_row",
]
