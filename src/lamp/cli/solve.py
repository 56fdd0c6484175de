"""`lamp solve`: plan and act, step by step, until the goal or the end."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lamp.cli.interrupts import stopped_by_signals
from lamp.cli.options import grouped
from lamp.cli.output import Lines, errors_as_json
from lamp.cli.planning import planner_for, planner_options
from lamp.cli.problem import Given, problem_arguments
from lamp.cli.progress import Waiting
from lamp.cli.settings import CommandWithSettings
from lamp.errors import ExitCode, SettingsError, readable

if TYPE_CHECKING:
    from lamp.execution import Episode, Step
    from lamp.search import LandmarkPlan

EXIT_CODES = {
    "goal": ExitCode.DONE,
    "dead_end": ExitCode.DEAD_END,
    "budget": ExitCode.BUDGET,
    "interrupted": ExitCode.INTERRUPTED,
}
"""By how the episode ended."""
FEW_STATES = 100_000
"""Of a problem that is small enough to look at all its states."""


@dataclass(frozen=True, slots=True)
class Runs:
    """How many episodes are run, in how many processes, and where their decisions are written."""

    runs: int | None
    """None is one episode, which is shown."""
    jobs: int
    trace: Path | None


@click.command(cls=CommandWithSettings, short_help="Plan and act until the goal is reached.")
@problem_arguments
@planner_options
@click.option("--runs", type=click.IntRange(1), help="Repeat with the seeds that follow.")
@click.option("--jobs", type=click.IntRange(1), default=1, help="Processes for the runs. [1]")
@click.option(
    "--trace",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A file for every decision with its evidence (JSON Lines, see docs/trace.md).",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
@grouped(Runs, "runs")
def solve(
    given: Given,
    kind: str,
    source: str | None,
    runs: Runs,
    as_json: bool,
    settings: dict[str, Any],
) -> None:
    """Plan DOMAIN and PROBLEM online: decide, act, see what happens, and decide again.

    Ends with 0 if the goal was reached, 4 in a dead end, 5 at the end of the budget, 130 if it was
    interrupted; with --runs with 0. The first call compiles the planner, unless lamp was installed
    with machine code.

    \b
    Examples:
      lamp solve triangle_tireworld:p2
      lamp solve elevators:p5 --rollouts 500 --runs 20 --jobs 2 --json
      lamp solve elevators:p5 --paper --greediness 0.8
      lamp solve tireworld:p15 --seconds 0.5 --rollouts 1000000 --trace decisions.jsonl
    """  # noqa: D301 (click reads the backspace)
    with errors_as_json(as_json):
        if runs.jobs > 1 and runs.runs is None:
            raise SettingsError("--jobs is for several runs", remedy="Give --runs, too")
        planner = planner_for(given, kind, source, settings)
        from lamp.execution import note_on  # noqa: PLC0415

        note = note_on(planner.task)
        with Lines(runs.trace) as lines:
            if runs.runs is None:
                episode = _watched(planner, lines, quiet=as_json)
                note = note or _why(episode, planner)
            else:
                _repeat(planner, range(runs.runs), runs.jobs, lines, note, as_json=as_json)
                return
    _tell(episode, planner, note, as_json=as_json)
    sys.exit(EXIT_CODES[episode.end.value])


def _why(episode: Episode, planner: LandmarkPlan) -> str:
    """Where the goal was not reached: whether it could have been, if that is easy to find out."""
    if episode.end not in ("dead_end", "budget"):
        return ""
    try:
        with Waiting("looking whether there is a plan at all"):
            from lamp.exact import has_plan  # noqa: PLC0415

            known = has_plan(planner.task, FEW_STATES)
    except KeyboardInterrupt:  # the episode is over, and what came of it is worth more
        return ""
    return "there is no plan: no state that can be reached is a goal" if known is False else ""


def _watched(planner: LandmarkPlan, lines: Lines, *, quiet: bool) -> Episode:
    """One episode, shown step by step."""
    from lamp.execution import (  # noqa: PLC0415
        end_record,
        run_episode,
        start_record,
        step_record,
    )

    lines.write(start_record, planner, 0, planner.settings.seed)
    with stopped_by_signals() as signals, _view(planner, quiet=quiet) as show:

        def watch(step: Step) -> None:
            lines.write(step_record, step, planner, 0)
            show(step)

        episode = run_episode(planner, None, watch, partial(bool, signals))
    lines.write(end_record, episode, planner, 0)
    return episode


@contextmanager
def _view(planner: LandmarkPlan, *, quiet: bool) -> Iterator[Callable[[Step], None]]:
    """How steps are shown: not at all, as lines, or on a terminal with the last one's evidence."""
    if quiet:
        with Waiting("planning") as waiting:
            yield lambda step: waiting.say(f"step {step.number}: {step.decision.action}")
    elif sys.stdout and sys.stdout.isatty():
        from lamp.cli.live import LiveView  # noqa: PLC0415

        with LiveView(planner) as view:
            yield lambda step: view.show(step, _line(step, planner))
    else:
        yield lambda step: click.echo(_line(step, planner))


