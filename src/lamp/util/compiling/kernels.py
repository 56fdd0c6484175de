"""Kernels and their machine code: found with lamp or in the cache, else compiled.

A kernel is a folder `kernel` of files with all its types, constants and functions; it may import
other kernels. Its machine code is one object file, named after a hash of the text of all files that
it is made from, whatever their dates are. The code does not depend on the versions of Python and
numba, and runs on every processor of the architecture. To load it takes llvmlite and no numba.
"""

from __future__ import annotations

import importlib
import logging
import os
import platform
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from lamp.util.disk import cache_folder
from lamp.util.progress import report_progress

if TYPE_CHECKING:
    from lamp.util.compiling.functions import Entry

KERNEL = "kernel"
"""The name of folders in which all files are one kernel."""
PACKAGE = Path(__file__).parents[2]
"""The folder of lamp."""
COMPILER = [*sorted(Path(__file__).parent.glob("*.py")), PACKAGE / "util" / "records.py"]
"""The files that decide how kernels are compiled."""
BUNDLED = PACKAGE / "machine_code"
"""Machine code that came with the installation."""
CHECKSUM_BYTES = 32
COMPILER_PROCESS = "LAMP_COMPILER_PROCESS"
"""Set where a process compiles for another one, which holds the lock."""

logger = logging.getLogger("lamp")
Report: TypeAlias = Callable[[int, int], object]
"""Called with the number of functions compiled so far, and of all that will be."""
_progress: dict[str, tuple[int, int]] = {}
"""For each kernel: the number of functions compiled so far, and of all that will be."""


def cpu() -> str:
    """The processor to compile for: `generic`, or `host` for this one, by `$LAMP_CPU`."""
    return os.environ.get("LAMP_CPU", "generic")


class Kernel:
    """The entries of a kernel, and where their machine code is."""

    registered: ClassVar[dict[str, Kernel]] = {}

    def __init__(self, name: str, folder: Path | None) -> None:
        self.name, self.folder = name, folder
        self.entries: list[Entry] = []
        self._lock = threading.RLock()
        self._engine: Any = None
        self._process: subprocess.Popen[str] | None = None

    @classmethod
    def of(cls, function: Callable[..., Any]) -> Kernel:
        """The kernel of a function; one that is not in a folder `kernel` is its own."""
        package = (function.__module__ or "").rpartition(".")[0]
        if package.rpartition(".")[2] != KERNEL:
            return cls(f"{function.__module__}.{function.__qualname__}", None)
        folder = Path(function.__code__.co_filename).parent
        return cls.registered.setdefault(package, cls(package, folder))

    @classmethod
    def named(cls, name: str) -> Kernel:
        """The kernel that is a package, with the entries of all its files."""
        package = importlib.import_module(name)
        for module in iter_modules(package.__path__, f"{name}."):
            importlib.import_module(module.name)
        return cls.registered.setdefault(name, cls(name, None))  # without entries, in Python

    @cached_property
    def file_name(self) -> str:
        """The name of the file of its machine code; nothing, if it cannot be kept."""
        if self.folder is None:
            return ""
        try:
            digest = _digest(self.folder)
        except OSError:  # not files that can be read, such as parts of an archive
            return ""
        return f"{self.name}-{sys.platform}-{platform.machine()}-{cpu()}-{digest[:32]}.o"

    def is_kept(self) -> bool:
        """Whether its machine code need not be compiled."""
        return not self.entries or self._engine is not None or self._stored() is not None

    def address(self, symbol: str) -> int:
        """Where the machine code of an entry begins; it is loaded or compiled before."""
        self.load()
        address: int = self._engine.get_function_address(symbol)
        if not address:
            raise RuntimeError(f"{symbol} is not in the machine code of {self.name}")
        return address

    def load(self) -> None:
        """Load the machine code; compile it before, if it is not kept."""
        with self._lock:
            if self._engine is None and self.entries:
                code = self._stored() or self._compile_once()
                self._engine = _loaded(code)
                logger.info("machine code of %s is loaded", self.name)

    def compile(self, report: Report) -> bytes:
        """Compile it in this process."""
        from lamp.util.compiling.compiler import compile_entries  # noqa: PLC0415 (imports numba)

        if self.name in Kernel.registered:
            Kernel.named(self.name)
        waiting = self.function_names()
        total = len(waiting)

        def progress(name: str) -> None:
            waiting.discard(name)
            report(total - len(waiting), total)

        code: bytes = compile_entries(self.entries, cpu(), progress)
        return code

    def function_names(self) -> set[str]:
        """The names of the functions that are compiled: the entries, and all that they call."""
        functions: list[Any] = list(self.entries)
        for kernel_function in functions:
            code = kernel_function.function
            called = (code.__globals__.get(name) for name in code.__code__.co_names)
            functions += (
                other for other in called if hasattr(other, "is_inlined") and other not in functions
            )
        return {function.__name__ for function in functions}

    def _stored(self) -> bytes | None:
        """The machine code that is on disk, as a whole."""
        for folder in (BUNDLED, _cache()):
            if folder is not None and self.file_name:
                with suppress(OSError):
                    data = (folder / self.file_name).read_bytes()
                    code = data[CHECKSUM_BYTES:]
                    if sha256(code).digest() == data[:CHECKSUM_BYTES]:
                        return code
        return None

    def _compile_once(self) -> bytes:
        """Compile it, unless another process does so: then wait for that one."""
        if not self._report(0, len(self.function_names())):
            logger.warning("compiling %s, once after an installation: some seconds", self.name)
        folder = _cache() if self.file_name else None
        if folder is None or COMPILER_PROCESS in os.environ:
            return self.compile(self._report)
        with _locked(folder / f"{self.name}.lock"):
            code = self._stored()
            if code is None:
                code = self._compile_apart() or self.compile(self._report)
                store(folder / self.file_name, code)
        return code

    def _report(self, number: int, total: int) -> bool:
        """Show how many functions of all kernels are compiled; whether anything shows it."""
        _progress[self.name] = number, total
        done, all_functions = map(sum, zip(*list(_progress.values()), strict=True))
        text = f"compiling, once after an installation: {done} of {all_functions} functions"
        if done == all_functions:
            text += ", now optimising them"
        return report_progress(text)

    def stop_compiling(self) -> None:
        """End the process that compiles it, if there is one."""
        if self._process:
            self._process.kill()

    def _compile_apart(self) -> bytes | None:
        """Compile it in another process, which imports numba so that this one need not."""
        paths = os.pathsep.join(filter(None, sys.path))
        environment = {**os.environ, "PYTHONPATH": paths, COMPILER_PROCESS: "1"}
        command = [sys.executable, "-m", "lamp.util.compiling", self.name]
        try:
            with tempfile.TemporaryDirectory() as scratch:
                path = Path(scratch) / "code.o"
                with subprocess.Popen(  # noqa: S603 (our own interpreter)
                    [*command, str(path)],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    env=environment,
                    text=True,
                ) as self._process:
                    try:
                        for line in self._process.stdout or ():
                            self._report(*map(int, line.split()))
                    except BaseException:
                        self.stop_compiling()
                        raise
                code = path.read_bytes() if self._process.returncode == 0 else None
        except (OSError, ValueError):
            return None
        if self._process.returncode == -signal.SIGINT:
            raise KeyboardInterrupt
        if self._process.returncode < 0:
            raise RuntimeError(f"compiling {self.name} was ended ({self._process.returncode})")
        return code


