"""What worker processes are for. The server names these functions; only workers call them.

So the planner is loaded in workers alone, and the server stays small and quick.
"""

from __future__ import annotations

import contextlib
from multiprocessing.connection import Connection
from typing import Any

from lamp.web.channel import Channel, init_worker


def serve_session(pipe: Connection[Any, Any]) -> None:
    """Be the worker of a session until its page is gone."""
    init_worker()
    from lamp.web.session_worker import SessionWorker  # noqa: PLC0415

    with contextlib.suppress(EOFError, OSError):
        SessionWorker(Channel(pipe)).serve()


def send_report(pipe: Connection[Any, Any]) -> None:
    """Make one report: from the path of a folder to a page, or to a mistake."""
    init_worker()
    from lamp.web.reports import report_on  # noqa: PLC0415

    with contextlib.suppress(EOFError, OSError):
        channel = Channel(pipe)
        command = channel.receive(None)
        if command:
            report_on(command["folder"], channel)


def send_catalogue(pipe: Connection[Any, Any]) -> None:
    """Send what the page can choose from."""
    init_worker()
    from lamp.web.catalogue import catalogue  # noqa: PLC0415

    with contextlib.suppress(EOFError, OSError):
        Channel(pipe).send("catalogue", **catalogue())


def start_and_end(pipe: Connection[Any, Any]) -> None:
    """Begin and end: what workers are forked from is then ready."""
    pipe.close()
