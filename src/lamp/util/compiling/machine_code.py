"""Machine code on disk: named by what it is made from, found with lamp or in the cache.

The file of a kernel is named after a hash of the text of all files that it is made from, whatever
their dates are, and starts with a checksum.
"""

from __future__ import annotations

import os
import platform
import re
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import IO

from lamp.util.disk import cache_folder

KERNEL = "kernel"
"""The name of folders in which all files are one kernel."""
PACKAGE = Path(__file__).parents[2]
"""The folder of lamp."""
COMPILER = [*sorted(Path(__file__).parent.glob("*.py")), PACKAGE / "util" / "records.py"]
"""The files that decide how kernels are compiled."""
BUNDLED = PACKAGE / "machine_code"
"""Machine code that came with the installation."""
CHECKSUM_BYTES = 32
POLL_SECONDS = 0.05
PATIENCE_SECONDS = 300.0
"""How long to wait for another process that compiles: it may have been suspended."""


def cpu() -> str:
    """The processor to compile for: `generic`, or `host` for this one, by `$LAMP_CPU`."""
    return os.environ.get("LAMP_CPU") or "generic"


def file_name(kernel: str, folder: Path) -> str:
    """The name of the file of a kernel's machine code; nothing, if it cannot be kept."""
    try:
        digest = _digest(folder)
    except OSError:  # not files that can be read, such as parts of an archive
        return ""
    return f"{kernel}-{_platform()}-{_processor()}-{digest[:32]}.o"


def stored(name: str) -> Iterator[bytes]:
    """The machine code in files of a name that are whole; what came with lamp is first."""
    for folder in (BUNDLED, code_folder()):
        if folder is not None and name:
            with suppress(OSError):
                data = (folder / name).read_bytes()
                code = data[CHECKSUM_BYTES:]
                if sha256(code).digest() == data[:CHECKSUM_BYTES]:
                    yield code


def store(path: Path, code: bytes) -> None:
    """Keep machine code, with a checksum; without effect where nothing can be written."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch = path.with_name(f".{os.urandom(8).hex()}.part")
        try:
            scratch.write_bytes(sha256(code).digest() + code)
            scratch.replace(path)
        finally:
            scratch.unlink(missing_ok=True)


def code_folder() -> Path | None:
    """The folder of machine code in the cache; None without a home."""
    try:
        return cache_folder() / "machine_code"
    except RuntimeError:
        return None


def has_machine_code() -> bool:
    """Whether there is any: if not, this is the first start after an installation."""
    return any(folder is not None and folder.is_dir() for folder in (BUNDLED, code_folder()))


@contextmanager
def locked(path: Path, check: Callable[[], object]) -> Iterator[None]:
    """Hold a lock that other processes wait for; none, where there is no such thing.

    `check` is called while this waits, and may raise.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a")
    except OSError:
        yield
        return
    with file:  # the lock is released when the file is closed, or with this process
        end = time.monotonic() + PATIENCE_SECONDS
        while _is_locked_elsewhere(file) and time.monotonic() < end:
            check()
            time.sleep(POLL_SECONDS)
        yield


def _is_locked_elsewhere(file: IO[str]) -> bool:
    """Whether another process has the lock; if not, this one has it now."""
    try:
        import fcntl  # noqa: PLC0415 (not on every platform)

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except (ImportError, OSError):  # a platform or a file system without locks
        return False
    return False


def kernel_packages() -> list[str]:
    """The names of all kernels of lamp: its folders named `kernel`."""
    folders = (file.parent for file in PACKAGE.rglob(f"{KERNEL}/__init__.py"))
    return sorted(".".join(("lamp", *folder.relative_to(PACKAGE).parts)) for folder in folders)


def kernel_files(kernel: Path) -> list[Path]:
    """The files of a kernel, and of all kernels of lamp that it imports."""
    folders = [kernel]
    for folder in folders:
        folders.extend(other for other in _imported_kernels(folder) if other not in folders)
    return sorted(file for folder in folders for file in folder.glob("*.py"))


def _imported_kernels(folder: Path) -> Iterator[Path]:
    """The folders of the kernels that the files of a kernel import."""
    for file in sorted(folder.glob("*.py")):
        text = file.read_text(encoding="utf-8")
        for name in dict.fromkeys(re.findall(r"^from lamp\.([\w.]*?kernel)\b", text, re.MULTILINE)):
            yield PACKAGE.joinpath(*name.split("."))


@cache
def _digest(kernel: Path) -> str:
    """A hash of all files that a kernel is made from."""
    files = [*kernel_files(kernel), *COMPILER]
    if len(files) == len(COMPILER):
        raise FileNotFoundError(kernel)
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def _platform() -> str:
    """The system and the architecture of this process, which the processor may only emulate."""
    if sys.platform == "win32":
        return sysconfig.get_platform()
    return f"{sys.platform}-{platform.machine()}"


def _processor() -> str:
    """The processor to compile for; with its features, if it is this one."""
    if cpu() != "host":
        return cpu()
    from llvmlite import binding  # noqa: PLC0415 (takes 0.1 s)

    features = f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"
    return f"host-{sha256(features.encode()).hexdigest()[:8]}"
