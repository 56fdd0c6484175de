"""Episodes: a planner acts in a world until the goal, a dead end, or the end of the budget."""

from lamp.execution.episode import Episode, EpisodeEnd, Execution, Step, Watch, run_episode
from lamp.execution.parallel import run_episodes
from lamp.execution.planners import Lamp, LandmarkPlan, Lrtdp, Uct
from lamp.execution.registry import PlannerKind, ignored_by, make_planner
from lamp.execution.sequential import (
    Policy,
    SequentialPlan,
    Solve,
    exact_policy,
    uct_policy,
)
from lamp.execution.statistics import Summary, summarise
from lamp.search import Failure, FailureKind

__all__ = [
    "Episode",
    "EpisodeEnd",
    "Execution",
    "Failure",
    "FailureKind",
    "Lamp",
    "LandmarkPlan",
    "Lrtdp",
    "PlannerKind",
    "Policy",
    "SequentialPlan",
    "Solve",
    "Step",
    "Summary",
    "Uct",
    "Watch",
    "exact_policy",
    "ignored_by",
    "make_planner",
    "run_episode",
    "run_episodes",
    "summarise",
    "uct_policy",
]
