"""Compiling kernels in other processes, which import numba so that this one need not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TypeAlias

COMPILER_PROCESS = "LAMP_COMPILER_PROCESS"
"""Set where a process compiles for another one."""

Report: TypeAlias = Callable[[int, int], object]
"""Called with the number of functions compiled so far, and of all that will be."""


class CompilationStopped(Exception):
    """Another thread has stopped the compilation."""


class Compilation:
    """Processes that compile kernels at the same time, and are stopped together."""

    def __init__(self) -> None:
        self._processes: set[subprocess.Popen[bytes]] = set()
        self._is_stopped = False
        self._lock = threading.Lock()

    def stop(self) -> None:
        """End all processes; none will be started any more."""
        with self._lock:
            self._is_stopped = True
            for process in self._processes:
                process.kill()

    def check(self) -> None:
        """Raise CompilationStopped after `stop`."""
        if self._is_stopped:
            raise CompilationStopped

    def run(self, kernel: str, report: Report) -> bytes | None:
        """Machine code of the kernel that is the package of a name; None if that has failed.

        The code comes through a pipe: the disk may be full.
        """
        command = [sys.executable, "-P", "-m", "lamp.util.compiling", kernel]
        try:
            with self._started(command) as process:
                code = _received(process.stdout, report) if process.stdout else b""
        except (OSError, ValueError):
            self.check()
            return None
        self.check()
        if process.returncode == -signal.SIGINT:
            raise KeyboardInterrupt
        if process.returncode < 0:
            raise RuntimeError(f"compiling {kernel} was ended ({process.returncode})")
        return code if process.returncode == 0 else None

    @contextmanager
    def _started(self, command: list[str]) -> Iterator[subprocess.Popen[bytes]]:
        """A process that ends before this context does."""
        paths = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
        with subprocess.Popen(  # noqa: S603 (our own interpreter)
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": paths, COMPILER_PROCESS: "1"},
        ) as process:
            try:
                with self._lock:
                    self._processes.add(process)
                self.check()
                yield process
            except BaseException:
                process.kill()
                raise
            finally:
                process.wait()
                with self._lock:
                    self._processes.discard(process)


def has_interpreter() -> bool:
    """Whether this process can start another one of Python that compiles for it."""
    is_program = getattr(sys, "frozen", False)  # an executable that would start itself
    return bool(sys.executable) and not is_program and COMPILER_PROCESS not in os.environ


def _received(output: IO[bytes], report: Report) -> bytes:
    """What `__main__` writes: lines with two numbers, an empty line, and machine code."""
    for line in output:
        if not line.strip():
            break
        number, total = map(int, line.split())
        report(number, total)
    return output.read()
