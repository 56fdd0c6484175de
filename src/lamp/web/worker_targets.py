"""The functions that worker processes run. The server names them; only workers call them.

So the planner is loaded in workers alone, and the server stays small and quick.
"""

from __future__ import annotations

from multiprocessing.connection import Connection
from typing import Any

from lamp.web.channel import Channel, lower_process_priority


def serve_session(pipe: Connection[Any, Any]) -> None:
    """Plan for a session until its page is gone."""
    lower_process_priority()
    from lamp.web.session_worker import SessionWorker  # noqa: PLC0415

    SessionWorker(Channel(pipe)).serve()


def send_report(pipe: Connection[Any, Any]) -> None:
    """Make one report: from the path of a folder to a page, or to a mistake."""
    lower_process_priority()
    from lamp.web.reports import report_on  # noqa: PLC0415

    channel = Channel(pipe)
    command = channel.receive(None)
    if command:
        report_on(command["folder"], channel)


def send_catalogue(pipe: Connection[Any, Any]) -> None:
    """Send what the page can choose from."""
    lower_process_priority()
    from lamp.web.catalogue import catalogue  # noqa: PLC0415

    Channel(pipe).send("catalogue", **catalogue())


def start_and_end(pipe: Connection[Any, Any]) -> None:
    """Start and end: the fork server is ready then."""
    pipe.close()
