"""`lamp solve`: plan and act, step by step, until the goal or the end."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from lamp.cli.output import errors_as_json
from lamp.cli.problem import Given, problem_arguments
from lamp.cli.progress import Waiting
from lamp.errors import readable

if TYPE_CHECKING:
    from lamp.execution import Episode, Step
    from lamp.search import Lamp

EXIT_CODES = {"goal": 0, "dead_end": 4, "budget": 5}


@click.command(short_help="Plan and act until the goal is reached.")
@problem_arguments
@click.option("--landmarks", "source", metavar="SOURCE", help="As for lamp landmarks.")
@click.option("--rollouts", type=int, help="Rollouts before each decision.")
@click.option("--seconds", type=float, help="Seconds for each decision, at most.")
@click.option("--greediness", type=float, help="From 0, UCT, to 1: only the next landmark (α).")
@click.option("--horizon", type=int, help="Actions in a rollout.")
@click.option("--budget", type=int, help="Actions in an episode.")
@click.option("--growth", type=click.Choice(["full", "expand"]), help="Of the search tree.")
@click.option("--seed", type=int, help="Where the random numbers begin.")
@click.option("--runs", type=click.IntRange(1), default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def solve(given: Given, source: str | None, runs: int, as_json: bool, **settings: Any) -> None:  # noqa: ANN401
    """Plan DOMAIN and PROBLEM online: decide, act, see what happens, and decide again.

    Ends with 0 if the goal was reached, 4 in a dead end, 5 at the end of the budget; with several
    --runs always with 0. The first call after an installation compiles the planner once.

    \b
    Examples:
      lamp solve triangle_tireworld:p2
      lamp solve elevators:p5 --rollouts 500 --greediness 0.8 --runs 20 --json
    """  # noqa: D301 (click reads the backspace)
    with errors_as_json(as_json):
        planner = _planner(given, source, settings)
        if runs > 1:
            _repeat(planner, runs, as_json=as_json)
            return
        episode = _watched(planner, as_json=as_json)
    click.echo(json.dumps(_json(episode, planner)) if as_json else _ending(episode))
    sys.exit(EXIT_CODES[episode.end.value])


def _planner(given: Given, source: str | None, settings: dict[str, Any]) -> Lamp:
    from lamp.landmarks.sources import NATIVE, landmarks_from  # noqa: PLC0415

    growth = settings.pop("growth")
    chosen = {name: value for name, value in settings.items() if value is not None}
    chosen |= {"tree_growth": growth} if growth else {}
    with Waiting("loading the planner") as waiting:
        from lamp.search import Lamp, SearchSettings  # noqa: PLC0415

        checked = SearchSettings(**chosen)
        task = given.task(waiting)
        graph = landmarks_from(task, NATIVE if source is None else source).graph
        waiting.say("preparing the planner; after an installation it is compiled once")
        return Lamp(task, graph, checked)


def _watched(planner: Lamp, *, as_json: bool) -> Episode:
    from lamp.execution import run_episode  # noqa: PLC0415

    with Waiting("planning; after an installation, the planner is compiled once") as waiting:

        def watch(step: Step) -> None:
            waiting.say(f"step {step.number}: {step.decision.action}")
            if not as_json:
                click.echo(_line(step, planner))

        return run_episode(planner, watch=watch)


def _line(step: Step, planner: Lamp) -> str:
    """One step in a line: the action, its value, and the landmark pursued."""
    action = step.decision.action
    best = next(one for one in step.decision.evidence if one.action is action)
    subgoal = _landmark(planner, step.decision.subgoal)
    return readable(f"{step.number:>4}  {action!s:<40} {best.value:>8.4f}  for {subgoal}")


def _landmark(planner: Lamp, position: int) -> str:
    from lamp.landmarks.graph import condition_text  # noqa: PLC0415

    if position == planner.graph.goal:
        return "the goal"
    return condition_text(planner.graph.landmarks[position].condition, planner.task)


def _ending(episode: Episode) -> str:
    words = {"goal": "the goal is reached", "dead_end": "a dead end", "budget": "out of budget"}
    speed = episode.rollouts / episode.seconds if episode.seconds else 0.0
    return (
        f"{words[episode.end.value]} after {episode.cost} actions; {episode.rollouts:,} rollouts, "
        f"{speed:,.0f} a second, {episode.states:,} states"
    )


def _json(episode: Episode, planner: Lamp) -> dict[str, Any]:
    speed = episode.rollouts / episode.seconds if episode.seconds else 0.0
    return {
        "outcome": episode.end.value,
        "cost": episode.cost,
        "actions": [str(action) for action in episode.actions],
        "landmarks": [_landmark(planner, position) for position in episode.subgoals],
        "seconds": round(episode.seconds, 4),
        "rollouts": episode.rollouts,
        "rollouts_per_second": round(speed, 1),
        "states": episode.states,
    }


def _repeat(planner: Lamp, runs: int, *, as_json: bool) -> None:
    from lamp.execution import run_episode, summarise  # noqa: PLC0415

    episodes = []
    with Waiting("run 1") as waiting:
        for number in range(runs):
            waiting.say(f"run {number + 1} of {runs}")
            episodes.append(run_episode(planner, planner.settings.seed + number))
    summary = summarise(episodes, planner.settings.budget)
    if as_json:
        single = [_json(episode, planner) for episode in episodes]
        click.echo(json.dumps({"runs": single} | _without_runs(asdict(summary))))
        return
    low, high = summary.success_interval
    cheap, dear = summary.cost_interval
    click.echo(f"success  {summary.success_rate:.3f}  (95 %: {low:.3f} to {high:.3f})")
    click.echo(f"cost     {summary.mean_cost:.2f}  (95 %: {cheap:.2f} to {dear:.2f})")


def _without_runs(summary: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in summary.items() if key != "runs"}
