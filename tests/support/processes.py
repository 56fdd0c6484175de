"""Processes of tests: started in a session of their own, and ended whatever happens.

Tests start processes by the fixture `processes` or by `run`, never by `subprocess` itself (a lint
rule checks it). Each process leads a process group, so that its own children end with it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

from tests.support.paths import ROOT

LIMIT = 300.0
"""Seconds after which a wait has failed: far more than a busy machine needs for anything."""

POLL_SECONDS = 0.02

MARK = "LAMP_TEST_PROCESS"
"""A variable in the environment of every process that a test starts, directly or indirectly."""

RUN = "LAMP_TEST_RUN"
"""The same for all processes of a test run: its workers, servers and browsers among them."""

Command: TypeAlias = Sequence[str | os.PathLike[str]]
Process: TypeAlias = "subprocess.Popen[str]"


def wait_until(holds: Callable[[], Any], what: str = "", seconds: float = LIMIT) -> None:
    """Wait for a condition; fail if it does not hold within a generous limit."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"waited {seconds} s in vain for {what or holds}"
        time.sleep(POLL_SECONDS)


def run(
    command: Command,
    *,
    input: str | None = None,  # noqa: A002 (as in subprocess)
    cwd: Path = ROOT,
    check: bool = False,
    timeout: float = LIMIT,
    **options: Any,
) -> subprocess.CompletedProcess[str]:
    """What a command prints and its exit code; it and its children are gone afterwards.

    Further options are those of `subprocess.Popen`; `env` adds to the environment.
    """
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    if input is not None:
        options["stdin"] = subprocess.PIPE
    with started(command, cwd=cwd, **options) as process:
        output, errors = process.communicate(input, timeout)
    done = subprocess.CompletedProcess(process.args, process.returncode, output, errors)
    if check:
        assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{output}\n{errors}"
    return done


def run_python(code: str, *arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """What a piece of Python prints in a process of its own."""
    return run([sys.executable, "-c", code, *arguments], **options)


def start(command: Command, **options: Any) -> Process:
    """Start a process in a session of its own; who starts it has to `end` it."""
    environment = {**os.environ, **options.pop("env", {})}
    return subprocess.Popen(
        command,
        env=environment,
        text=True,
        encoding="utf-8",
        errors="backslashreplace",
        start_new_session=True,
        **{"cwd": ROOT, **options},
    )


@contextmanager
def started(command: Command, **options: Any) -> Iterator[Process]:
    """A process that runs, and that is ended with its process group at the end of the block."""
    process = start(command, **options)
    try:
        yield process
    finally:
        end(process)


def end(process: Process) -> None:
    """Kill a process and its group, wait until all of it is gone, and close the pipes to it."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(LIMIT)
    wait_until(lambda: not group_members(process.pid), "the processes of a group to end")
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(BrokenPipeError):
                pipe.close()


class Processes:
    """The processes of one test; the fixture `processes` ends them when the test is over."""

    def __init__(self) -> None:
        self._running: list[Process] = []

    def start(self, command: Command, **options: Any) -> Process:
        """Start a process; the options are those of `subprocess.Popen`, `env` adds variables."""
        process = start(command, **options)
        self._running.append(process)
        return process

    def end_all(self) -> None:
        """End all of them, even if ending one of them fails."""
        with ExitStack() as stack:
            while self._running:
                stack.callback(end, self._running.pop())


def is_alive(pid: int) -> bool:
    """Whether a process exists and is not a zombie (Linux only)."""
    try:
        return _fields(pid)[0] not in ("Z", "X")
    except (OSError, IndexError):
        return False


def group_members(group: int) -> list[int]:
    """The living processes of a process group (Linux only)."""
    return [pid for pid in _processes() if _field(pid, 2) == str(group) and is_alive(pid)]


def children_of(parent: int) -> list[int]:
    """The living processes that a process has started itself (Linux only)."""
    return [pid for pid in _processes() if _field(pid, 1) == str(parent) and is_alive(pid)]


def command_line(pid: int) -> str:
    """The command of a process, or nothing where it has ended (Linux only)."""
    with suppress(OSError):
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        return b" ".join(words).decode(errors="replace")
    return ""


def marked_processes(value: str, variable: str = MARK) -> list[int]:
    """The living processes, other than this one, that have inherited a variable (Linux only)."""
    entry = f"{variable}={value}".encode()
    marked = []
    for pid in _processes():
        with suppress(OSError):
            variables = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
            if entry in variables and pid != os.getpid() and is_alive(pid):
                marked.append(pid)
    return marked


def kill_all(pids: Iterable[int]) -> None:
    """Kill processes, if they have not ended by now."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _processes() -> list[int]:
    return [int(path.name) for path in Path("/proc").glob("[0-9]*")]


def _fields(pid: int) -> list[str]:
    """The fields of /proc/PID/stat behind the name: state, parent, group and more."""
    return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()


def _field(pid: int, index: int) -> str:
    try:
        return _fields(pid)[index]
    except (OSError, IndexError):  # it has just ended
        return ""
