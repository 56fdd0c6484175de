"""`lamp check`: read a domain and a problem, ground them, and say what they amount to."""

from __future__ import annotations

import json
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from lamp.cli.progress import Waiting
from lamp.errors import LampError

if TYPE_CHECKING:
    from lamp.ppddl import Model
    from lamp.task import Task

TEXT_LIMIT = "text_bytes"


def read_limits(
    context: click.Context, parameter: click.Parameter, given: tuple[str, ...]
) -> dict[str, int]:
    """The limits of `--limit NAME=NUMBER`, for click."""
    from dataclasses import fields  # noqa: PLC0415

    from lamp.grounding import Limits  # noqa: PLC0415

    names = [TEXT_LIMIT, *(limit.name for limit in fields(Limits))]
    found: dict[str, int] = {}
    for word in given:
        name, _, number = word.partition("=")
        digits = number.replace("_", "").replace(",", "")
        if name not in names or not digits.isascii() or not digits.isdigit() or len(digits) > 18:
            raise click.BadParameter(
                f"{word!r} is not NAME=NUMBER with NAME one of {', '.join(names)}",
                context,
                parameter,
            )
        if int(digits) < 1:
            raise click.BadParameter(f"{word!r}: at least 1 is needed", context, parameter)
        found[name] = int(digits)
    return found


@click.command(short_help="Check a domain and a problem, and summarise their task.")
@click.argument("domain", metavar="DOMAIN")
@click.argument("problem", metavar="[PROBLEM]", required=False)
@click.option("--name", help="Which problem is meant, where the file holds several.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
@click.option(
    "--limit",
    "limits",
    metavar="NAME=NUMBER",
    multiple=True,
    callback=read_limits,
    help="Raise or lower a limit: text_bytes, actions, facts, outcomes, literals, rows.",
)
def check(
    domain: str, problem: str | None, name: str | None, as_json: bool, limits: dict[str, int]
) -> None:
    r"""Check that DOMAIN and PROBLEM are correct PPDDL, and summarise the task they describe.

    One file may hold both. Mistakes are shown with file, line and column.

    \b
    Example:
      lamp check examples/courier/domain.ppddl examples/courier/problem.ppddl
    """
    try:
        summary = _summary(domain, problem, name, limits)
    except LampError as error:
        if as_json:
            click.echo(json.dumps({"error": _error(error)}, ensure_ascii=False))
        raise
    click.echo(json.dumps(summary, ensure_ascii=False) if as_json else _text(summary))


def _summary(
    domain: str, problem: str | None, name: str | None, limits: dict[str, int]
) -> dict[str, Any]:
    from lamp.grounding import Limits, ground  # noqa: PLC0415
    from lamp.ppddl import load  # noqa: PLC0415
    from lamp.ppddl.files import MAX_TEXT_BYTES  # noqa: PLC0415

    start = time.perf_counter()
    max_bytes = limits.pop(TEXT_LIMIT, MAX_TEXT_BYTES)
    with Waiting("reading") as waiting:
        model = load(domain, problem, name=name, max_bytes=max_bytes)
        waiting.say("grounding")
        task = ground(model.domain, model.problem, Limits(**limits), waiting.grounding)
    return summarise(model, task) | {"seconds": round(time.perf_counter() - start, 3)}


def summarise(model: Model, task: Task) -> dict[str, Any]:
    """What there is to say about a problem and its ground task, as JSON."""
    from lamp.ppddl import requirements_used  # noqa: PLC0415
    from lamp.ppddl.types import all_objects  # noqa: PLC0415
    from lamp.task import NEVER  # noqa: PLC0415

    sizes = Counter(len(action.outcomes) for action in task.actions)
    widest = max(task.actions, key=lambda action: len(action.outcomes), default=None)
    warnings = [str(notice) for notice in model.notices]
    if task.goal == NEVER:
        warnings.append(f"{model.problem.place}: no sequence of actions reaches the goal")
    return {
        "domain": model.domain.name,
        "problem": model.problem.name,
        "requirements": list(requirements_used(model.domain, model.problem)),
        "objects": len(all_objects(model.domain, model.problem)),
        "schemas": len(model.domain.actions),
        "facts": len(task.atoms),
        "actions": len(task.actions),
        "outcomes": sum(size * number for size, number in sizes.items()),
        "outcomes_per_action": {str(size): sizes[size] for size in sorted(sizes)},
        "largest_branching": len(widest.outcomes) if widest else 0,
        "largest_branching_action": str(widest) if widest else None,
        "applicable_initially": len(task.applicable(task.initial)),
        "goal_holds": task.is_goal(task.initial),
        "goal_reachable": task.goal != NEVER,
        "warnings": warnings,
    }


def _text(summary: dict[str, Any]) -> str:
    sizes = summary["outcomes_per_action"].items()
    shares = [f"{number} with {size}" for size, number in list(sizes)[:6]]
    if len(sizes) > 6:
        shares.append("…")
    goal = "holds already" if summary["goal_holds"] else "does not hold yet"
    rows = {
        "problem": f"{summary['problem']} of domain {summary['domain']}",
        "uses": " ".join(summary["requirements"]) or ":strips",
        "objects": f"{summary['objects']:,}",
        "facts": f"{summary['facts']:,}",
        "actions": f"{summary['actions']:,}, of {summary['schemas']} schemas",
        "outcomes": f"{summary['outcomes']:,}; actions: {', '.join(shares) or 'none'}",
        "branching": f"at most {summary['largest_branching']:,} outcomes",
        "initially": f"applicable actions: {summary['applicable_initially']:,}; the goal {goal}",
        "warnings": str(len(summary["warnings"])) if summary["warnings"] else "none",
    }
    if summary["largest_branching_action"]:
        rows["branching"] += f": {summary['largest_branching_action']}"
    lines = [f"{label:<10} {value}" for label, value in rows.items()]
    return "\n".join([*lines, *(f"  {warning}" for warning in summary["warnings"])])


def _error(error: LampError) -> dict[str, Any]:
    place = error.place
    return {
        "kind": type(error).__name__,
        "file": place.source.name if place else None,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "cause": error.cause,
        "remedy": error.hint,
    }
