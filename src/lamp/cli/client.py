"""`lamp client`: play the rounds of a competition's server."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from lamp.cli.options import grouped
from lamp.cli.output import errors_as_json
from lamp.cli.planning import planner_for, planner_options
from lamp.cli.problem import Given, problem_arguments
from lamp.cli.settings import CommandWithSettings
from lamp.errors import ExitCode, SettingsError, readable
from lamp.ippc import TIMEOUT_SECONDS

if TYPE_CHECKING:
    from lamp.ippc import Address, PlayedSession


@dataclass(frozen=True, slots=True)
class Options:
    """Under which name the client plays, how long it waits, and what it prints."""

    player: str
    timeout: float
    as_json: bool


@click.command(cls=CommandWithSettings, short_help="Play at a competition's server (mdpsim).")
@click.argument("address", metavar="HOST:PORT")
@problem_arguments
@planner_options
@click.option(
    "--client", "player", default="lamp", show_default=True, help="The name under which it plays."
)
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=TIMEOUT_SECONDS,
    show_default=True,
    help="Seconds to wait for an answer.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
@grouped(Options, "options")
def client(
    address: str,
    given: Given,
    kind: str,
    source: str | None,
    options: Options,
    settings: dict[str, Any],
) -> None:
    """Play all rounds that the server at HOST:PORT offers on DOMAIN and PROBLEM.

    The server is mdpsim, lamp server, or another one that speaks their protocol (docs/ippc.md).
    Without --seconds, no decision takes more than its share of the time that the server allows.

    \b
    Examples:
      lamp client localhost:2323 triangle_tireworld:p2
      lamp client localhost:2323 domain.ppddl problem.ppddl --rollouts 1000 --json
    """  # noqa: D301 (click reads the backspace)
    with errors_as_json(options.as_json):
        host_and_port = _address(address)
        model = given.model()
        planner = planner_for(given, kind, source, settings, model)
        from lamp.ippc import ClientOptions, Game, play  # noqa: PLC0415

        view = _View(as_json=options.as_json)
        client_options = ClientOptions(
            options.player, options.timeout, paced="seconds" not in settings
        )
        try:
            play(host_and_port, Game(model, planner.task), planner, client_options, view.show)
        except KeyboardInterrupt:
            view.tell("interrupted")
            sys.exit(ExitCode.INTERRUPTED)
        view.tell("")


def _address(text: str) -> Address:
    """The host and the port of `HOST:PORT`, also of `[::1]:2323`."""
    from lamp.ippc import Address  # noqa: PLC0415

    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not host or not port.isdecimal() or not 0 < int(port) < 2**16:
        raise SettingsError(
            f"{text} is no address", remedy="Give a host and a port, as localhost:2323"
        )
    return Address(host, int(port))


class _View:
    """What the user sees: a line for each round, and the score."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._played: PlayedSession | None = None

    def show(self, played: PlayedSession) -> None:
        """Show the last round, if there is one."""
        from lamp.execution import cost_text  # noqa: PLC0415

        self._played = played
        if self._as_json or not played.ends:
            return
        end = played.ends[-1]
        words = "the goal is reached" if end.reached else end.error or "the goal is not reached"
        count = f"{end.turns} turn{'s' * (end.turns != 1)}"
        count += "" if end.cost is None else f", cost {cost_text(end.cost)}"
        click.echo(readable(f"{len(played.ends):>4}  {words} after {count}, {end.milliseconds} ms"))

    def tell(self, note: str) -> None:
        """Print what came of it, with a note."""
        if self._played is None:
            return
        score = self._played.score
        if not self._as_json:
            click.echo(score.text())
            return
        rounds = [
            {
                "reached": end.reached,
                "turns": end.turns,
                "cost": end.turns if end.cost is None else end.cost,
                "milliseconds": end.milliseconds,
                "error": end.error,
            }
            for end in self._played.ends
        ]
        record = {"session": self._played.session, **score.record(), "ends": rounds}
        click.echo(json.dumps(record | ({"note": note} if note else {})))
