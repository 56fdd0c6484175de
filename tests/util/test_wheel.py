"""Wheels that carry machine code: what `hatch_build.py` puts into them, and what it refuses."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

import hatch_build
from lamp.util.compiling import Kernel, kernel_packages
from lamp.util.compiling.machine_code import PACKAGE, code_folder
from tests.support.entry_points import only_compiled
from tests.support.paths import ROOT
from tests.support.processes import run_python

COPY = """
import os, shutil
shutil.copytree({!r}, os.environ["LAMP_CACHE_DIR"] + "/machine_code")
"""
"""Has machine code that is on disk already in the folder where the hook would compile."""


def test_every_folder_with_functions_for_python_is_a_kernel_of_the_wheel() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    entries = re.compile(r"^@(?:inlined_)?entry$", re.MULTILINE)
    packages = {
        ".".join(("lamp", *path.parent.relative_to(PACKAGE).parts))
        for path, text in texts.items()
        if entries.search(text)
    }
    assert packages
    assert packages <= set(kernel_packages())


@pytest.mark.slow
@only_compiled
@pytest.mark.usefixtures("compiled_kernels")
def test_a_wheel_has_the_machine_code_of_all_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = COPY.format(str(code_folder()))
    monkeypatch.setattr(hatch_build, "COMPILE", compiled + hatch_build.COMPILE)
    build_data: dict[str, Any] = {"force_include": {}}
    one = hook(ROOT)
    one.initialize("standard", build_data)
    assert one.cache
    assert all(Path(file).is_file() for file in build_data["force_include"])
    one.cache.cleanup()
    assert set(build_data["force_include"].values()) >= set(names_of_files())
    assert not build_data["pure_python"]
    assert re.fullmatch(r"py3-none-(manylinux_2_17|linux|macosx|win)_\w+", build_data["tag"])


def test_an_installation_that_points_to_a_clone_compiles_nothing(tmp_path: Path) -> None:
    build_data: dict[str, Any] = {}
    hook(tmp_path).initialize("editable", build_data)
    hook(tmp_path).finalize("editable", build_data, str(tmp_path / "no.whl"))
    assert not build_data


def test_machine_code_is_compiled_for_a_wheel_only_if_a_variable_says_so() -> None:
    code = "from hatchling.build import *; print(get_requires_for_build_wheel())"
    variable = {"HATCH_BUILD_HOOK_ENABLE_CUSTOM": "1"}
    assert run_python(code, check=True).stdout == "[]\n"
    assert "numba" in run_python(code, env=variable, check=True).stdout


@pytest.mark.parametrize(
    ("system", "name", "machine", "libc", "tag"),
    [
        ("linux", "linux-x86_64", "x86_64", "glibc", "manylinux_2_17_x86_64"),
        ("linux", "linux-aarch64", "aarch64", "glibc", "manylinux_2_17_aarch64"),
        ("linux", "linux-x86_64", "x86_64", "", "linux_x86_64"),
        ("darwin", "macosx-11.0-arm64", "arm64", "", "macosx_11_0_arm64"),
        ("darwin", "macosx-14-arm64", "arm64", "", "macosx_14_0_arm64"),
        ("darwin", "macosx-10.13-universal2", "arm64", "", "macosx_11_0_arm64"),
        ("darwin", "macosx-10.13-universal2", "x86_64", "", "macosx_10_13_x86_64"),
        ("win32", "win-amd64", "AMD64", "", "win_amd64"),
        ("win32", "win-amd64", "ARM64", "", "win_amd64"),
    ],
)
def test_the_tag_of_a_wheel_is_the_platform_of_the_python_that_builds_it(
    system: str, name: str, machine: str, libc: str, tag: str
) -> None:
    assert hatch_build.platform_tag(system, name, machine, libc) == tag


@pytest.mark.slow
@only_compiled
@pytest.mark.usefixtures("compiled_kernels")
def test_a_wheel_is_refused_unless_it_has_exactly_what_lamp_looks_for(tmp_path: Path) -> None:
    wheel = tmp_path / "lamp.whl"
    files = files_of_wheel()
    write(wheel, files)
    hatch_build.check(wheel)
    first, *_ = names_of_files()
    source = "lamp/statespace/kernel/bits.py"
    for name, data in {
        first: None,  # missing
        "lamp/machine_code/other.o": b"",  # of an older version
        source: files[source].replace(b"\n", b"\r\n"),  # not the text that was compiled
    }.items():
        changed = {**files, name: data}
        write(wheel, {name: data for name, data in changed.items() if data is not None})
        with pytest.raises(RuntimeError, match="looks for"):
            hatch_build.check(wheel)


@pytest.mark.slow
@only_compiled
@pytest.mark.usefixtures("compiled_kernels")
def test_a_wheel_that_is_refused_does_not_stay(tmp_path: Path) -> None:
    wheel = tmp_path / "lamp.whl"
    write(wheel, {name: data for name, data in files_of_wheel().items() if name.endswith(".py")})
    with pytest.raises(RuntimeError):
        hook(tmp_path).finalize("standard", {}, str(wheel))
    assert not wheel.exists()


def hook(root: Path) -> hatch_build.MachineCodeHook:
    """The hook as hatchling makes it."""
    nothing: Any = None
    return hatch_build.MachineCodeHook(str(root), {}, nothing, nothing, str(root), "wheel")


def names_of_files() -> list[str]:
    """The names of files with machine code in a wheel."""
    kernels = [kernel for kernel in map(Kernel.named, kernel_packages()) if kernel.entries]
    return [f"lamp/machine_code/{kernel.file_name}" for kernel in kernels]


def files_of_wheel() -> dict[str, bytes]:
    """What is in a wheel, by the names there."""
    sources = {path.relative_to(PACKAGE.parent): path for path in PACKAGE.rglob("*.py")}
    files = {path.as_posix(): file.read_bytes() for path, file in sources.items()}
    for name in names_of_files():
        files[name] = Path(code_folder() or "", Path(name).name).read_bytes()
    return files


def write(wheel: Path, files: dict[str, bytes]) -> None:
    """Write a wheel."""
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
