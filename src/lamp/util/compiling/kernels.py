"""Kernels: their functions, and their machine code, which is compiled where there is none.

A kernel is a folder `kernel` of files with all its types, constants and functions; it may import
other kernels. Its machine code is one object file, which does not depend on the versions of Python
and numba, and runs on every processor of the architecture. To load it takes llvmlite and no numba.
"""

from __future__ import annotations

import importlib
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import nullcontext, suppress
from functools import cached_property
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, ClassVar

from lamp.util.compiling.compilation import Compilation, Report, has_interpreter
from lamp.util.compiling.machine_code import (
    KERNEL,
    POLL_SECONDS,
    code_folder,
    cpu,
    file_name,
    locked,
    store,
    stored,
)
from lamp.util.progress import report_progress

if TYPE_CHECKING:
    from lamp.util.compiling.functions import Entry

logger = logging.getLogger("lamp")
_progress: dict[str, tuple[int, int]] = {}
"""For each kernel: the number of functions compiled so far, and of all that will be."""


class Kernel:
    """The entries of a kernel, and where their machine code is."""

    registered: ClassVar[dict[str, Kernel]] = {}

    def __init__(self, name: str, folder: Path | None) -> None:
        self.name, self.folder = name, folder
        self.entries: list[Entry] = []
        self._lock = threading.RLock()
        self._engine: Any = None

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
        return file_name(self.name, self.folder) if self.folder else ""

    def is_kept(self) -> bool:
        """Whether its machine code need not be compiled."""
        if not self.entries or self._engine is not None:
            return True
        return next(stored(self.file_name), None) is not None

    def address(self, symbol: str) -> int:
        """Where the machine code of an entry begins; it is loaded or compiled before."""
        self.load()
        address: int = self._engine.get_function_address(symbol)
        if not address:
            raise RuntimeError(f"{symbol} is not in the machine code of {self.name}")
        return address

    def load(self, compilation: Compilation | None = None) -> None:
        """Load the machine code; compile it before, if it is not kept."""
        with self._lock:
            if self._engine is None and self.entries:
                self._engine = self._load_stored() or self._load_compiled(
                    compilation or Compilation()
                )
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

    def _load_stored(self) -> Any:  # noqa: ANN401 (llvmlite has no types)
        """An engine with the machine code that is on disk; None if there is none."""
        for code in stored(self.file_name):
            with suppress(ValueError):  # for another machine
                return _engine_with(code)
        return None

    def _load_compiled(self, compilation: Compilation) -> Any:  # noqa: ANN401
        """An engine with new machine code, or with that of a process that was faster."""
        if not self._report(0, len(self.function_names())):
            logger.warning("compiling %s, once after an installation: some seconds", self.name)
        folder = code_folder() if self.file_name else None
        lock = folder and locked(folder / f"{self.name}.lock", compilation.check)
        with lock or nullcontext():
            engine = self._load_stored()
            if engine is None:
                code = self._compile_apart(compilation) or self.compile(self._report)
                if folder:
                    store(folder / self.file_name, code)
                engine = _engine_with(code)
        return engine

    def _compile_apart(self, compilation: Compilation) -> bytes | None:
        """Compile it in another process, which must be able to import it."""
        if self.name not in Kernel.registered or not has_interpreter():
            return None
        return compilation.run(self.name, self._report)

    def _report(self, number: int, total: int) -> bool:
        """Show how many functions of all kernels are compiled; whether anything shows it."""
        _progress[self.name] = number, total
        done, all_functions = map(sum, zip(*list(_progress.values()), strict=True))
        text = f"compiling, once after an installation: {done} of {all_functions} functions"
        if done == all_functions:
            text += ", now optimising them"
        return report_progress(text)


def load_kernels(*names: str) -> None:
    """Load the machine code of kernels, by the names of their packages; compile what is missing.

    Those that are missing are compiled side by side.
    """
    kernels = [Kernel.named(name) for name in names]
    missing = [kernel for kernel in kernels if not kernel.is_kept()]
    _progress.update({kernel.name: (0, len(kernel.function_names())) for kernel in missing})
    if len(missing) > 1:
        _load_side_by_side(missing)
    for kernel in kernels:
        kernel.load()


def _load_side_by_side(kernels: list[Kernel]) -> None:
    """Load kernels that are not kept; where one fails, stop the others."""
    compilation = Compilation()
    with ThreadPoolExecutor(len(kernels)) as threads:
        try:
            pending = {threads.submit(kernel.load, compilation) for kernel in kernels}
            # A signal that comes just before a wait without an end would only be seen after it.
            while pending:
                done, pending = wait(pending, POLL_SECONDS)
                for future in done:
                    future.result()
        except BaseException:
            compilation.stop()
            raise


def are_compiled(*names: str) -> bool:
    """Whether the machine code of kernels need not be compiled."""
    return all(Kernel.named(name).is_kept() for name in names)


def _engine_with(code: bytes) -> Any:  # noqa: ANN401
    from lamp.util.compiling.engine import load  # noqa: PLC0415 (imports llvmlite: 0.1 s)

    return load(code)
