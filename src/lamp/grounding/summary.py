"""A summary of a problem and its ground task as plain data, for `lamp check` and for the page."""

from __future__ import annotations

from collections import Counter
from typing import Any

from lamp.ppddl import Model, all_objects, requirements_used
from lamp.task import NEVER, Task


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
        "goal_holds": task.is_goal(task.initial),
        "goal_relaxed_reachable": task.goal != NEVER,
        "warnings": warnings,
    }