def load_kernels(*names: str) -> None:
    """Load the machine code of kernels, by the names of their packages; compile what is missing.

    Those that are missing are compiled side by side.
    """
    kernels = [Kernel.named(name) for name in names]
    missing = [kernel for kernel in kernels if not kernel.is_kept()]
    _progress.update({kernel.name: (0, len(kernel.function_names())) for kernel in missing})
    if len(missing) > 1:
        with ThreadPoolExecutor(len(missing)) as threads:
            try:
                list(threads.map(Kernel.load, missing))
            except BaseException:
                for kernel in missing:
                    kernel.stop_compiling()
                raise
    for kernel in kernels:
        kernel.load()


def are_compiled(*names: str) -> bool:
    """Whether the machine code of kernels need not be compiled."""
    return all(Kernel.named(name).is_kept() for name in names)


def store(path: Path, code: bytes) -> None:
    """Keep machine code, with a checksum; without effect where nothing can be written."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            scratch.write_bytes(sha256(code).digest() + code)
            scratch.replace(path)
        finally:
            scratch.unlink(missing_ok=True)


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


def _cache() -> Path | None:
    try:
        return cache_folder() / "machine_code"
    except RuntimeError:
        return None


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a lock that other processes wait for; none, where there is no such thing."""
    try:
        import fcntl  # noqa: PLC0415 (not on every platform)

        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a")
    except (ImportError, OSError):
        yield
        return
    with file:
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)  # released when the file is closed, or with us
        yield


def _loaded(code: bytes) -> Any:  # noqa: ANN401 (llvmlite has no types)
    """An engine with the machine code in memory."""
    from llvmlite import binding  # noqa: PLC0415 (takes 0.1 s)

    for initialize in ("initialize_native_target", "initialize_native_asmprinter"):
        getattr(binding, initialize)()
    target = binding.Target.from_default_triple().create_target_machine(jit=True)
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), target)
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine
