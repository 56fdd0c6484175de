"""Reports of results folders, made in a worker process: statistics take their time."""

from __future__ import annotations

from pathlib import Path

from lamp.errors import LampError
from lamp.reporting import make_report
from lamp.reporting.page import to_html
from lamp.web.line import Line


def report_on(folder: str, line: Line) -> None:
    """Tell the page of a folder's results, or why there is none."""
    try:
        line.tell("report", html=to_html(make_report(Path(folder))))
    except LampError as error:
        line.tell("error", text=error.cause, remedy=error.hint)
