"""Machine code of kernels: kept on disk by content, and done without where there is no disk."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.processes import run_python

COMPILE = """
import numpy as np
from lamp.search import kernel

table = np.full(2, -1, dtype=np.int32)
kernel.rehash(table, np.zeros((1, 1), dtype=np.uint64), 1)
print(kernel.__file__, len(table))
"""
"""Compiles one small kernel function."""

NO_FILES = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))"
"""From here on, nothing can be written to disk."""

KERNEL_FUNCTION = """
from lamp.compiling import entry, is_kept
from kernel.helper import NUMBER, more

@entry
def answer() -> int:
    return more(NUMBER)

print(is_kept(answer), answer())
"""
HELPER = """
from lamp.compiling import inlined

NUMBER = {}

@inlined
def more(number: int) -> int:
    return number + {}
"""

COMPILED = {"NUMBA_DISABLE_JIT": "0"}


@pytest.mark.slow
def test_a_read_only_installation_still_runs(tmp_path: Path) -> None:
    # A package in a zip file cannot be written to, and neither can a home that is no folder.
    archive = tmp_path / "lamp.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for path in (ROOT / "src" / "lamp").rglob("*.py"):
            file.write(path, path.relative_to(ROOT / "src"))
    home = {"HOME": "/dev/null", "XDG_CACHE_HOME": "/dev/null", "NUMBA_CACHE_DIR": ""}
    done = run_python(COMPILE, env={**COMPILED, **home, "PYTHONPATH": str(archive)})
    assert done.stderr == ""
    assert done.stdout.split() == [str(archive / "lamp/search/kernel/__init__.py"), "2"]


@pytest.mark.slow
def test_a_cache_that_cannot_be_written_or_read_is_done_without(tmp_path: Path) -> None:
    def compile_with(cache: Path, before: str = "") -> str:
        environment = {**COMPILED, "NUMBA_CACHE_DIR": str(cache)}
        return run_python(before + COMPILE, env=environment, check=True).stdout.split()[-1]

    def kept() -> list[Path]:
        return [path for path in tmp_path.rglob("*.nb?") if path.stat().st_size]

    assert compile_with(tmp_path, NO_FILES) == "2"
    assert not kept()
    assert compile_with(tmp_path) == "2"
    assert kept()
    for path in kept():
        path.write_bytes(path.read_bytes()[:50])
    assert compile_with(tmp_path) == "2"


@pytest.mark.slow
def test_machine_code_is_made_anew_when_any_file_of_its_kernel_has_changed(tmp_path: Path) -> None:
    kernel_folder = tmp_path / "kernel"
    kernel_folder.mkdir()
    (kernel_folder / "__init__.py").write_text("")
    (kernel_folder / "function.py").write_text(KERNEL_FUNCTION)

    def run_with(number: int, further: int) -> str:
        (kernel_folder / "helper.py").write_text(HELPER.format(number, further))
        folders = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
        environment = {
            **COMPILED,
            "PYTHONPATH": folders,
            "PYTHONDONTWRITEBYTECODE": "1",  # files change within a second
            "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        }
        return run_python("import kernel.function", env=environment, check=True).stdout

    assert run_with(1, 1) == "False 2\n"
    assert run_with(1, 1) == "True 2\n"  # written again: only the date is another one
    assert run_with(5, 1) == "False 6\n"
    assert run_with(5, 2) == "False 7\n"
    assert run_with(5, 2) == "True 7\n"
