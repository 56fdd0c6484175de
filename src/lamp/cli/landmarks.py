"""`lamp landmarks`: what must become true on every way to the goal, listed or drawn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lamp.cli.options import grouped
from lamp.cli.output import errors_as_json, print_text, write_files
from lamp.cli.problem import Given, problem_arguments, show_warnings
from lamp.cli.progress import Waiting
from lamp.errors import readable

if TYPE_CHECKING:
    from lamp.landmarks import LandmarkGeneration, LandmarkGraph
    from lamp.task import Task

FORMATS = ("text", "json", "dot", "svg")
LETTERS = {"natural": "", "greedy-necessary": " g", "necessary": " n"}
MAX_WIDTH = 90
NOTICEABLE = 0.5
"""Seconds that are worth telling."""


@dataclass(frozen=True, slots=True)
class Output:
    """In which format landmarks are written, and where."""

    form: str | None
    as_json: bool
    out: Path | None

    @property
    def chosen_form(self) -> str:
        """The format: text, if none is given."""
        if self.as_json and self.form not in (None, "json"):
            raise click.UsageError(f"--json and --format {self.form} contradict each other.")
        return "json" if self.as_json else self.form or "text"


@click.command(short_help="Show the landmarks of a problem and their orderings.")
@problem_arguments
@click.option(
    "--landmarks",
    "source",
    metavar="SOURCE",
    help="rhw: lamp's own, the default; fd:lm_zg, fd:lm_hm(m=2) …: a generator of Fast Downward; "
    "FILE.json: yours; none: the goal alone.",
)
@click.option("--format", "form", type=click.Choice(FORMATS), help="text is the default.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--all", "show_all", is_flag=True, help="Show those that hold initially, too.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write to a file.")
@click.option("--no-cache", is_flag=True, help="Neither read nor keep graphs on disk.")
@grouped(Output, "output")
def landmarks(
    given: Given, source: str | None, output: Output, show_all: bool, no_cache: bool
) -> None:
    """Show the landmarks of DOMAIN and PROBLEM: facts that every way to the goal makes true.

    They are found in the all-outcomes determinization by LM^RHW. JSON always holds all of them;
    the other formats leave out those that hold initially.

    \b
    Examples:
      lamp landmarks elevators:p13
      lamp landmarks elevators:p13 --format svg --out landmarks.svg
      lamp landmarks examples/courier/domain.ppddl examples/courier/problem.ppddl --json
    """  # noqa: D301 (click reads the backspace)
    from lamp.landmarks import NATIVE, generate_landmarks  # noqa: PLC0415

    form, out = output.chosen_form, output.out
    source = NATIVE if source is None else source
    with errors_as_json(form == "json"), Waiting("reading") as waiting:
        model = given.model()
        show_warnings(model.warnings)
        task = given.task(waiting, model)
        waiting.say(f"looking for landmarks with {source}")
        generation = generate_landmarks(task, source, use_cache=not no_cache)
        text = _formatted(generation, task, form, show_all=show_all) + "\n"
        if out:
            write_files({out: text})
    if form == "text" and not out:
        click.echo(text, nl=False)
    elif not out:
        print_text(text)


def _formatted(generation: LandmarkGeneration, task: Task, form: str, *, show_all: bool) -> str:
    if form == "json":
        return json.dumps(_json(generation, task))
    if form == "text":
        return _text(generation, task, show_all=show_all)
    from lamp.landmarks import to_dot, to_svg  # noqa: PLC0415

    shown = None if show_all else generation.graph.pursued(task.initial)
    draw = to_svg if form == "svg" else to_dot
    return draw(generation.graph, task, shown=shown).rstrip()


def _json(generation: LandmarkGeneration, task: Task) -> dict[str, Any]:
    from lamp.landmarks import to_json  # noqa: PLC0415

    about = {"problem": task.name, "source": generation.source, "cached": generation.cached}
    return about | to_json(generation.graph, task) | {"seconds": round(generation.seconds, 4)}


def _text(generation: LandmarkGeneration, task: Task, *, show_all: bool) -> str:
    """The landmarks by their numbers in JSON, earlier ones first, with those they follow."""
    graph = generation.graph
    took = f", {generation.seconds:.1f} s" if generation.seconds >= NOTICEABLE else ""
    trivial = {
        position
        for position, landmark in enumerate(graph.landmarks)
        if landmark.holds(task.initial)
    }
    shown = [
        position
        for position in graph.topological_order()
        if show_all or position == graph.goal or position not in trivial
    ]
    number = graph.nontrivial(task.initial)
    lines = [
        f"problem    {readable(task.name)}",
        f"landmarks  {number} to pursue, the goal included; {len(trivial)} hold initially",
        f"source     {readable(generation.source)}{took}",
        *_remarks(task),
        "",
        *_rows(graph, shown, task),
    ]
    if any(ordering.before in shown for ordering in graph.orderings):
        lines += ["", "g: greedy-necessary, n: necessary, others: natural"]
    return "\n".join(lines)


def _remarks(task: Task) -> Iterator[str]:
    from lamp.task import NEVER  # noqa: PLC0415

    if task.goal == NEVER:
        yield "warning    no sequence of actions reaches the goal"
    elif task.is_goal(task.initial):
        yield "note       the goal holds already"


def _rows(graph: LandmarkGraph, shown: list[int], task: Task) -> Iterator[str]:
    before: dict[int, list[str]] = {position: [] for position in range(len(graph.landmarks))}
    for ordering in graph.orderings:
        if ordering.before in shown:
            before[ordering.after].append(f"{ordering.before}{LETTERS[ordering.type.label]}")
    before[graph.goal] = ["all others"] if len(shown) > 1 else []
    names = {position: readable(_name(graph, position, task)) for position in shown}
    width = min(MAX_WIDTH, max(map(len, names.values())))
    yield f"{'':>4}  {'landmark':<{width}}  comes after"
    for position, name in names.items():
        yield f"{position:>4}  {name:<{width}}  {', '.join(before[position])}".rstrip()


def _name(graph: LandmarkGraph, position: int, task: Task) -> str:
    from lamp.conditions import condition_text  # noqa: PLC0415
    from lamp.landmarks import Kind  # noqa: PLC0415

    landmark = graph.landmarks[position]
    texts = [literal.text(task) for literal in landmark.literals]
    words = " ".join(texts) or condition_text(landmark.condition, task)
    words = f"one of {words}" if landmark.kind is Kind.DISJUNCTIVE else words
    return f"goal: {words}" if position == graph.goal else words
