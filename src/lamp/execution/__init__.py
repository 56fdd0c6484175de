"""Episodes of planners in simulations of their tasks, planners by name, episodes as JSON."""

from importlib import import_module
from typing import TYPE_CHECKING

from lamp.execution.episode import (
    WORLD_STREAM,
    Episode,
    EpisodeEnd,
    Execution,
    Step,
    Watch,
    run_episode,
    sample_transition,
)
from lamp.execution.exact_policy import exact_policy
from lamp.execution.records import (
    cost_text,
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
from lamp.execution.registry import (
    BUILT_IN,
    PlannerSpec,
    find_planner,
    make_planner,
    planner_names,
)
from lamp.execution.statistics import Summary, counted_cost, summarise

if TYPE_CHECKING:
    from lamp.execution.parallel import run_episodes

__all__ = [
    "BUILT_IN",
    "WORLD_STREAM",
    "Episode",
    "EpisodeEnd",
    "Execution",
    "PlannerSpec",
    "Step",
    "Summary",
    "Watch",
    "cost_text",
    "counted_cost",
    "decision_record",
    "end_record",
    "ending_text",
    "episode_record",
    "exact_policy",
    "find_planner",
    "finite",
    "landmark_text",
    "make_planner",
    "note_on",
    "planner_names",
    "purpose_text",
    "run_episode",
    "run_episodes",
    "sample_transition",
    "start_record",
    "step_record",
    "summarise",
    "summary_record",
]


def __getattr__(name: str) -> object:
    """`run_episodes` is imported at its first use: one episode needs no processes."""
    if name == "run_episodes":
        return import_module(f"{__name__}.parallel").run_episodes
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
