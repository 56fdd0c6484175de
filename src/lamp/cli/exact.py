"""`lamp exact`: the optimal values of a problem, with bounds."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from lamp.cli.output import errors_as_json
from lamp.cli.problem import Given, problem_arguments, show_warnings
from lamp.cli.progress import Waiting
from lamp.errors import OutOfTime, readable

if TYPE_CHECKING:
    from lamp.exact import Bounds, Solution
    from lamp.ppddl import Model

LIMITS = {
    "seconds": "the time was over",
    "states": "there were more states than allowed",
    "memory": "memory was full",
}
"""Why a value is not known precisely, in words."""
WIDE = 0.001
"""A larger error, relatively, is not worth a middle."""


@click.command(short_help="Compute optimal values, with bounds on their errors.")
@problem_arguments
@click.option("--budget", type=int, help="Actions in an episode, for the utility.")
@click.option("--precision", type=float, help="How exact costs are, at least.")
@click.option("--max-states", type=int, help="To enumerate, or to meet in a search.")
@click.option(
    "--seconds", type=float, help="For everything; then the bounds known by then are told. [600]"
)
@click.option(
    "--method",
    type=click.Choice(["enumeration", "search"]),
    help="Else both in turns, until one has the values.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def exact(given: Given, as_json: bool, **options: Any) -> None:  # noqa: ANN401
    """Compute the optimal values of DOMAIN and PROBLEM, with bounds on their errors.

    Printed are the maximal probability of reaching the goal; the least expected cost among the
    policies of that probability, of those executions that succeed; and the best expected utility
    (GUBS) within the budget. They come from all states that can be reached, or from a search where
    that has them first.

    --seconds bounds grounding and solving together, but not the compilation after an installation.
    When they are over, the bounds that are known by then are told; it is an error (3) if there are
    none.

    \b
    Examples:
      lamp exact triangle_tireworld:p2
      lamp exact zenotravel:p5 --seconds 5
      lamp exact prob_blocksworld:p6 --method search
      lamp exact domain.ppddl problem.ppddl --budget 100 --json
    """  # noqa: D301 (click reads the backspace)
    with errors_as_json(as_json):
        with Waiting("reading"):
            model = given.model()
        show_warnings(model.warnings)
        name, solution = _solution(given, model, options)
    record = _json(solution) | {"warnings": list(map(str, model.warnings))}
    click.echo(json.dumps(record) if as_json else _text(name, solution))


def _solution(given: Given, model: Model, options: dict[str, Any]) -> tuple[str, Solution]:
    with Waiting("loading") as waiting:
        waiting.say_first_start()
        from lamp.exact import KERNELS, PRECISION, Limits, Method, solve  # noqa: PLC0415
        from lamp.search import SearchSettings  # noqa: PLC0415
        from lamp.util import Deadline, load_kernels  # noqa: PLC0415

        names = {"max_states": "states", "seconds": "seconds"}
        limits = Limits(**_given({names[key]: options[key] for key in names}))
        settings = SearchSettings(**_given({"budget": options["budget"]}))
        method = Method(options["method"]) if options["method"] else None
        precision = PRECISION if options["precision"] is None else options["precision"]
        load_kernels(*KERNELS)
        deadline = Deadline(limits.seconds)
        task = given.task(waiting, model, deadline)
        if deadline.is_over:
            raise OutOfTime.after(deadline.seconds, "grounding")
        limits = replace(limits, seconds=deadline.remaining)
        return task.name, solve(task, settings, precision, limits, waiting.say, method)


def _given(options: dict[str, Any]) -> dict[str, Any]:
    """The options that were given."""
    return {name: value for name, value in options.items() if value is not None}


def _json(solution: Solution) -> dict[str, Any]:
    return {
        "states": solution.states,
        "dead_ends": solution.dead_ends,
        "max_probability": solution.max_probability,
        "expected_cost": solution.expected_cost,
        "gubs_utility": solution.gubs_utility,
        "error_bound": _finite(solution.error_bound),
        "method": solution.method.value,
        "limit": solution.limit.value if solution.limit else None,
        "cost_unit": float(solution.cost_unit),
        "notes": list(solution.notes),
        "bounds": {
            "max_probability": _pair(solution.probability_bounds),
            "expected_cost": _pair(solution.cost_bounds),
            "gubs_utility": _pair(solution.utility_bounds),
        },
        "seconds": round(solution.seconds, 3),
    }


def _finite(number: float) -> float | None:
    """The number, for JSON, which has no infinity."""
    return number if math.isfinite(number) else None


def _pair(bounds: Bounds | None) -> list[float | None] | None:
    return [bounds.lower, _finite(bounds.upper)] if bounds else None


def _text(name: str, solution: Solution) -> str:
    ends = solution.dead_ends
    note = "met by search" if ends is None else f"of which {ends:,} are dead ends"
    rows = {
        "problem": name,
        "states": f"{solution.states:,}, {note}",
        "goal": f"{_number(solution.probability_bounds)} is the maximal probability",
        "cost": _cost(solution),
        "utility": f"{_number(solution.utility_bounds)} is the best expected utility",
        "time": f"{solution.seconds:.1f} s",
    }
    if solution.limit:
        rows["limit"] = f"a limit was reached first: {LIMITS[solution.limit.value]}"
    lines = [*rows.items(), *(("note", note) for note in solution.notes)]
    return "\n".join(f"{label:<10} {readable(value)}" for label, value in lines)


def _cost(solution: Solution) -> str:
    if not solution.cost_bounds:
        return "none: the goal cannot be reached"
    if solution.expected_cost is None:
        what = "expected actions" if solution.has_unit_costs else "expected cost"
        return f"{solution.cost_bounds.lower:.10g} {what}, at least"
    where = ", where the goal is reached" if solution.max_probability < 1 else ""
    if solution.has_unit_costs:
        return f"{_number(solution.cost_bounds)} expected actions{where}"
    unit = float(solution.cost_unit)
    units = f"{solution.expected_cost / unit:.6g} units of {unit:g}"
    return f"{_number(solution.cost_bounds)} expected cost ({units}){where}"


def _number(bounds: Bounds) -> str:
    if bounds.error > WIDE * abs(bounds.value):
        return f"{bounds.lower:.6g} to {bounds.upper:.6g}"
    error = f" ± {bounds.error:.0e}" if bounds.error else ""
    return f"{bounds.value:.10g}{error}"
