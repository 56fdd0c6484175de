"""A server of `lamp serve` for the tests, and sessions that speak to it as a page does."""

from __future__ import annotations

import json
import re
import socket
import struct
import subprocess
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from lamp.experiments.grid_file import parse_grid
from lamp.experiments.rows import Row
from lamp.experiments.store import Store
from lamp.search import PAPER
from tests.support.cli import LAMP
from tests.support.processes import (
    LIMIT,
    Process,
    children_of,
    command_line,
    group_members,
    started,
    wait_until,
)

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

ENDLESS_SEARCH = {"rollouts": 10**9}
"""Settings with which a decision does not end by itself."""

_OBJECTS = [f"o{number}" for number in range(40)]
ENDLESS_GROUNDING = {
    "domain": """(define (domain endless) (:predicates (p ?a ?b) (q))
      (:action go :parameters (?a ?b ?c ?d ?e) :effect (q)
       :precondition (and (p ?a ?b) (p ?b ?c) (p ?c ?d) (p ?d ?e) (not (p ?a ?e)))))""",
    "problem": f"""(define (problem p) (:domain endless) (:goal (q))
      (:objects {" ".join(_OBJECTS)})
      (:init {" ".join(f"(p {a} {b})" for a in _OBJECTS for b in _OBJECTS)}))""",
}
"""A problem whose grounding takes minutes."""

SMALL_DOMAIN = """(define (domain small)
  (:predicates (there))
  (:action go
    :effect (probabilistic 0.7 (there) 0.3 (not (there)))))"""
SMALL_PROBLEM = "(define (problem small) (:domain small) (:goal (there)))"
WRONG_DOMAIN = SMALL_DOMAIN.replace("0.3", "0.5")
"""Its probabilities sum to 1.2, in line 4."""


class Answer(NamedTuple):
    """What the server answered."""

    status: int
    headers: dict[str, str]
    text: str


class Server(NamedTuple):
    """A server that runs."""

    url: str
    process: Process

    def get(self, path: str, **headers: str) -> Answer:
        """Ask for something; redirections are not followed."""
        request = urllib.request.Request(self.url.partition("?")[0] + path.lstrip("/"))
        for name, value in headers.items():
            request.add_header(name, value)
        opener = urllib.request.build_opener(_NoRedirect)
        try:
            with opener.open(request, timeout=LIMIT) as response:
                return Answer(response.status, dict(response.headers), response.read().decode())
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, dict(error.headers), error.read().decode())

    def processes(self) -> list[int]:
        """The server and all processes that it has made, even if it is gone (Linux only)."""
        return group_members(self.process.pid)

    def children(self) -> set[int]:
        """What the server has made: its workers, and what is there without any (Linux only)."""
        return set(self.processes()) - {self.process.pid}

    def children_at_rest(self) -> set[int]:
        """The two that are there without workers: the fork server and the resource tracker."""
        wait_until(lambda: len(self.children()) == 2, "all workers to end")
        return self.children()

    def fork_server(self) -> int:
        """The process from which workers are forked (Linux only)."""
        (pid,) = (
            child for child in children_of(self.process.pid) if "forkserver" in command_line(child)
        )
        return pid

    def json(self, path: str) -> Any:
        """Ask for something that is JSON."""
        return json.loads(self.get(path).text)

    def session(self, **options: Any) -> Session:
        """A session, as that of a page."""
        from websockets.sync.client import connect

        address = self.url.partition("?")[0].replace("http://", "ws://") + "session"
        options |= {"open_timeout": LIMIT, "ping_interval": None, "max_size": None}
        # Always read, or the server would take a test that waits elsewhere for a closed page.
        opened = connect(address, max_queue=None, compression=None, **options)
        return Session(opened.__enter__())  # which closes when the session does


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *anything: Any) -> None:
        """Do not follow."""


class Session:
    """One connection, as a page has it."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def send(self, kind: str, **more: Any) -> None:
        """Give a command."""
        self.connection.send(json.dumps({"type": kind, **more}))

    def receive(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.connection.recv(timeout=LIMIT))
        return message

    def until(self, *kinds: str) -> dict[str, Any]:
        """The next message of some kinds; others are skipped, but an error must be expected."""
        while True:
            message = self.receive()
            if message["type"] in kinds:
                return message
            assert message["type"] != "error", message

    def load(self, name: str) -> dict[str, Any]:
        """Load a benchmark; what is said about it."""
        self.send("load", name=name)
        problem = self.until("problem")
        self.until("loaded")
        return problem

    def episode(self, **settings: Any) -> list[dict[str, Any]]:
        """All messages of an episode, from its beginning to its end."""
        self.send("start", settings=settings)
        self.send("run", delay=0)
        messages = [self.until("ready")]
        while messages[-1]["type"] != "end":
            messages.append(self.until("step", "end"))
        return messages

    def search_without_end(self, problem: str = "zenotravel:p5") -> None:
        """Load a problem, and wait until a decision is under way that does not end by itself."""
        self.load(problem)
        self.send("start", settings=ENDLESS_SEARCH)
        self.send("step")
        assert self.until("thinking")["rollouts"] > 0

    def disconnect(self) -> None:
        """Break the connection off, as when the machine of a page is gone: nothing is said."""
        reset = struct.pack("ii", 1, 0)  # do not linger
        self.connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
        self.connection.socket.close()

    def close(self) -> None:
        """Close the connection in order."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *anything: object) -> None:
        self.close()


def store_results(folder: Path, runs: int) -> None:
    """Write the results of four configurations as an experiment does, or what is new of them."""
    grid = parse_grid(
        f'problems = ["elevators:p2"]\nruns = {runs}\n'
        "[settings]\nrollouts = [5, 10]\ngreediness = [0, 1]\n"
    )
    with Store(folder, grid) as store:
        store.add(
            Row(
                configuration.key,
                run,
                grid.seed_of(configuration, run),
                "goal",
                cost=10 + run,
                seconds_taken=0.5,
            )
            for configuration in grid.configurations
            for run in range(runs)
        )


def paper_address(prefix: str = "", **changes: Any) -> str:
    """The paper's settings, some of them changed, as the address of the page has them."""
    settings = {**PAPER, **changes}
    return "&".join(f"{prefix}{name}={str(value).lower()}" for name, value in settings.items())


@contextmanager
def served(*arguments: str | Path, **options: Any) -> Iterator[Server]:
    """A server with some arguments, at a free port; the options are those of its process.

    At the end of the block, SIGTERM must end it, whatever the test did with it; processes that it
    has started and that still run are killed. If the test has failed, all of them are killed.
    """
    command = [*LAMP, "serve", "--no-open", "--port", "0", *map(str, arguments)]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        environment = {"TMPDIR": folder, **options.pop("env", {})}
        with started(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            **options,
        ) as process:
            assert process.stdout
            assert process.stderr
            address = re.search(r"http://\S+", process.stdout.readline())
            assert address, process.stderr.read()
            yield Server(address.group(), process)
            process.terminate()  # does nothing where it has ended
            process.wait(LIMIT)
