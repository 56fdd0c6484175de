"""Episodes: a planner acts in a world until the goal, a dead end, or the end of the budget."""

from lamp.execution.episode import Episode, EpisodeEnd, Execution, Step, Watch, run_episode
from lamp.execution.exact_policy import exact_policy
from lamp.execution.parallel import run_episodes
from lamp.execution.registry import (
    BUILT_IN,
    PlannerSpec,
    find_planner,
    make_planner,
    planner_names,
)
from lamp.execution.statistics import Summary, summarise

__all__ = [
    "BUILT_IN",
    "Episode",
    "EpisodeEnd",
    "Execution",
    "PlannerSpec",
    "Step",
    "Summary",
    "Watch",
    "exact_policy",
    "find_planner",
    "make_planner",
    "planner_names",
    "run_episode",
    "run_episodes",
    "summarise",
]
