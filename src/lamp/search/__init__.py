"""The planner: a task, its landmarks and a state become a decision with its evidence."""

from lamp.search.planner import Decision, Evidence, Lamp, Uct
from lamp.search.settings import LandmarkCost, SearchSettings, TreeGrowth, Utility

__all__ = [
    "Decision",
    "Evidence",
    "Lamp",
    "LandmarkCost",
    "SearchSettings",
    "TreeGrowth",
    "Uct",
    "Utility",
]
