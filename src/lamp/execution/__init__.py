"""Episodes: a planner acts in a world until the goal, a dead end, or the end of the budget."""

from lamp.execution.episode import Episode, EpisodeEnd, Execution, Step, Watch, run_episode
from lamp.execution.exact_policy import exact_policy
from lamp.execution.parallel import run_episodes
from lamp.execution.registry import PlannerKind, ignored_by, make_planner
from lamp.execution.statistics import Summary, summarise

__all__ = [
    "Episode",
    "EpisodeEnd",
    "Execution",
    "PlannerKind",
    "Step",
    "Summary",
    "Watch",
    "exact_policy",
    "ignored_by",
    "make_planner",
    "run_episode",
    "run_episodes",
    "summarise",
]
