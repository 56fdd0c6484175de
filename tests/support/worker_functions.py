"""Functions that worker processes of tests run: this module must not import pytest."""

from __future__ import annotations

import os
import signal
import sys
import time
from multiprocessing.connection import Connection
from typing import Any

from lamp.util import WorkerProcess, spawn_context

PREPARED: list[object] = []
"""What the workers of a pool were prepared with."""


def echo(pipe: Connection[Any, Any], *arguments: object) -> None:
    """Send the process id and the arguments, then what comes, until the pipe ends."""
    pipe.send((os.getpid(), arguments))
    while True:
        pipe.send(pipe.recv())


def end_with(pipe: Connection[Any, Any], code: int) -> None:
    """End with an exit code."""
    sys.exit(code)


def be_killed(pipe: Connection[Any, Any]) -> None:
    """End by a signal."""
    os.kill(os.getpid(), signal.SIGKILL)


def ignore_everything(pipe: Connection[Any, Any]) -> None:
    """Close the pipe and go on."""
    pipe.close()
    while True:
        time.sleep(1)


def start_echo_and_wait() -> None:
    """Start a worker, print its process id, and wait."""
    worker = WorkerProcess(spawn_context(), ignore_everything_after_pid)
    worker.start()
    print(worker.pipe.recv(), flush=True)  # noqa: T201
    time.sleep(1000)


def ignore_everything_after_pid(pipe: Connection[Any, Any]) -> None:
    """Send the process id and go on without a look at the pipe."""
    pipe.send(os.getpid())
    while True:
        time.sleep(1)


def prepare(argument: object) -> None:
    """Remember what a worker of a pool is prepared with."""
    PREPARED.append(argument)


def prepared_with(_: int) -> list[object]:
    """What this worker was prepared with."""
    return PREPARED


def die(_: int) -> None:
    """Kill this process."""
    os.kill(os.getpid(), signal.SIGKILL)
