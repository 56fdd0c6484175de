"""Steps and episodes as JSON objects (docs/trace.md), and in words."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from lamp.conditions import condition_text
from lamp.execution.episode import Episode, EpisodeEnd, Step
from lamp.execution.statistics import Summary
from lamp.search import Decision, Estimate, Failure, LandmarkPlan
from lamp.task import NEVER, Cost, Task, plain_number

ENDINGS = {
    EpisodeEnd.GOAL: "the goal is reached",
    EpisodeEnd.DEAD_END: "a dead end",
    EpisodeEnd.BUDGET: "out of budget",
    EpisodeEnd.SECONDS: "out of time",
    EpisodeEnd.INTERRUPTED: "interrupted",
}


def ending_text(episode: Episode) -> str:
    """How an episode ended, in words; with its cost where that is not the number of actions."""
    words = f"{ENDINGS[episode.end]} after {episode.length} action{'s' * (episode.length != 1)}"
    return words if episode.costs is None else f"{words}, cost {cost_text(episode.cost)}"


def cost_text(cost: float | Fraction) -> str:
    """A cost in words: an integer as it is, another number with six digits."""
    value = plain_number(Fraction(cost))
    if isinstance(value, int):
        return str(value)
    return f"{value:.6g}" if abs(value) < 10**5 else f"{value:.1f}"


def note_on(task: Task) -> str:
    """Why there is nothing to plan, in words; empty if there is something."""
    if task.is_goal(task.initial):
        return "the goal holds already: there is nothing to do"
    if not task.applicable(task.initial):
        return "no action is applicable in the initial state, and the goal does not hold"
    if task.goal == NEVER:
        return "there is no plan: no sequence of actions reaches the goal"
    return ""


def landmark_text(planner: LandmarkPlan, position: int) -> str:
    """A landmark of a planner in words."""
    if position == planner.graph.goal:
        return "the goal"
    return condition_text(planner.graph.landmarks[position].condition, planner.task)


def purpose_text(planner: LandmarkPlan, decision: Decision) -> str:
    """The subgoal of a decision in words, and the chosen landmark if that is another one."""
    words = landmark_text(planner, decision.subgoal)
    if decision.pursues_predecessor:
        words += f", needed just before {landmark_text(planner, decision.landmark)}"
    return words


def episode_record(episode: Episode, planner: LandmarkPlan) -> dict[str, Any]:
    """An episode, as `lamp solve --json` prints it."""
    speed = episode.rollouts / episode.seconds if episode.seconds else 0.0
    optional: dict[str, Any] = {}
    if episode.costs is not None:
        optional["costs"] = [plain_number(cost) for cost in episode.costs]
    if planner.task.goal_reward:
        optional["reward"] = plain_number(_reward(episode, planner.task))
    if episode.failures:
        optional["failures"] = [_failure(failure, planner) for failure in episode.failures]
    if episode.final:
        optional["decision"] = decision_record(episode.final)
    return {
        "outcome": episode.end.value,
        "cost": episode.cost,
        "length": episode.length,
        "actions": [str(action) for action in episode.actions],
        "landmarks": [landmark_text(planner, position) for position in episode.subgoals],
        "seconds": round(episode.seconds, 4),
        "rollouts": episode.rollouts,
        "rollouts_per_second": round(speed, 1),
        "states": episode.states,
        **optional,
    }


def _reward(episode: Episode, task: Task) -> Cost:
    """The reward at the goal, if it was reached, minus all costs."""
    cost = episode.length if episode.costs is None else sum(episode.costs)
    return (task.goal_reward if episode.end is EpisodeEnd.GOAL else 0) - cost


def _failure(failure: Failure, planner: LandmarkPlan) -> dict[str, Any]:
    return {
        "kind": failure.kind.value,
        "landmark": landmark_text(planner, failure.landmark),
        "cost": failure.cost,
    }


def summary_record(summary: Summary) -> dict[str, Any]:
    """The summary of several episodes; the intervals of means are null for a single one."""
    several = summary.runs > 1
    return {
        "runs": summary.runs,
        "success_rate": summary.success_rate,
        "success_rate_interval": summary.success_interval,
        "mean_cost": summary.mean_cost,
        "mean_cost_interval": summary.cost_interval if several else None,
        "mean_length": summary.mean_length,
        "mean_length_interval": summary.length_interval if several else None,
        "mean_goal_cost": summary.mean_goal_cost,
        "mean_goal_length": summary.mean_goal_length,
    }


def start_record(planner: LandmarkPlan, run: int, seed: int) -> dict[str, Any]:
    """The first line of an episode in a trace."""
    settings = asdict(planner.settings)
    return {
        "kind": "start",
        "run": run,
        "problem": planner.task.name,
        "planner": type(planner).__name__,
        "settings": {name: finite(value) for name, value in settings.items()} | {"seed": seed},
        "landmarks": [
            condition_text(landmark.condition, planner.task) for landmark in planner.graph.landmarks
        ],
        "initial": _facts(planner.task, planner.task.initial),
    }


def step_record(step: Step, planner: LandmarkPlan, run: int) -> dict[str, Any]:
    """The line of one decision in a trace."""
    task = planner.task
    return {
        "kind": "decision",
        "run": run,
        "step": step.number,
        **decision_record(step.decision),
        "cost": plain_number(step.cost),
        "added": _facts(task, step.after - step.state),
        "deleted": _facts(task, step.state - step.after),
    }


def decision_record(decision: Decision) -> dict[str, Any]:
    """A decision with its evidence."""
    return {
        "action": str(decision.action) if decision.action else None,
        "subgoal": decision.subgoal,
        "landmark": decision.landmark,
        "remaining": sorted(decision.remaining),
        "greediness": decision.greediness,
        "actions": [
            {
                "action": str(entry.action),
                "goal": _estimate(entry.goal),
                "subgoal": _estimate(entry.subgoal),
                "value": finite(entry.value),
            }
            for entry in decision.evidence
        ],
        "landmarks": [
            {"landmark": entry.landmark, **_estimate(entry.estimate)}
            for entry in decision.landmarks
        ],
        "rollouts": decision.rollouts,
        "states": decision.states,
        "seconds": round(decision.seconds, 6),
        "end": decision.end.value,
    }


def end_record(episode: Episode, planner: LandmarkPlan, run: int) -> dict[str, Any]:
    """The last line of an episode in a trace."""
    return {"kind": "end", "run": run, **episode_record(episode, planner)}


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {name: finite(value) for name, value in estimate._asdict().items()}


def _facts(task: Task, facts: Iterable[int]) -> list[str]:
    return [str(task.atoms[fact]) for fact in sorted(facts)]


def finite(value: Any) -> Any:  # noqa: ANN401 (any value of JSON)
    """The value, or None for infinity and NaN, which JSON does not have."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
