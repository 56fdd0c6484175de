"""The compiled part of LRTDP: rollouts that back up costs, and labels for solved nodes."""

from lamp.search.lrtdp.kernel.records import (
    NEED_SUCCESSORS,
    NEW,
    SOLVED,
    CostTable,
    Labelling,
    Objective,
    Search,
)
from lamp.search.lrtdp.kernel.rollout import root_costs, run_rollouts

__all__ = [
    "NEED_SUCCESSORS",
    "NEW",
    "SOLVED",
    "CostTable",
    "Labelling",
    "Objective",
    "Search",
    "root_costs",
    "run_rollouts",
]
