"""`lamp server`: serve problems to other planners, and score them."""

from __future__ import annotations

import contextlib
import json
import signal
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from lamp.cli.options import grouped
from lamp.cli.output import errors_as_json
from lamp.cli.problem import (
    TEXT_LIMIT,
    Given,
    limit_option,
    show_warnings,
    unit_costs_option,
)
from lamp.cli.progress import Waiting
from lamp.errors import readable
from lamp.ippc import DEFAULT_SETTING, HOST, IDLE_SECONDS, MAX_INT32, PORT, Setting

if TYPE_CHECKING:
    from lamp.ippc import Game, Report, Server

NUMBER = click.IntRange(1, MAX_INT32)


@dataclass(frozen=True, slots=True)
class Options:
    """Where the server listens, how its sessions draw random numbers, and when they end."""

    host: str
    port: int
    seed: int | None
    sessions: int | None
    idle: float
    unit_costs: bool


@click.command(short_help="Serve problems as in a competition (mdpsim).")
@click.argument("problems", metavar="PROBLEM…", nargs=-1, required=True)
@click.option("--host", default=HOST, show_default=True, help="Where to listen.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True)
@click.option(
    "--rounds", type=NUMBER, default=DEFAULT_SETTING.rounds, show_default=True, help="In a session."
)
@click.option(
    "--time",
    "milliseconds",
    type=NUMBER,
    default=DEFAULT_SETTING.milliseconds,
    show_default=True,
    help="Milliseconds for all rounds of a session together.",
)
@click.option(
    "--turns",
    type=NUMBER,
    default=DEFAULT_SETTING.turns,
    show_default=True,
    help="Actions in a round.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**62), help="The same random numbers in every session."
)
@click.option("--sessions", type=click.IntRange(1), help="End after so many sessions.")
@click.option(
    "--idle",
    type=click.FloatRange(0, min_open=True),
    default=IDLE_SECONDS,
    show_default=True,
    help="Seconds for which a client may be silent beyond its allowed time.",
)
@limit_option
@unit_costs_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object a line.")
@grouped(Setting, "setting")
@grouped(Options, "options")
def server(
    problems: tuple[str, ...],
    setting: Setting,
    options: Options,
    limits: dict[str, int],
    as_json: bool,
) -> None:
    """Serve PROBLEMs to clients that speak mdpsim's protocol (docs/ippc.md).

    A PROBLEM is the name of a benchmark or a file; of all files together, every problem is served,
    with the domain that it names. Ctrl-C ends the server.

    \b
    Examples:
      lamp server triangle_tireworld:p2 elevators:p5
      lamp server domain.ppddl p1.ppddl p2.ppddl --rounds 10 --time 60000 --turns 100
    """  # noqa: D301 (click reads the backspace)
    with errors_as_json(as_json):
        games = _games(problems, limits, unit_costs=options.unit_costs)
        import asyncio  # noqa: PLC0415 (takes 20 ms)

        from lamp.ippc import Server  # noqa: PLC0415

        made = Server(games, setting, options.seed, options.idle)
        printer = _Printer([game.name for game in games], as_json=as_json)
        with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):  # the usual end
            asyncio.run(_run(made, options, printer))


def _games(problems: tuple[str, ...], limits: dict[str, int], *, unit_costs: bool) -> list[Game]:
    """The problems, ready to be played."""
    with Waiting("loading problems") as waiting:
        from lamp.ippc import Game, models_of  # noqa: PLC0415
        from lamp.ppddl import MAX_TEXT_BYTES  # noqa: PLC0415

        models = models_of(problems, limits.get(TEXT_LIMIT, MAX_TEXT_BYTES))
        given = Given("", None, None, limits, unit_costs)
        models = [model.without_costs() for model in models] if unit_costs else models
        for model in models:
            show_warnings(model.warnings)
        return [Game(model, given.task(waiting, model)) for model in models]


async def _run(made: Server, options: Options, printer: _Printer) -> None:
    """Serve until interrupted, or until so many sessions have ended."""
    _end_on_sigterm()
    async with made:
        printer.begin(options.host, await made.open(options.host, options.port))
        ended = 0
        while options.sessions is None or ended < options.sessions:
            printer.tell(await made.reports.get())
            ended += 1


def _end_on_sigterm() -> None:
    """End as with Ctrl-C, where the system has such signals."""
    import asyncio  # noqa: PLC0415

    task = asyncio.current_task()
    with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
        if task:
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)


class _Printer:
    """What the user sees: where the server is, and a line for each session that has ended."""

    def __init__(self, problems: list[str], *, as_json: bool) -> None:
        self._problems = problems
        self._as_json = as_json

    def begin(self, host: str, port: int) -> None:
        """Tell where the server is."""
        if self._as_json:
            click.echo(json.dumps({"host": host, "port": port, "problems": self._problems}))
            return
        names = ", ".join(self._problems)
        click.echo(readable(f"lamp serves {names} at {host}:{port} (Ctrl-C ends it)"))

    def tell(self, report: Report) -> None:
        """Tell how a session ended."""
        if self._as_json:
            record = {"session": report.number, "client": report.client, "problem": report.problem}
            click.echo(json.dumps(record | report.score.record() | {"error": report.error}))
            return
        words = f"session {report.number}, {report.client} on {report.problem}: "
        words += report.score.text() + (f" ({report.error})" if report.error else "")
        click.echo(readable(words))
