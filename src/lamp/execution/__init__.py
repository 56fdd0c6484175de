"""Episodes: a planner acts in a world until the goal, a dead end, or the end of the budget."""

from lamp.execution.episode import Episode, EpisodeEnd, Step, run_episode
from lamp.execution.statistics import Summary, summarise

__all__ = ["Episode", "EpisodeEnd", "Step", "Summary", "run_episode", "summarise"]
