"""Cold starts of real kernels in little time: compiling is counted, and takes what is on disk.

What decides who compiles, and who waits, is lamp's own; only the compiler itself is replaced, in
all processes that inherit the environment. `tests/util` compiles small kernels in earnest.
"""

from __future__ import annotations

from pathlib import Path

from lamp.util import cache_folder

SITE = """
import os, time
from pathlib import Path
from lamp.util.compiling.kernels import Kernel
from lamp.util.compiling.machine_code import CHECKSUM_BYTES

def compile_kernel(kernel, report):
    with open(os.environ["COMPILATIONS"], "a") as file:
        file.write(f"{kernel.name}\\n")
    time.sleep(0.5)
    path = Path(os.environ["COMPILED"]) / kernel.file_name
    return path.read_bytes()[CHECKSUM_BYTES:]

Kernel.compile = compile_kernel
"""
"""Run by each Python at its start: its module is named `sitecustomize`."""


class ColdStart:
    """A cache without machine code, and a list of what is compiled into it."""

    def __init__(self, folder: Path) -> None:
        (folder / "sitecustomize.py").write_text(SITE)
        self._list = folder / "compilations"
        self._list.touch()
        self.environment = {
            "COMPILATIONS": str(self._list),
            "COMPILED": str(cache_folder() / "machine_code"),
            "LAMP_CACHE_DIR": str(folder / "cache"),
            "PYTHONPATH": str(folder),
        }

    @property
    def compiled(self) -> list[str]:
        """The names of the kernels that were compiled, sorted; each as often as it was."""
        return sorted(self._list.read_text().split())