def _line(step: Step, planner: LandmarkPlan) -> str:
    """One step in a line: the action, its value, and the landmark pursued."""
    from lamp.execution import purpose_text  # noqa: PLC0415

    decision = step.decision
    value = f"{decision.chosen.value:>8.4f}" if decision.chosen else ""
    purpose = purpose_text(planner, decision)
    full = "  (memory is full: decided early)" if decision.end == "memory" else ""
    return readable(f"{step.number:>4}  {decision.action!s:<40} {value}  for {purpose}{full}")


def _tell(episode: Episode, planner: LandmarkPlan, note: str, *, as_json: bool) -> None:
    """Print how an episode ended."""
    from lamp.execution import ending_text, episode_record  # noqa: PLC0415

    record = episode_record(episode, planner)
    if as_json:
        click.echo(json.dumps(record | ({"note": note} if note else {}), allow_nan=False))
        return
    for failure in record.get("failures", []):
        words = f"{failure['kind']} after {failure['cost']} actions: {failure['landmark']}"
        click.echo(readable(words))
    if note:
        click.echo(note)
    if episode.final and episode.final.action:
        click.echo(readable(f"next would have come {episode.final.action}"))
    speed = episode.rollouts / episode.seconds if episode.seconds else 0.0
    click.echo(
        f"{ending_text(episode)}; "
        f"{episode.rollouts:,} rollouts, {speed:,.0f} a second, {episode.states:,} states"
    )


def _repeat(
    planner: LandmarkPlan, runs: range, jobs: int, lines: Lines, note: str, *, as_json: bool
) -> None:
    """Many episodes: their summary, or as far as they came."""
    from lamp.execution import (  # noqa: PLC0415
        end_record,
        run_episodes,
        start_record,
        step_record,
    )

    seeds = [planner.settings.seed + number for number in runs]
    episodes: list[Episode] = []
    with Waiting(f"run 1 of {len(runs)}") as waiting, stopped_by_signals() as signals:
        stop = partial(bool, signals)
        results = run_episodes(planner, seeds, jobs, stop, keep_steps=lines.wanted)
        for number, (episode, steps) in enumerate(results):
            lines.write(start_record, planner, number, episode.seed)
            for step in steps:
                lines.write(step_record, step, planner, number)
            lines.write(end_record, episode, planner, number)
            episodes.append(episode)
            waiting.say(f"{len(episodes)} of {len(runs)} runs done")
    _summarise(episodes, planner, note, as_json=as_json)
    if len(episodes) < len(runs):
        click.echo(f"interrupted after {len(episodes)} of {len(runs)} runs", err=True)
        sys.exit(ExitCode.INTERRUPTED)


def _summarise(episodes: list[Episode], planner: LandmarkPlan, note: str, *, as_json: bool) -> None:
    from lamp.execution import (  # noqa: PLC0415
        episode_record,
        summarise,
        summary_record,
    )

    if not episodes:
        if as_json:
            click.echo(json.dumps({"outcome": "interrupted", "runs": 0, "episodes": []}))
        return
    summary = summarise(episodes, planner.settings.budget)
    if as_json:
        single = [episode_record(episode, planner) for episode in episodes]
        record = single[0] | summary_record(summary) | {"episodes": single}
        click.echo(json.dumps(record | ({"note": note} if note else {}), allow_nan=False))
        return
    if note:
        click.echo(note)
    low, high = summary.success_interval
    click.echo(f"runs     {summary.runs}")
    click.echo(f"success  {summary.success_rate:.3f}  (95 %: {low:.3f} to {high:.3f})")
    words = f"cost     {summary.mean_cost:.2f}"
    if summary.runs > 1:
        lower, upper = summary.cost_interval
        words += f"  (95 %: {lower:.2f} to {upper:.2f})"
    click.echo(words)
