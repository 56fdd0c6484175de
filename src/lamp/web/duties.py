"""What worker processes are for. The server names these functions; only workers call them.

So the planner is loaded in workers alone, and the server stays small and quick.
"""

from __future__ import annotations

import contextlib
from multiprocessing.connection import Connection
from typing import Any

from lamp.web.line import Line, be_a_worker


def plan(pipe: Connection[Any, Any]) -> None:
    """Be the worker of a session until its page is gone."""
    be_a_worker()
    from lamp.web.desk import Desk  # noqa: PLC0415

    with contextlib.suppress(EOFError, OSError):
        Desk(Line(pipe)).serve()


def report(pipe: Connection[Any, Any]) -> None:
    """Make one report: from the path of a folder to a page, or to a mistake."""
    be_a_worker()
    from lamp.web.reports import report_on  # noqa: PLC0415

    with contextlib.suppress(EOFError, OSError):
        line = Line(pipe)
        command = line.hear(None)
        if command:
            report_on(command["folder"], line)


def offer(pipe: Connection[Any, Any]) -> None:
    """Tell what the page can choose from."""
    be_a_worker()
    from lamp.web.catalogue import catalogue  # noqa: PLC0415

    with contextlib.suppress(EOFError, OSError):
        Line(pipe).tell("catalogue", **catalogue())


def nothing(pipe: Connection[Any, Any]) -> None:
    """Begin and end: what workers are forked from is then ready."""
    pipe.close()
