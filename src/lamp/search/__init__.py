"""The planner: a task, its landmarks and a state become a decision with its evidence."""

from lamp.search.budget import Stop, TimedStop
from lamp.search.choices import (
    Backups,
    FirstTries,
    HorizonValue,
    LandmarkCost,
    TreeGrowth,
    Utility,
)
from lamp.search.decision import (
    Decision,
    Estimate,
    Evidence,
    Failure,
    FailureKind,
    LandmarkEvidence,
    SearchEnd,
)
from lamp.search.lamp import Lamp, Uct
from lamp.search.landmark_plan import LandmarkPlan
from lamp.search.lrtdp import Lrtdp
from lamp.search.preparation import is_prepared, prepare
from lamp.search.sequential_plan import Policy, PolicySolver, SequentialPlan, uct_policy
from lamp.search.settings import AUTO, PAPER, SETTINGS, SearchSettings, Setting

__all__ = [
    "AUTO",
    "PAPER",
    "SETTINGS",
    "Backups",
    "Decision",
    "Estimate",
    "Evidence",
    "Failure",
    "FailureKind",
    "FirstTries",
    "HorizonValue",
    "Lamp",
    "LandmarkCost",
    "LandmarkEvidence",
    "LandmarkPlan",
    "Lrtdp",
    "Policy",
    "PolicySolver",
    "SearchEnd",
    "SearchSettings",
    "SequentialPlan",
    "Setting",
    "Stop",
    "TimedStop",
    "TreeGrowth",
    "Uct",
    "Utility",
    "is_prepared",
    "prepare",
    "uct_policy",
]
