from lamp.search.budget import Stop as Stop
from lamp.search.budget import TimedStop as TimedStop
from lamp.search.choices import Backups as Backups
from lamp.search.choices import FirstTries as FirstTries
from lamp.search.choices import HorizonValue as HorizonValue
from lamp.search.choices import LandmarkCost as LandmarkCost
from lamp.search.choices import TreeGrowth as TreeGrowth
from lamp.search.choices import Utility as Utility
from lamp.search.decision import Decision as Decision
from lamp.search.decision import Estimate as Estimate
from lamp.search.decision import Evidence as Evidence
from lamp.search.decision import Failure as Failure
from lamp.search.decision import FailureKind as FailureKind
from lamp.search.decision import LandmarkEvidence as LandmarkEvidence
from lamp.search.decision import SearchEnd as SearchEnd
from lamp.search.lamp import Lamp as Lamp
from lamp.search.lamp import Uct as Uct
from lamp.search.landmark_plan import LandmarkPlan as LandmarkPlan
from lamp.search.lrtdp import Lrtdp as Lrtdp
from lamp.search.preparation import is_prepared as is_prepared
from lamp.search.preparation import prepare as prepare
from lamp.search.sequential_plan import Policy as Policy
from lamp.search.sequential_plan import PolicySolver as PolicySolver
from lamp.search.sequential_plan import SequentialPlan as SequentialPlan
from lamp.search.sequential_plan import uct_policy as uct_policy
from lamp.search.settings import AUTO as AUTO
from lamp.search.settings import PAPER as PAPER
from lamp.search.settings import SETTINGS as SETTINGS
from lamp.search.settings import SearchSettings as SearchSettings
from lamp.search.settings import Setting as Setting

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
