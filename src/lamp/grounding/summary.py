"""A summary of a problem and its ground task as plain data, for `lamp check` and for the page."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from statistics import mean
from typing import Any

from lamp.ppddl import Model, all_objects, metric_text, requirements_used
from lamp.task import NEVER, Action, Task


def summarise(model: Model, task: Task) -> dict[str, Any]:
    """The sizes, requirements and warnings of a problem and its ground task, as JSON."""
    sizes = Counter(len(action.outcomes) for action in task.actions)
    widest = max(task.actions, key=lambda action: len(action.outcomes), default=None)
    used = {action.name for action in task.actions}
    warnings = [str(notice) for notice in model.notices]
    if task.goal == NEVER:
        warnings.append(f"{model.problem.place}: no sequence of actions reaches the goal")
    return {
        "domain": model.domain.name,
        "problem": model.problem.name,
        "requirements": list(requirements_used(model.domain, model.problem)),
        "objects": len(all_objects(model.domain, model.problem)),
        "schemas": len(model.domain.actions),
        "schemas_never_applicable": [
            action.name for action in model.domain.actions if action.name not in used
        ],
        "facts": len(task.atoms),
        "actions": len(task.actions),
        "outcomes": sum(size * number for size, number in sizes.items()),
        "outcomes_per_action": {str(size): sizes[size] for size in sorted(sizes)},
        "largest_branching": len(widest.outcomes) if widest else 0,
        "largest_branching_action": str(widest) if widest else None,
        "applicable_initially": len(task.applicable(task.initial)),
        "costs": costs_of(model, task),
        "goal_holds": task.is_goal(task.initial),
        "goal_relaxed_reachable": task.goal != NEVER,
        "warnings": warnings,
    }


def costs_of(model: Model, task: Task) -> dict[str, Any]:
    """What steps cost: that of an action is expected, and as if all its conditions held.

    Numbers are texts, as exact as in the files: `5`, `2/3`.
    """
    costs = [_cost(action) for action in task.actions]
    metric = model.problem.metric
    return {
        "metric": metric_text(metric) if metric else None,
        "unit": task.has_unit_costs,
        "least": str(min(costs)) if costs else None,
        "greatest": str(max(costs)) if costs else None,
        "mean": str(mean(costs)) if costs else None,
        "typical": str(task.cost_unit),
        "actions_without_cost": sum(not _most(action) for action in task.actions),
        "actions_with_conditional_costs": sum(
            any(outcome.has_conditional_cost for outcome in action.outcomes)
            for action in task.actions
        ),
        "actions_with_random_costs": sum(
            len({outcome.cost for outcome in action.outcomes}) > 1 for action in task.actions
        ),
        "goal_reward": str(task.goal_reward) if task.goal_reward else None,
    }


def _cost(action: Action) -> Fraction:
    """The expected cost of an action, where the conditions of all its costs above 0 hold."""
    parts = (outcome.probability * outcome.greatest_cost for outcome in action.outcomes)
    return sum(parts, Fraction(0))


def _most(action: Action) -> Fraction:
    """The most that an action can cost."""
    return max(outcome.greatest_cost for outcome in action.outcomes)
