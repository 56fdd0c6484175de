"""The planner: a task, its landmarks and a state become a decision with its evidence.

Modules are imported at the first use of what they export: settings need no kernels.
"""

from lamp.util import lazy_exports

_MODULES = {
    "AUTO": "settings",
    "Backups": "choices",
    "Decision": "decision",
    "Estimate": "decision",
    "Evidence": "decision",
    "Failure": "decision",
    "FailureKind": "decision",
    "FirstTries": "choices",
    "HorizonValue": "choices",
    "Lamp": "lamp",
    "LandmarkCost": "choices",
    "LandmarkEvidence": "decision",
    "LandmarkPlan": "landmark_plan",
    "Lrtdp": "lrtdp",
    "PAPER": "settings",
    "Policy": "sequential_plan",
    "PolicySolver": "sequential_plan",
    "SETTINGS": "settings",
    "SearchEnd": "decision",
    "SearchSettings": "settings",
    "SequentialPlan": "sequential_plan",
    "Setting": "settings",
    "Stop": "budget",
    "TimedStop": "budget",
    "TreeGrowth": "choices",
    "Uct": "lamp",
    "Utility": "choices",
    "is_prepared": "preparation",
    "prepare": "preparation",
    "uct_policy": "sequential_plan",
}

__all__ = sorted(_MODULES)  # noqa: PLE0605 (a list of strings)
__getattr__ = lazy_exports(__name__, _MODULES)
