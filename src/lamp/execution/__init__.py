"""Episodes: a planner acts in a world until the goal, a dead end, or the end of the budget."""

from lamp.execution.episode import (
    WORLD,
    Episode,
    EpisodeEnd,
    Execution,
    Step,
    Watch,
    run_episode,
    sample_successor,
)
from lamp.execution.parallel import run_episodes
from lamp.execution.planners import Lamp, LandmarkPlan, Lrtdp, Uct
from lamp.execution.records import (
    decision_record,
    end_record,
    ending_text,
    episode_record,
    finite,
    landmark_text,
    note_on,
    purpose_text,
    start_record,
    step_record,
    summary_record,
)
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
    "WORLD",
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
    "decision_record",
    "end_record",
    "ending_text",
    "episode_record",
    "exact_policy",
    "finite",
    "ignored_by",
    "landmark_text",
    "make_planner",
    "note_on",
    "purpose_text",
    "run_episode",
    "run_episodes",
    "sample_successor",
    "start_record",
    "step_record",
    "summarise",
    "summary_record",
    "uct_policy",
]
