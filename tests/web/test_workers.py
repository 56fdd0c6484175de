"""The processes in which sessions plan: they end with their page, and their death is reported."""

from __future__ import annotations

import os
import signal
import socket
from typing import TYPE_CHECKING

import pytest

from lamp.web.limits import COMMANDS
from tests.support.page_server import ENDLESS_GROUNDING, served
from tests.support.processes import LIMIT, wait_until
from tests.support.sampling import examples

if TYPE_CHECKING:
    from tests.support.page_server import Server

pytestmark = [pytest.mark.needs("web", "linux"), pytest.mark.slow]


def test_closing_a_page_ends_its_worker(server: Server) -> None:
    before = server.children_at_rest()
    with server.session() as session:
        session.search_without_end()
        assert server.children() > before
    wait_until(lambda: server.children() <= before, "the worker to end")


def test_closing_a_page_ends_its_worker_however_many_commands_wait(server: Server) -> None:
    before = server.children_at_rest()
    session = server.session()
    session.send("load", **ENDLESS_GROUNDING)
    session.until("busy")
    for _ in range(COMMANDS - 100):
        session.send("step")
    session.connection.socket.shutdown(socket.SHUT_RDWR)
    wait_until(lambda: server.children() <= before, "the worker to end")


def test_too_many_waiting_commands_end_the_worker_but_not_the_session(server: Server) -> None:
    with server.session() as session:
        session.send("load", **ENDLESS_GROUNDING)
        session.until("busy")
        for _ in range(COMMANDS + 1):
            session.send("step")
        assert "has died" in session.until("error")["text"]
        assert session.load("elevators:p2")["domain"] == "elevators"


def test_the_death_of_a_worker_is_reported_and_loading_again_starts_another(server: Server) -> None:
    before = server.children_at_rest()
    with server.session() as session:
        session.load("elevators:p2")
        (worker,) = server.children() - before
        os.kill(worker, signal.SIGKILL)
        assert "has died" in session.until("error")["text"]
        assert session.load("elevators:p2")["domain"] == "elevators"


def test_pages_that_disconnect_while_messages_are_sent_leave_no_worker_and_no_errors() -> None:
    # Errors can only be read at the end of a server: of its own, by SIGTERM, in order.
    with served() as server:
        for _ in range(examples(20)):
            session = server.session()
            session.load("elevators:p2")
            session.send("start", settings={"rollouts": 1, "budget": 10**6})
            session.send("run", delay=0)
            session.until("step")
            session.disconnect()
        server.children_at_rest()
        server.process.terminate()
        _, errors = server.process.communicate(timeout=LIMIT)
        assert errors == ""
        wait_until(lambda: not server.processes(), "all processes to end")


def test_the_death_of_the_fork_server_ends_its_workers_and_loading_again_starts_others(
    server: Server,
) -> None:
    with server.session() as session:
        session.search_without_end()
        before = server.children()
        os.kill(server.fork_server(), signal.SIGKILL)
        while "has died" not in session.receive().get("text", ""):
            pass
        assert session.load("elevators:p2")["domain"] == "elevators"
        wait_until(lambda: len(before & server.children()) == 1, "all but the resource tracker")
