"""`lamp solve`: plan and act, step by step, until the goal or the end."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lamp.cli.episode_lines import step_line, summary_lines
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
    "seconds": ExitCode.BUDGET,
    "interrupted": ExitCode.INTERRUPTED,
}
"""By how the episode ended."""
FEW_STATES = 100_000
"""Of a problem that is small enough to look at all its states."""
FEW_SECONDS = 2.0
"""For doing so."""


@dataclass(frozen=True, slots=True)
class Runs:
    """How many episodes are run, in how many processes, and where their decisions are written."""

    runs: int | None
    """None is one episode, which is shown."""
    jobs: int
    trace: Path | None
    total_seconds: float
    """For each of them."""


@dataclass(frozen=True, slots=True)
class Extra:
    """What is to be said besides results."""

    note: str
    warnings: list[str]

    def record(self) -> dict[str, Any]:
        """As JSON; a note only where there is one."""
        return {"warnings": self.warnings} | ({"note": self.note} if self.note else {})


@click.command(cls=CommandWithSettings, short_help="Plan and act until the goal is reached.")
@problem_arguments
@planner_options
@click.option("--runs", type=click.IntRange(1), help="Repeat with the seeds that follow.")
@click.option("--jobs", type=click.IntRange(1), default=1, help="Processes for the runs. [1]")
@click.option(
    "--total-seconds",
    type=click.FloatRange(0, min_open=True),
    default=math.inf,
    help="For a whole episode; a decision takes at most a twentieth of what is left.",
)
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

    Ends with 0 if the goal was reached, 4 in a dead end, 5 at the end of the budget or of
    --total-seconds, 130 if it was interrupted; with --runs with 0. The first call compiles the
    planner, unless lamp was installed with machine code.

    --seconds limits each decision, --total-seconds each episode, from its first decision on: what
    comes before, grounding and landmarks, does not count.

    \b
    Examples:
      lamp solve triangle_tireworld:p2
      lamp solve elevators:p5 --rollouts 500 --runs 20 --jobs 2 --json
      lamp solve elevators:p5 --paper --greediness 0.8
      lamp solve tireworld:p15 --seconds 0.5 --rollouts 1000000 --trace decisions.jsonl
      lamp solve elevators:p15 --seconds 2 --total-seconds 20
    """  # noqa: D301 (click reads the backspace)
    with errors_as_json(as_json):
        if runs.jobs > 1 and runs.runs is None:
            raise SettingsError("--jobs is for several runs", remedy="Give --runs, too")
        with Waiting("reading"):
            model = given.model()
        planner = planner_for(given, kind, source, settings, model)
        from lamp.execution import note_on  # noqa: PLC0415

        extra = Extra(note_on(planner.task), list(map(str, model.warnings)))
        with Lines(runs.trace) as lines:
            if runs.runs is None:
                episode = _watched(planner, lines, runs.total_seconds, quiet=as_json)
                extra = extra if extra.note else replace(extra, note=_why(episode, planner))
            else:
                _repeat(planner, runs, lines, extra, as_json=as_json)
                return
    _tell(episode, planner, extra, as_json=as_json)
    sys.exit(EXIT_CODES[episode.end.value])


def _why(episode: Episode, planner: LandmarkPlan) -> str:
    """Where the goal was not reached: whether it could have been, if that is easy to find out."""
    if episode.end not in ("dead_end", "budget"):  # nor where time is short
        return ""
    try:
        with Waiting("looking whether there is a plan at all"):
            from lamp.exact import has_plan  # noqa: PLC0415

            known = has_plan(planner.task, FEW_STATES, FEW_SECONDS)
    except KeyboardInterrupt:  # the episode is over, and what came of it is worth more
        return ""
    return "there is no plan: no state that can be reached is a goal" if known is False else ""


def _watched(planner: LandmarkPlan, lines: Lines, total_seconds: float, *, quiet: bool) -> Episode:
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

        episode = run_episode(planner, None, watch, partial(bool, signals), total_seconds)
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
            yield lambda step: view.show(step, step_line(step, planner))
    else:
        yield lambda step: click.echo(step_line(step, planner))


def _tell(episode: Episode, planner: LandmarkPlan, extra: Extra, *, as_json: bool) -> None:
    """Print how an episode ended."""
    from lamp.execution import cost_text, ending_text, episode_record  # noqa: PLC0415

    record = episode_record(episode, planner)
    if as_json:
        click.echo(json.dumps(record | extra.record(), allow_nan=False))
        return
    for failure in record.get("failures", []):
        cost = cost_text(failure["cost"])
        when = f"after {cost} actions" if planner.task.has_unit_costs else f"at cost {cost}"
        click.echo(readable(f"{failure['kind']} {when}: {failure['landmark']}"))
    if extra.note:
        click.echo(extra.note)
    if episode.final and episode.final.action:
        click.echo(readable(f"next would have come {episode.final.action}"))
    speed = episode.rollouts / episode.seconds if episode.seconds else 0.0
    click.echo(
        f"{ending_text(episode)}; "
        f"{episode.rollouts:,} rollouts, {speed:,.0f} a second, {episode.states:,} states"
    )


def _repeat(
    planner: LandmarkPlan, runs: Runs, lines: Lines, extra: Extra, *, as_json: bool
) -> None:
    """Many episodes: their summary, or as far as they came."""
    from lamp.execution import (  # noqa: PLC0415
        end_record,
        run_episodes,
        start_record,
        step_record,
    )

    seeds = [planner.settings.seed + number for number in range(runs.runs or 1)]
    episodes: list[Episode] = []
    with Waiting(f"run 1 of {len(seeds)}") as waiting, stopped_by_signals() as signals:
        stop = partial(bool, signals)
        results = run_episodes(
            planner,
            seeds,
            runs.jobs,
            stop,
            keep_steps=lines.wanted,
            total_seconds=runs.total_seconds,
        )
        for number, (episode, steps) in enumerate(results):
            lines.write(start_record, planner, number, episode.seed)
            for step in steps:
                lines.write(step_record, step, planner, number)
            lines.write(end_record, episode, planner, number)
            episodes.append(episode)
            waiting.say(f"{len(episodes)} of {len(seeds)} runs done")
    _summarise(episodes, planner, extra, as_json=as_json)
    if len(episodes) < len(seeds):
        click.echo(f"interrupted after {len(episodes)} of {len(seeds)} runs", err=True)
        sys.exit(ExitCode.INTERRUPTED)


def _summarise(
    episodes: list[Episode], planner: LandmarkPlan, extra: Extra, *, as_json: bool
) -> None:
    from lamp.execution import (  # noqa: PLC0415
        episode_record,
        summarise,
        summary_record,
    )

    if not episodes:
        if as_json:
            record = {"outcome": "interrupted", "runs": 0, "episodes": []}
            click.echo(json.dumps(record | extra.record()))
        return
    summary = summarise(episodes, planner.settings, planner.task.cost_unit)
    if as_json:
        single = [episode_record(episode, planner) for episode in episodes]
        record = single[0] | summary_record(summary) | {"episodes": single}
        click.echo(json.dumps(record | extra.record(), allow_nan=False))
        return
    if extra.note:
        click.echo(extra.note)
    for line in summary_lines(summary, has_costs=not planner.task.has_unit_costs):
        click.echo(line)
