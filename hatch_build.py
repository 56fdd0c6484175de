"""Builds wheels that carry machine code: `HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 uv build --wheel`.

Without the variable hatchling does not load this file, and the wheel is for every platform.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = "lamp/machine_code"
"""Where the wheel has machine code; `lamp.util.compiling` looks there first."""

COMPILE = """
from lamp.util.compiling import kernel_packages, load_kernels
load_kernels(*kernel_packages())
"""
LOAD = """
import sys
from lamp.util.compiling import Kernel, are_compiled, kernel_packages, load_kernels
kernels = [kernel for kernel in map(Kernel.named, kernel_packages()) if kernel.entries]
assert are_compiled(*kernel_packages()), "the wheel has other machine code than lamp looks for"
load_kernels(*kernel_packages())
assert "numba" not in sys.modules, "numba was needed to load machine code"
print(*sorted(kernel.file_name for kernel in kernels))
"""
"""Loads the machine code of all kernels, and prints the names of its files."""
SETTINGS = ("LAMP_", "NUMBA_")
"""How variables begin that would change what is compiled."""


class MachineCodeHook(BuildHookInterface):  # type: ignore[type-arg, unused-ignore]
    """Compiles all kernels before a wheel is built, and tries the wheel when it is there."""

    PLUGIN_NAME = "custom"
    cache: tempfile.TemporaryDirectory[str] | None = None
    """Has machine code until it is in the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and add the files to the wheel; nothing to do where it only points here."""
        if version != "standard":
            return
        self.cache = tempfile.TemporaryDirectory()
        _run(COMPILE, Path(self.root) / "src", self.cache.name)
        files = sorted(Path(self.cache.name).glob("machine_code/*.o"))
        build_data["force_include"].update({str(file): f"{FOLDER}/{file.name}" for file in files})
        build_data["pure_python"] = False
        libc, _ = platform.libc_ver()
        tag = platform_tag(sys.platform, sysconfig.get_platform(), platform.machine(), libc)
        build_data["tag"] = f"py3-none-{tag}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove the wheel again if lamp, as it is in the wheel, would have to compile."""
        if version != "standard":
            return
        if self.cache:
            self.cache.cleanup()
        try:
            check(Path(artifact_path))
        except BaseException:
            Path(artifact_path).unlink()
            raise


def platform_tag(system: str, name: str, machine: str, libc: str) -> str:
    """The platforms that the machine code is for, as the names of wheels have them.

    The arguments are what Python says: `sys.platform`, `sysconfig.get_platform()`,
    `platform.machine()` and the first of `platform.libc_ver()`.
    """
    if system == "linux" and libc == "glibc":
        # Four functions of the C library are called; the first version of it has all of them.
        return f"manylinux_2_17_{machine}"
    if system == "darwin":
        version = name.split("-")[1]
        if machine == "arm64" and version.startswith("10."):
            version = "11.0"  # the first one for this processor
        minor = "" if "." in version else ".0"
        name = f"macosx-{version}{minor}-{machine}"  # `name` may say `universal2`
    return name.replace("-", "_").replace(".", "_")


def check(wheel: Path) -> None:
    """Have lamp as it is in a wheel load its machine code; RuntimeError if it cannot."""
    with tempfile.TemporaryDirectory() as scratch, zipfile.ZipFile(wheel) as archive:
        archive.extractall(scratch)
        found = sorted(path.name for path in Path(scratch, FOLDER).glob("*"))
        expected = _run(LOAD, Path(scratch), str(Path(scratch, "no cache"))).split()
    if found != expected:
        raise RuntimeError(f"the wheel has {found}, and lamp looks for {expected}")


def _run(code: str, source: Path, cache: str) -> str:
    """What a program prints that imports lamp from a folder, without settings."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith(SETTINGS)}
    environment = kept | {"PYTHONPATH": str(source), "LAMP_CACHE_DIR": cache}
    command = [sys.executable, "-P", "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout
