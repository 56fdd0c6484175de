"""A server of `lamp serve` for the tests, and sessions that speak to it as a page does."""

from __future__ import annotations

import json
import re
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Self

from websockets.sync.client import ClientConnection, connect

from lamp.search import PAPER
from tests.support.cli import LAMP

PATIENCE = 120.0
"""Seconds to wait for what should come soon; the first session may have to compile."""


class Answer(NamedTuple):
    """What the server answered."""

    status: int
    headers: dict[str, str]
    text: str


class Server(NamedTuple):
    """A server that runs."""

    url: str
    process: subprocess.Popen[str]

    def get(self, path: str, **headers: str) -> Answer:
        """Ask for something; redirections are not followed."""
        request = urllib.request.Request(self.url.partition("?")[0] + path.lstrip("/"))
        for name, value in headers.items():
            request.add_header(name, value)
        opener = urllib.request.build_opener(_NoRedirect)
        try:
            with opener.open(request, timeout=PATIENCE) as found:
                return Answer(found.status, dict(found.headers), found.read().decode())
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, dict(error.headers), error.read().decode())

    def processes(self) -> list[int]:
        """The server, and all that it, or what it forks from, has started (Linux only)."""
        found = [self.process.pid]
        for parent in found:
            for task in Path(f"/proc/{parent}/task").glob("*/children"):
                found += [int(one) for one in task.read_text().split()]
        return found

    def json(self, path: str) -> Any:
        """Ask for something that is JSON."""
        return json.loads(self.get(path).text)

    def session(self, **options: Any) -> Session:
        """A session, as that of a page."""
        address = self.url.partition("?")[0].replace("http://", "ws://") + "session"
        opened = connect(address, max_size=None, open_timeout=PATIENCE, compression=None, **options)
        return Session(opened.__enter__())  # which closes when the session does


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *anything: Any) -> None:
        """Do not follow."""


class Session:
    """One connection, as a page has it."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def say(self, do: str, **more: Any) -> None:
        """Give a command."""
        self.connection.send(json.dumps({"do": do, **more}))

    def hear(self) -> dict[str, Any]:
        """The next message."""
        found: dict[str, Any] = json.loads(self.connection.recv(timeout=PATIENCE))
        return found

    def until(self, *kinds: str) -> dict[str, Any]:
        """The next message of some kinds; others are skipped, but an error must be expected."""
        while True:
            message = self.hear()
            if message["is"] in kinds:
                return message
            assert message["is"] != "error", message

    def load(self, name: str) -> dict[str, Any]:
        """Load a benchmark; what is said about it."""
        self.say("load", name=name)
        problem = self.until("problem")
        self.until("loaded")
        return problem

    def episode(self, **settings: Any) -> list[dict[str, Any]]:
        """All messages of an episode, from its beginning to its end."""
        self.say("start", settings=settings)
        self.say("run", delay=0)
        messages = [self.until("ready")]
        while messages[-1]["is"] != "end":
            messages.append(self.until("step", "end"))
        return messages

    def close(self) -> None:
        """Go away."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *anything: object) -> None:
        self.close()


def paper_address(prefix: str = "", **changes: Any) -> str:
    """The paper's settings, some of them changed, as the address of the page has them."""
    settings = {**PAPER, **changes}
    return "&".join(f"{prefix}{name}={str(value).lower()}" for name, value in settings.items())


@contextmanager
def served(*arguments: str | Path, **options: Any) -> Iterator[Server]:
    """A server with some arguments, at a free port; the options are those of its process."""
    command = [*LAMP, "serve", "--no-open", "--port", "0", *map(str, arguments)]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        **options,
    )
    try:
        assert process.stdout
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found, process.communicate()
        yield Server(found.group(), process)
    finally:
        process.terminate()
        try:
            process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
