"""A small kernel of two files, with a cache of its own, for tests of compiling."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from tests.support.processes import run_python

FUNCTION = """
from lamp.util.compiling import entry
from {package}.helper import NUMBER, more

@entry
def answer() -> int:
    return more(NUMBER)
"""
HELPER = """
from lamp.util.compiling import inlined

NUMBER = {}

@inlined
def more(number: int) -> int:
    return number + {}
"""
"""The second file of the kernel: a constant and a function that the first one uses."""
CALL = """
import sys
from lamp.util import load_kernels
from lamp.util.progress import progress_shown_by
from kernel.function import answer

reports = []
with progress_shown_by(reports.append):
    load_kernels("kernel")
print(not reports, answer(), flush=True)
"""
"""Prints whether nothing had to be compiled, and the answer."""
IN_COMPILER = "import os, signal, sys, time\nif 'LAMP_COMPILER_PROCESS' in os.environ: "
"""What follows is done by the process that compiles, and by no other."""


class KernelFolder:
    """A folder with a kernel and a cache."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.add("kernel")
        paths = filter(None, [str(folder), os.environ.get("PYTHONPATH")])
        self.environment = {
            "LAMP_CACHE_DIR": str(folder / "cache"),
            "NUMBA_DISABLE_JIT": "0",
            "PYTHONDONTWRITEBYTECODE": "1",  # files change within a second
            "PYTHONPATH": os.pathsep.join(paths),
        }

    def add(self, package: str, function: str = "") -> None:
        """Write a kernel, with a text of its first file."""
        folder = self.folder.joinpath(*package.split("."))
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text("")
        (folder / "function.py").write_text(function or FUNCTION.format(package=package))
        self.write(1, 1, package=package)

    def write(self, number: int, further: int, code: str = "", package: str = "kernel") -> None:
        """Write the helper of a kernel with a constant, a function, and code that is run first."""
        path = self.folder.joinpath(*package.split("."), "helper.py")
        path.write_text(code + HELPER.format(number, further))

    def call(self, before: str = "", after: str = "", **changes: Any) -> str:
        """What a process prints that loads the kernel and calls it, with code around it."""
        options = {"cwd": self.folder, **changes}
        options["env"] = self.environment | options.pop("env", {})
        done = run_python(before + CALL + after, check=True, **options)
        assert done.stderr == ""
        return done.stdout.strip()

    def kept(self) -> list[Path]:
        """The files of machine code."""
        return sorted((self.folder / "cache" / "machine_code").glob("*.o"))
