"""Machine code of kernels: kept on disk by content, and compiled without a cache if need be."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lamp.util.compiling import entry, kernel_files
from lamp.util.records import Int32s, WordRows
from tests.support.entry_points import only_compiled
from tests.support.paths import ROOT
from tests.support.processes import Processes, run_python

FUNCTION = """
from lamp.util.compiling import entry
from kernel.helper import NUMBER, more

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
"""A kernel of two files, of which the second has a constant and a function of the first."""
CALL = """
from lamp.util import load_kernels
from lamp.util.progress import progress_shown_by
from kernel.function import answer

reports = []
with progress_shown_by(reports.append):
    load_kernels("kernel")
print(not reports, answer(), flush=True)
"""
"""Prints whether nothing had to be compiled, and the answer."""


class KernelFolder:
    """A folder with a kernel and a cache."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "kernel").mkdir()
        (folder / "kernel" / "__init__.py").write_text("")
        (folder / "kernel" / "function.py").write_text(FUNCTION)
        self.write(1, 1)
        paths = filter(None, [str(folder), os.environ.get("PYTHONPATH")])
        self.environment = {
            "LAMP_CACHE_DIR": str(folder / "cache"),
            "NUMBA_DISABLE_JIT": "0",
            "PYTHONDONTWRITEBYTECODE": "1",  # files change within a second
            "PYTHONPATH": os.pathsep.join(paths),
        }

    def write(self, number: int, further: int) -> None:
        """Write the helper with a constant and a function."""
        (self.folder / "kernel" / "helper.py").write_text(HELPER.format(number, further))

    def call(self, before: str = "", **changes: str) -> str:
        """What a process prints that loads the kernel and calls it."""
        done = run_python(
            before + CALL, env=self.environment | changes, cwd=self.folder, check=True
        )
        assert done.stderr == ""
        return done.stdout.strip()

    def kept(self) -> list[Path]:
        """The files of machine code."""
        return sorted((self.folder / "cache" / "machine_code").glob("*.o"))


@pytest.fixture
def kernel(tmp_path: Path) -> KernelFolder:
    """A kernel that was never compiled."""
    return KernelFolder(tmp_path)


@pytest.mark.slow
def test_machine_code_is_compiled_again_when_any_file_of_its_kernel_has_changed(
    kernel: KernelFolder,
) -> None:
    outputs = []
    for version in ((1, 1), (1, 1), (5, 1), (5, 2), (5, 2)):
        kernel.write(*version)
        outputs.append(kernel.call())
    assert outputs == [
        "False 2",
        "True 2",  # written again: only the date is another one
        "False 6",  # another constant
        "False 7",  # another helper function
        "True 7",
    ]


@pytest.mark.slow
def test_kernels_run_when_the_cache_cannot_be_written_or_read(kernel: KernelFolder) -> None:
    full_disk = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))"
    assert kernel.call(full_disk) == "False 2"
    assert not kernel.kept()
    assert kernel.call() == "False 2"
    (path,) = kernel.kept()
    path.write_bytes(path.read_bytes()[:-50])
    assert kernel.call() == "False 2"
    assert kernel.call() == "True 2"
    assert kernel.call(LAMP_CACHE_DIR="/dev/null/folder") == "False 2"


@pytest.mark.slow
def test_processes_that_start_at_once_compile_only_once(
    kernel: KernelFolder, processes: Processes
) -> None:
    (kernel.folder / "kernel" / "helper.py").write_text(
        HELPER.format(1, 1)
        + "import os\nif 'LAMP_COMPILER_PROCESS' in os.environ:\n"
        + "    with open('compilations', 'a') as file:\n        file.write('x')\n"
    )
    started = [
        processes.start(
            [sys.executable, "-c", CALL],
            env=kernel.environment,
            cwd=kernel.folder,
            stdout=subprocess.PIPE,
        )
        for _ in range(3)
    ]
    assert {process.communicate(timeout=300)[0].split()[1] for process in started} == {"2"}
    assert (kernel.folder / "compilations").read_text() == "x"
    assert len(kernel.kept()) == 1


@pytest.mark.slow
def test_machine_code_for_this_processor_is_kept_beside_that_for_all(kernel: KernelFolder) -> None:
    assert [kernel.call(LAMP_CPU=cpu) for cpu in ("generic", "host", "host")] == [
        "False 2",
        "False 2",
        "True 2",
    ]
    assert len(kernel.kept()) == 2


@pytest.mark.slow
def test_a_read_only_installation_still_runs(tmp_path: Path) -> None:
    # A package in a zip file cannot be written to, and neither can a home that is no folder.
    archive = tmp_path / "lamp.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for path in (ROOT / "src" / "lamp").rglob("*.py"):
            file.write(path, path.relative_to(ROOT / "src"))
    code = """
