"""Running commands: in this process, where the result is the same, or in a new one."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from lamp.cli import run as run_command
from tests.support.paths import ROOT
from tests.support.processes import run

LAMP = [sys.executable, "-m", "lamp"]
"""The command as a process."""

COURIER = ("examples/courier/domain.ppddl", "examples/courier/problem.ppddl")
"""A domain and a problem from outside the paper, as seen from the root of the repository."""


class Done(NamedTuple):
    """What a command did."""

    returncode: int
    stdout: str
    stderr: str


def lamp(*arguments: str, cwd: Path = ROOT) -> Done:
    """Run a command in this process, in a folder, as `lamp.cli.main` does.

    Signals, standard streams, locales, the environment and what is imported at the start are the
    business of a process: for these, take `lamp_process`.
    """
    output, errors = _stream(), _stream()
    with (
        contextlib.chdir(cwd),
        patch.object(sys, "stdout", output),
        patch.object(sys, "stderr", errors),
    ):
        try:
            code = run_command(list(arguments))
        except SystemExit as ending:
            code = ending.code if isinstance(ending.code, int) else int(ending.code is not None)
        texts = [_text(stream) for stream in (output, errors)]
    return Done(code, *texts)


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace")


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.detach()
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()


def lamp_process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own; the options are those of `processes.run`."""
    return run([*LAMP, *arguments], **options)
