"""Episodes in lines: a step, and the summary of several runs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lamp.errors import readable

if TYPE_CHECKING:
    from lamp.execution import Step, Summary
    from lamp.search import LandmarkPlan


def step_line(step: Step, planner: LandmarkPlan) -> str:
    """One step in a line: the action, its value, its cost if costs differ, and the landmark."""
    from lamp.execution import cost_text, purpose_text  # noqa: PLC0415

    decision = step.decision
    cost = "" if planner.task.has_unit_costs else f"  cost {cost_text(step.cost):<5}"
    value = f"{decision.chosen.value:>8.4f}" if decision.chosen else ""
    purpose = purpose_text(planner, decision)
    full = "  (memory is full: decided early)" if decision.end == "memory" else ""
    return readable(f"{step.number:>4}  {decision.action!s:<40} {value}{cost}  for {purpose}{full}")


def summary_lines(summary: Summary, *, has_costs: bool) -> Iterator[str]:
    """The summary in words; with the mean length where that is not the mean cost."""
    low, high = summary.success_interval
    yield f"runs     {summary.runs}"
    yield f"success  {summary.success_rate:.3f}  (95 %: {low:.3f} to {high:.3f})"
    yield f"cost     {summary.mean_cost:.2f}{_interval(summary.cost_interval)}"
    if has_costs:
        yield f"length   {summary.mean_length:.2f}{_interval(summary.length_interval)}"
    if has_costs and summary.mean_goal_cost is not None and summary.success_rate < 1:
        means = f"cost {summary.mean_goal_cost:.2f}, length {summary.mean_goal_length:.2f}"
        yield f"at goals {means}, without the runs that did not reach the goal"


def _interval(interval: tuple[float, float]) -> str:
    """An interval in words; nothing where there is none, as of a single run."""
    low, high = interval
    return "" if math.isinf(high) else f"  (95 %: {low:.2f} to {high:.2f})"
