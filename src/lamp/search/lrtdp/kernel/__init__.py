"""The compiled part of LRTDP: rollouts that back costs up, and labels for what is solved."""

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
