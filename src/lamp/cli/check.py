"""`lamp check`: read a domain and a problem, ground them, and say what they amount to."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import click

from lamp.cli.output import errors_as_json
from lamp.cli.problem import Given, problem_arguments
from lamp.cli.progress import Waiting
from lamp.errors import readable

if TYPE_CHECKING:
    from lamp.ppddl import Domain


@click.command(short_help="Check a domain and a problem, and summarise their task.")
@problem_arguments
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def check(given: Given, as_json: bool) -> None:
    """Check that DOMAIN and PROBLEM are correct PPDDL, and summarise the task they describe.

    One file may hold both; a domain alone is checked, too; - is standard input; the name of a
    benchmark stands for both. Mistakes are shown with file, line and column.

    \b
    Examples:
      lamp check examples/courier/domain.ppddl examples/courier/problem.ppddl
      lamp check tireworld:p15
    """  # noqa: D301 (click reads the backspace)
    with errors_as_json(as_json):
        summary = _summary(given)
    click.echo(json.dumps(summary) if as_json else _text(summary))


def _summary(given: Given) -> dict[str, Any]:
    start = time.perf_counter()
    with Waiting("reading") as waiting:
        files = None if given.is_benchmark else given.files()
        if files and len(files.domains) == 1 and not given.problem and not files.problems:
            summary = _of_domain(files.domains[0])
        else:
            from lamp.grounding import summarise  # noqa: PLC0415

            model = given.model(files)
            summary = summarise(model, given.task(waiting, model))
    return summary | {"seconds": round(time.perf_counter() - start, 3)}


def _of_domain(domain: Domain) -> dict[str, Any]:
    """What there is to say about a domain without a problem, as JSON."""
    from lamp.ppddl import check_domain, requirements_used  # noqa: PLC0415

    return {
        "domain": domain.name,
        "requirements": list(requirements_used(domain)),
        "types": len({declared.name for declared in domain.types}),
        "predicates": len(domain.predicates),
        "schemas": len(domain.actions),
        "warnings": [str(notice) for notice in check_domain(domain)],
    }


def _text(summary: dict[str, Any]) -> str:
    rows = _task_rows(summary) if "problem" in summary else _domain_rows(summary)
    lines = [f"{label:<10} {readable(value)}" for label, value in rows.items()]
    lines.append(f"{'warnings':<10} {len(summary['warnings']) or 'none'}")
    return "\n".join([*lines, *(f"  {warning}" for warning in summary["warnings"])])


def _domain_rows(summary: dict[str, Any]) -> dict[str, str]:
    return {
        "domain": f"{summary['domain']}, without a problem",
        "uses": " ".join(summary["requirements"]) or ":strips",
        "types": f"{summary['types']:,}",
        "predicates": f"{summary['predicates']:,}",
        "actions": f"{_count(summary['schemas'], 'schema')}; give a problem, too, to ground them",
    }


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"


def _task_rows(summary: dict[str, Any]) -> dict[str, str]:
    sizes = summary["outcomes_per_action"].items()
    shares = [f"{number:,} with {size}" for size, number in list(sizes)[:6]]
    if len(sizes) > 6:
        shares.append("…")
    goal = "holds already" if summary["goal_holds"] else "does not hold yet"
    rows = {
        "problem": f"{summary['problem']} of domain {summary['domain']}",
        "uses": " ".join(summary["requirements"]) or ":strips",
        "objects": f"{summary['objects']:,}",
        "facts": f"{summary['facts']:,}",
        "actions": f"{summary['actions']:,}, of {_count(summary['schemas'], 'schema')}",
        "outcomes": f"{summary['outcomes']:,}; actions: {', '.join(shares) or 'none'}",
        "branching": f"at most {_count(summary['largest_branching'], 'outcome')}",
        "costs": _costs(summary["costs"]),
        "initially": f"applicable actions: {summary['applicable_initially']:,}; the goal {goal}",
    }
    if summary["schemas_never_applicable"]:
        rows["actions"] += f"; never applicable: {', '.join(summary['schemas_never_applicable'])}"
    if summary["largest_branching_action"]:
        rows["branching"] += f": {summary['largest_branching_action']}"
    return rows


def _costs(costs: dict[str, Any]) -> str:
    """What steps cost, in a few words."""
    reward = f"; the goal is worth {costs['goal_reward']}" if costs["goal_reward"] else ""
    if costs["unit"]:
        return f"every action costs 1{reward}"
    parts = [f"{costs['least']} to {costs['greatest']} an action, typically {costs['typical']}"]
    if costs["least"] == costs["greatest"]:
        parts = [f"every action costs {costs['least']}"]
    kinds = {"without_cost": "none", "with_conditional_costs": "by the state"}
    kinds["with_random_costs"] = "by the outcome"
    parts += [
        f"{text}: {costs[f'actions_{kind}']:,}"
        for kind, text in kinds.items()
        if costs[f"actions_{kind}"]
    ]
    metric = f" ({costs['metric'][1:-1]})" if costs["metric"] else ""
    return "; ".join(parts) + reward + metric
