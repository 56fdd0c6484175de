"""Machine code on disk: kept by content, and compiled where it is missing or cannot be used."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from lamp.util.compiling import Kernel, kernel_files, kernel_packages
from lamp.util.compiling.machine_code import store, stored
from tests.support.elf import undefined_symbols
from tests.support.kernel_folder import KernelFolder
from tests.support.paths import ROOT
from tests.support.processes import run_python

BUNDLED = """
from pathlib import Path
from lamp.util.compiling import machine_code
machine_code.BUNDLED = Path("bundled")
"""
"""Has machine code that came with the installation in another folder."""


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
    assert kernel.call(full_disk, "assert 'numba' not in sys.modules") == "False 2"
    assert not kernel.kept()
    assert kernel.call() == "False 2"
    (path,) = kernel.kept()
    path.write_bytes(path.read_bytes()[:-50])
    assert kernel.call() == "False 2"
    assert kernel.call() == "True 2"
    assert kernel.call(env={"LAMP_CACHE_DIR": "/dev/null/folder"}) == "False 2"


@pytest.mark.slow
def test_machine_code_for_this_processor_is_kept_beside_that_for_all(kernel: KernelFolder) -> None:
    assert [kernel.call(env={"LAMP_CPU": cpu}) for cpu in ("generic", "host", "host")] == [
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


@pytest.mark.slow
def test_machine_code_of_the_installation_is_used_as_long_as_it_is_whole(
    kernel: KernelFolder,
) -> None:
    kernel.call()
    shutil.move(kernel.folder / "cache" / "machine_code", kernel.folder / "bundled")
    no_cache = {"LAMP_CACHE_DIR": "/dev/null/folder"}
    assert kernel.call(BUNDLED, env=no_cache) == "True 2"
    (path,) = (kernel.folder / "bundled").glob("*.o")
    for broken in (path.read_bytes()[:-50], b"", bytes(path.stat().st_size)):
        path.write_bytes(broken)
        shutil.rmtree(kernel.folder / "cache", ignore_errors=True)
        assert [kernel.call(BUNDLED), kernel.call(BUNDLED)] == ["False 2", "True 2"]


@pytest.mark.slow
@pytest.mark.parametrize("place", [0, 18], ids=["another format", "another processor"])
def test_machine_code_for_another_machine_is_not_loaded(kernel: KernelFolder, place: int) -> None:
    # LLVM would end the process.
    kernel.call()
    (path,) = kernel.kept()
    code = path.read_bytes()[32:]
    store(path, code[:place] + b"\xb7" + code[place + 1 :])
    assert [kernel.call(), kernel.call()] == ["False 2", "True 2"]
    assert path.read_bytes()[32:] == code


@pytest.mark.slow
def test_modules_in_the_working_folder_are_not_taken_for_those_of_the_compiler(
    kernel: KernelFolder,
) -> None:
    elsewhere = kernel.folder / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "numba.py").write_text("raise SystemExit('not numba')")
    not_here = "import sys; sys.path.remove('')"
    after = "assert 'numba' not in sys.modules"
    assert kernel.call(not_here, after, cwd=elsewhere) == "False 2"


@pytest.mark.usefixtures("compiled_kernels")
@pytest.mark.needs("linux")
def test_machine_code_calls_nothing_but_functions_that_every_c_library_has() -> None:
    # A wheel with it says manylinux_2_17 for that reason (hatch_build.py).
    kernels = [kernel for kernel in map(Kernel.named, kernel_packages()) if kernel.entries]
    symbols = {symbol for kernel in kernels for symbol in undefined_symbols(code_of(kernel))}
    assert symbols <= {"exp", "log", "memcpy", "memmove", "memset", "rint"}


def code_of(kernel: Kernel) -> bytes:
    """The machine code of a kernel that has been compiled."""
    return next(stored(kernel.file_name))


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
