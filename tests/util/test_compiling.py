"""Machine code of kernels: cached on disk by content, and compiled without a cache if need be."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path
from typing import Any

import pytest

from lamp.util.compiling import entry, kernel_files
from tests.support.paths import ROOT
from tests.support.processes import run_python

KERNEL_FUNCTION = """
from lamp.util.compiling import entry, is_kept
from kernel.helper import NUMBER, more

@entry
def answer() -> int:
    return more(NUMBER)

print(is_kept(answer), answer(), flush=True)
"""
HELPER = """
from lamp.util.compiling import inlined

NUMBER = {}

@inlined
def more(number: int) -> int:
    return number + {}
"""
"""A kernel of two files, of which the second has a constant and a function of the first."""

IN_PROCESSES = """
import os
import resource
from pathlib import Path

import numba

numba.njit(lambda: 0)()  # what numba does at the first compilation takes longest: once is enough

def in_process(work):
    # What a new process does that has used numba, but has imported no kernel.
    pid = os.fork()
    if not pid:
        work()
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0

def call():
    import kernel.function

def write(number, further):
    Path("kernel/helper.py").write_text(Path("helper.txt").read_text().format(number, further))
"""


@pytest.fixture
def kernel_folder(tmp_path: Path) -> Path:
    """A folder with a kernel, in which `IN_PROCESSES` can run."""
    (tmp_path / "kernel").mkdir()
    (tmp_path / "kernel" / "__init__.py").write_text("")
    (tmp_path / "kernel" / "function.py").write_text(KERNEL_FUNCTION)
    (tmp_path / "helper.txt").write_text(HELPER)
    return tmp_path


def run_in_processes(folder: Path, code: str) -> list[str]:
    """The lines that the processes of a program print."""
    paths = filter(None, [str(folder), os.environ.get("PYTHONPATH")])
    environment = {
        "NUMBA_CACHE_DIR": str(folder / "cache"),
        "NUMBA_DISABLE_JIT": "0",
        "PYTHONDONTWRITEBYTECODE": "1",  # files change within a second
        "PYTHONPATH": os.pathsep.join(paths),
    }
    done = run_python(IN_PROCESSES + code, env=environment, cwd=folder, check=True)
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.slow
def test_machine_code_is_recompiled_when_any_file_of_its_kernel_has_changed(
    kernel_folder: Path,
) -> None:
    code = """
for version in ((1, 1), (1, 1), (5, 1), (5, 2), (5, 2)):
    write(*version)
    in_process(call)
"""
    assert run_in_processes(kernel_folder, code) == [
        "False 2",
        "True 2",  # written again: only the date is another one
        "False 6",  # another constant
        "False 7",  # another helper function
        "True 7",
    ]


@pytest.mark.slow
def test_kernels_run_when_the_cache_cannot_be_written_or_read(kernel_folder: Path) -> None:
    code = """
def call_on_full_disk():
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    call()

def kept():
    return [path for path in Path("cache").rglob("*.nb?") if path.stat().st_size]

write(1, 1)
in_process(call_on_full_disk)
assert not kept()
in_process(call)
assert kept()
for path in kept():
    path.write_bytes(path.read_bytes()[:50])
in_process(call)
"""
    assert run_in_processes(kernel_folder, code) == ["False 2"] * 3


@pytest.mark.slow
def test_a_read_only_installation_still_runs(tmp_path: Path) -> None:
    # A package in a zip file cannot be written to, and neither can a home that is no folder.
    archive = tmp_path / "lamp.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for path in (ROOT / "src" / "lamp").rglob("*.py"):
            file.write(path, path.relative_to(ROOT / "src"))
    code = """
import numpy as np
from lamp.statespace import kernel

table = np.full(2, -1, dtype=np.int32)
kernel.rehash(table, np.zeros((1, 1), dtype=np.uint64), 1)
print(kernel.__file__, len(table))
"""
    environment = {
        "HOME": "/dev/null",
        "XDG_CACHE_HOME": "/dev/null",
        "NUMBA_CACHE_DIR": "",
        "NUMBA_DISABLE_JIT": "0",
        "PYTHONPATH": str(archive),
    }
    done = run_python(code, env=environment)
    assert done.stderr == ""
    assert done.stdout.split() == [str(archive / "lamp/statespace/kernel/__init__.py"), "2"]


def test_a_function_that_is_in_no_file_is_compiled_and_not_kept() -> None:
    names: dict[str, Any] = {}
    exec("def answer(): return 2", names)  # noqa: S102 (as in an interactive session)
    assert entry(names["answer"])() == 2


@pytest.mark.parametrize(
    ("kernel", "others"),
    [
        ("statespace", []),
        ("heuristics", ["statespace"]),
        ("search/lamp", ["heuristics", "statespace"]),
        ("search/lrtdp", ["heuristics", "statespace"]),
        ("exact", ["statespace"]),
    ],
)
def test_the_files_of_a_kernel_are_its_own_and_those_of_the_kernels_that_it_imports(
    kernel: str, others: list[str]
) -> None:
    package = ROOT / "src" / "lamp"
    folders = {file.parent.parent for file in kernel_files(package / kernel / "kernel")}
    assert folders == {package / name for name in (kernel, *others)}
