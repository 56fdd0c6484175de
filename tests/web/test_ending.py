"""How `lamp serve` ends: by Ctrl-C, and killed; `test_workers.py` ends one by SIGTERM."""

from __future__ import annotations

import os
import signal

import pytest

from tests.support.page_server import served
from tests.support.processes import LIMIT, wait_until

pytestmark = [pytest.mark.needs("web", "linux"), pytest.mark.slow]


def test_ctrl_c_ends_the_server_and_its_workers_without_errors() -> None:
    with served() as server, server.session() as session:
        session.load("elevators:p2")
        server.process.send_signal(signal.SIGINT)
        _, errors = server.process.communicate(timeout=LIMIT)
        assert errors == ""
        assert server.process.returncode == 0
        wait_until(lambda: not server.processes(), "all processes to end")


def test_ctrl_c_while_the_fork_server_starts_ends_the_server_without_errors() -> None:
    with served() as server:
        wait_until(lambda: len(server.children()) == 2, "the fork server to start")
        os.killpg(server.process.pid, signal.SIGINT)  # as a terminal does
        _, errors = server.process.communicate(timeout=LIMIT)
        assert server.process.returncode in (0, 130)
        assert "Traceback" not in errors


def test_the_processes_of_a_server_that_is_killed_end_by_themselves() -> None:
    with served() as server, server.session() as session:
        session.search_without_end()
        assert len(server.processes()) > 2
        server.process.kill()
        server.process.wait()
        wait_until(lambda: not server.processes(), "all processes to end")
