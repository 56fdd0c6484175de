"""The kernels, compiled once for all processes of a test run, while other tests run already.

The controlling process starts `python -m tests.support.compiling` before any test. Tests of
packages that need machine code use the fixture `compiled_kernels`, which waits for it. Without
this, every process would compile the same functions at the same time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.support.paths import ROOT
from tests.support.processes import end, is_alive, run_python, start, wait_until

VARIABLE = "LAMP_TESTS_COMPILING"
"""Holds the number of the process that compiles, for the workers of a parallel run."""


class Compilation:
    """The compilation of a test run, seen by the process that started it."""

    def __init__(self) -> None:
        self._process = start(
            [sys.executable, "-m", "tests.support.compiling"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.environ[VARIABLE] = str(self._process.pid)

    def end(self) -> None:
        """Stop, finished or not."""
        end(self._process)
        os.environ.pop(VARIABLE, None)


def is_compiling() -> bool:
    """Whether a process of this test run has been started for it, by this process or above it."""
    return VARIABLE in os.environ


def wait_for_kernels() -> None:
    """Wait until the process that compiles has ended; an error shows in the test that compiles."""
    pid = os.environ.get(VARIABLE)
    if pid and Path("/proc/self/stat").exists():
        wait_until(lambda: not is_alive(int(pid)), "the kernels to be compiled", seconds=1200)


def compile_kernels() -> None:
    """Compile what the planners and the exact solvers use, unless it is on disk."""
    from lamp.exact import KERNELS
    from lamp.search import Lamp, Lrtdp
    from lamp.util import load_kernels

    load_kernels(*{*Lamp.kernels, *Lrtdp.kernels, *KERNELS})


def compiled_and_not(code: str) -> list[subprocess.CompletedProcess[str]]:
    """What a program does with compilation and without it, and with another seed for hashes."""
    return [
        run_python(
            code, env={"NUMBA_DISABLE_JIT": disabled, "PYTHONHASHSEED": disabled}, check=True
        )
        for disabled in ("0", "1")
    ]


if __name__ == "__main__":
    os.chdir(ROOT)
    compile_kernels()
