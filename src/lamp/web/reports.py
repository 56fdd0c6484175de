"""Reports of results folders, made in a worker process: statistics take their time."""

from __future__ import annotations

from pathlib import Path

from lamp.errors import LampError
from lamp.reporting import make_report, to_html
from lamp.web.channel import Channel


def report_on(folder: str, channel: Channel) -> None:
    """Tell the page of a folder's results, or why there is none."""
    try:
        channel.send("report", html=to_html(make_report(Path(folder))))
    except LampError as error:
        channel.send("error", text=error.cause, remedy=error.hint)
