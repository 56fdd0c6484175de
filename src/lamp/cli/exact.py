"""`lamp exact`: the optimal values of a problem, the yardstick of every planner."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from lamp.cli.output import errors_as_json
from lamp.cli.problem import Given, problem_arguments
from lamp.cli.progress import Waiting
from lamp.errors import readable

if TYPE_CHECKING:
    from lamp.exact import Bounds, Solution


@click.command(short_help="Compute optimal values, with bounds on their errors.")
@problem_arguments
@click.option("--budget", type=int, help="Actions in an episode, for the utility.")
@click.option("--precision", type=float, help="How exact costs are, at least.")
@click.option(
    "--max-states", type=click.IntRange(1), help="Of the problem; else, what memory allows."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def exact(
    given: Given,
    budget: int | None,
    precision: float | None,
    max_states: int | None,
    as_json: bool,
) -> None:
    """Compute the optimal values of DOMAIN and PROBLEM from all states that can be reached.

    Printed are the maximal probability of reaching the goal; the least expected cost among the
    policies of that probability, of those executions that succeed; and the best expected utility
    (GUBS) within the budget.

    \b
    Examples:
      lamp exact triangle_tireworld:p2
      lamp exact domain.ppddl problem.ppddl --budget 100 --json
    """  # noqa: D301 (click reads the backspace)
    with errors_as_json(as_json):
        name, solution = _solution(given, budget, precision, max_states)
    click.echo(json.dumps(_json(solution)) if as_json else _text(name, solution))


def _solution(
    given: Given, budget: int | None, precision: float | None, max_states: int | None
) -> tuple[str, Solution]:
    with Waiting("loading; after an installation, the solver is compiled once") as waiting:
        from lamp.exact import PRECISION, solve  # noqa: PLC0415
        from lamp.search import SearchSettings  # noqa: PLC0415

        settings = SearchSettings() if budget is None else SearchSettings(budget=budget)
        task = given.task(waiting)
        chosen = PRECISION if precision is None else precision
        return task.name, solve(task, settings, chosen, max_states, waiting.say)


def _json(solution: Solution) -> dict[str, Any]:
    return {
        "states": solution.states,
        "dead_ends": solution.dead_ends,
        "max_probability": solution.max_probability,
        "expected_cost": solution.expected_cost,
        "gubs_utility": solution.gubs_utility,
        "error_bound": solution.error_bound,
        "bounds": {
            "max_probability": _pair(solution.probability_bounds),
            "expected_cost": _pair(solution.cost_bounds),
            "gubs_utility": _pair(solution.utility_bounds),
        },
        "seconds": round(solution.seconds, 3),
    }


def _pair(bounds: Bounds | None) -> list[float] | None:
    return [bounds.lower, bounds.upper] if bounds else None


def _text(name: str, solution: Solution) -> str:
    cost = "none: the goal cannot be reached"
    if solution.cost_bounds:
        cost = f"{_number(solution.cost_bounds)} expected actions"
        if solution.max_probability < 1:
            cost += ", where the goal is reached"
    rows = {
        "problem": name,
        "states": f"{solution.states:,}, of which {solution.dead_ends:,} are dead ends",
        "goal": f"{_number(solution.probability_bounds)} is the maximal probability",
        "cost": cost,
        "utility": f"{_number(solution.utility_bounds)} is the best expected utility",
        "time": f"{solution.seconds:.1f} s",
    }
    return "\n".join(f"{label:<10} {readable(value)}" for label, value in rows.items())


def _number(bounds: Bounds) -> str:
    error = f" ± {bounds.error:.0e}" if bounds.error else ""
    return f"{bounds.value:.10g}{error}"
