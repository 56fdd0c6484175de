"""`lamp server` and `lamp client`."""

from __future__ import annotations

import json
import signal
import socket
from subprocess import PIPE

import pytest

from lamp.ippc.client import Address
from lamp.ippc.setting import HOST
from tests.support.cli import LAMP, lamp
from tests.support.competition import REQUEST, connection, parsed, refusing_address
from tests.support.processes import LIMIT, Process, Processes


def started_server(processes: Processes, *options: str) -> tuple[Process, Address]:
    """A server as a process, and its address."""
    command = [*LAMP, "server", "triangle_tireworld:p1", "--port", "0", "--json", *options]
    process = processes.start(command, stdout=PIPE, stderr=PIPE)
    assert process.stdout
    first = json.loads(process.stdout.readline())
    assert first["problems"] == ["triangle-tire-1"]
    return process, Address(first["host"], first["port"])


@pytest.mark.slow
def test_client_and_server_report_the_same_score_for_a_session(processes: Processes) -> None:
    server, address = started_server(processes, "--sessions", "1", "--rounds", "3", "--seed", "5")
    done = lamp("client", str(address), "triangle_tireworld:p1", "--seed", "5", "--json")
    output, errors = server.communicate(timeout=LIMIT)
    assert (done.returncode, server.returncode, errors) == (0, 0, "")
    played, report = json.loads(done.stdout), json.loads(output)
    assert played["session"] == report["session"] == 1
    assert len(played["ends"]) == 3
    names = ("rounds", "played", "successes", "mean_turns", "mean_milliseconds")
    assert [played[name] for name in names] == [report[name] for name in names]
    assert (report["client"], report["problem"], report["error"]) == ("lamp", "triangle-tire-1", "")


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_in_the_middle_of_a_session(
    number: signal.Signals, processes: Processes
) -> None:
    server, address = started_server(processes)
    with connection(address) as (line, file):
        line.sendall(REQUEST.replace(">p<", ">triangle-tire-1<").encode())
        assert parsed(file.readline()).tag == "session-init"
        server.send_signal(number)
        output, errors = server.communicate(timeout=LIMIT)
        assert not file.read()
    assert (server.returncode, output, errors) == (0, "", "")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["client", "localhost", "elevators:p1"], 2),
        (["client", "localhost:x", "elevators:p1"], 2),
        (["server", "nowhere.ppddl"], 1),
        (["server"], 2),
    ],
)
def test_wrong_arguments_of_client_and_server_have_documented_exit_codes(
    arguments: list[str], code: int
) -> None:
    assert lamp(*arguments).returncode == code


def test_a_server_whose_port_is_taken_is_an_error_that_names_the_option() -> None:
    with socket.create_server((HOST, 0)) as listener:
        port = str(listener.getsockname()[1])
        done = lamp("server", "elevators:p1", "--port", port)
    assert done.returncode == 2
    assert "Choose another --port" in done.stderr


def test_a_client_without_a_server_ends_with_a_remote_error() -> None:
    with refusing_address() as address:
        done = lamp("client", str(address), "elevators:p1", "--planner", "uct", "--json")
    assert done.returncode == 76
    assert json.loads(done.stdout)["error"]["kind"] == "RemoteError"
