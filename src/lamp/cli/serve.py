"""`lamp serve`: a page to look at problems, landmarks, plans and results."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import click

from lamp.cli.problem import unit_costs_option
from lamp.errors import SettingsError

NEEDED = ("starlette", "uvicorn", "websockets")


@click.command(short_help="Open a page to look at plans, landmarks and results.")
@click.argument(
    "folder",
    metavar="[DIR]",
    required=False,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option("--port", type=click.IntRange(0, 65535), help="8123 or the next that is free.")
@click.option("--open/--no-open", "browser", default=True, help="Whether a browser opens.")
@unit_costs_option
def serve(
    folder: Path | None, host: str, port: int | None, browser: bool, unit_costs: bool
) -> None:
    """Serve a page on this machine: problems, landmarks, planning step by step, and results.

    DIR holds the results of an experiment, or folders of several; they may still be growing. The
    page is for this machine alone; with another --host, its address has a token that one must know.
    Ctrl-C ends it.

    \b
    Examples:
      lamp serve
      lamp serve results --port 9000 --no-open
    """  # noqa: D301 (click reads the backspace)
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise SettingsError(
            f"the page needs {', '.join(missing)}, which are not installed",
            remedy="Install the extra: pip install 'lamp-planner[web]', or uv sync --extra web",
        )
    from lamp.web import serve as serve_page  # noqa: PLC0415

    def announce(url: str) -> None:
        click.echo(f"lamp is at {url} (Ctrl-C ends it)")

    serve_page(folder, (host, port), announce, browser=browser, unit_costs=unit_costs)