import logging
import numpy as np
logging.disable()
from lamp.statespace import kernel

table = np.full(2, -1, dtype=np.int32)
kernel.rehash(table, np.zeros((1, 1), dtype=np.uint64), 1)
print(kernel.__file__, len(table))
"""
    environment = {
        "HOME": "/dev/null",
        "XDG_CACHE_HOME": "/dev/null",
        "LAMP_CACHE_DIR": "",
        "NUMBA_DISABLE_JIT": "0",
        "PYTHONPATH": str(archive),
    }
    done = run_python(code, env=environment)
    assert done.stderr == ""
    assert done.stdout.split() == [str(archive / "lamp/statespace/kernel/__init__.py"), "2"]


def first_bits(rows: WordRows, found: Int32s, limit: int, half: float, strict: bool) -> float:
    """A function with arguments of all kinds that are not records."""
    for row in range(len(rows)):
        found[row] = rows[row, 0] & np.uint64(1)
    return limit + half if strict else 0.0


def test_arguments_come_as_their_annotations_state() -> None:
    function = entry(first_bits)
    found = np.zeros(2, dtype=np.int32)
    rows = np.array([[3], [2]], dtype=np.uint64)
    assert function(rows, found, 2, 0.5, strict := True) == 2.5
    assert function(rows, found, 2, 0.5, not strict) == 0.0
    assert found.tolist() == [1, 0]


@only_compiled
@pytest.mark.parametrize(
    ("place", "argument", "words"),
    [
        (0, np.zeros(2, dtype=np.uint64), "2 dimensions"),
        (0, np.zeros((2, 2), dtype=np.uint64)[:, :1], "contiguous"),
        (1, np.zeros(2, dtype=np.int64), "int32"),
        (1, [0, 0], "contiguous array of int32"),
        (None, 0, "5 arguments are needed, not 6"),
    ],
)
def test_an_argument_of_another_type_is_refused(
    place: int | None, argument: object, words: str
) -> None:
    arguments: list[Any] = [np.zeros((2, 1), dtype=np.uint64), np.zeros(2, dtype=np.int32), 2, 1, 1]
    if place is None:
        arguments.append(argument)
    else:
        arguments[place] = argument
    with pytest.raises(TypeError, match=words):
        entry(first_bits)(*arguments)


@only_compiled
def test_an_entry_must_state_its_types() -> None:
    names: dict[str, Any] = {"__name__": "interactive"}
    exec("def answer(): return 2", names)  # noqa: S102 (as in an interactive session)
    with pytest.raises(TypeError, match="answer must state the types"):
        entry(names["answer"])()


def test_a_function_that_is_in_no_file_is_compiled_and_not_kept() -> None:
    names: dict[str, Any] = {"__name__": "interactive"}
    exec("def answer() -> int: return 2", names)  # noqa: S102 (as in an interactive session)
    assert entry(names["answer"])() == 2


def draw(rng: np.random.Generator) -> float:
    """The sum of two numbers."""
    return rng.random() + rng.random()


def test_compiled_functions_and_python_draw_from_the_same_generator() -> None:
    compiled, python = np.random.default_rng(3), np.random.default_rng(3)
    assert [entry(draw)(compiled), compiled.random()] == [draw(python), python.random()]


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
