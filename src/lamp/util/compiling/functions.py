"""Kernel functions as machine code, kept on disk where that is possible.

A kernel is a folder `kernel` of files with all its types, constants and functions; it may import
other kernels. Numba's disk cache looks at the file of a function alone and would not see that a
constant of another file has changed, nor the options here. So machine code is kept for as long as
the text of all files it is made from and the options are the same, whatever their dates are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, NoReturn, TypeVar, cast

import numba

from lamp.util.compiling import record_type  # noqa: F401 (makes records known to numba)

Function = TypeVar("Function", bound=Callable[..., Any])

KERNEL = "kernel"
"""The name of folders in which all files are one kernel."""
PACKAGE = Path(__file__).parents[2]
"""The folder of lamp."""
COMPILER = [*sorted(Path(__file__).parent.glob("*.py")), PACKAGE / "util" / "records.py"]
"""The files that decide how kernels are compiled."""

OPTIONS: dict[str, bool | str] = {
    "error_model": "numpy",
    "nogil": True,
    # Nothing in a kernel allocates. Counting references to arrays would take most of the time.
    "_nrt": False,
    "no_cfunc_wrapper": True,
}


class Inner:
    """A function for other kernel functions: without a wrapper for Python it compiles sooner."""

    def __init__(self, function: Any) -> None:  # noqa: ANN401 (a type of numba's)
        self._function = function
        self._numba_type_ = function._numba_type_  # so that it compiles as the function

    def __call__(self, *_: object) -> NoReturn:
        """Refuse, since machine code that Python cannot call would crash."""
        name = self._function.__name__
        raise TypeError(f"{name} is for other kernel functions: it cannot be called here")


def entry(function: Function) -> Function:
    """The function as machine code that Python can call."""
    return _compile(function)


def inlined_entry(function: Function) -> Function:
    """The function as machine code inside its callers, which Python can call as well."""
    return _compile(function, forceinline=True)


def compiled(function: Function) -> Function:
    """The function as machine code for other kernel functions."""
    return _inner(_compile(function, no_cpython_wrapper=True))


def inlined(function: Function) -> Function:
    """The function as machine code inside other kernel functions."""
    return _inner(_compile(function, no_cpython_wrapper=True, forceinline=True))


def _inner(function: Function) -> Function:
    return cast("Function", Inner(function)) if hasattr(function, "_numba_type_") else function


def _compile(function: Function, **options: bool | str) -> Function:
    make: Any = numba.njit
    options = {**OPTIONS, **options}
    try:
        dispatcher = make(cache=True, **options)(function)
    except RuntimeError:  # no folder to keep it in
        return cast("Function", make(**options)(function))
    kept: Any = getattr(dispatcher, "_cache", None)  # nothing where numba is switched off
    if kept is not None:
        _set_stamp(kept, Path(function.__code__.co_filename), repr(options))
        _ignore_disk_errors(kept)
    return cast("Function", dispatcher)


def _set_stamp(kept: Any, file: Path, options: str) -> None:  # noqa: ANN401 (no types in numba)
    """Make machine code depend on all files that it is made from."""
    try:
        text = _digest(file.parent if file.parent.name == KERNEL else file)
    except OSError:  # not a file that can be read, such as a part of an archive
        return
    index = getattr(kept, "_cache_file", None)
    if hasattr(index, "_source_stamp"):
        index._source_stamp = (text, options)  # type: ignore[union-attr]  # noqa: SLF001


@cache
def _digest(kernel: Path) -> str:
    """A hash of all files that a kernel is made from."""
    files = [*kernel_files(kernel), *COMPILER] if kernel.is_dir() else [kernel, *COMPILER]
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


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


def _ignore_disk_errors(kept: Any) -> None:  # noqa: ANN401
    """Compile without a cache where the disk is full or must not be written."""
    for name in ("load_overload", "save_overload"):
        if hasattr(kept, name):
            setattr(kept, name, _without_disk_errors(getattr(kept, name)))


def is_kept(function: Callable[..., Any]) -> bool:
    """Whether machine code of a function is on disk, made from the same text for this machine."""
    if not hasattr(function, "stats"):  # nothing is compiled at all: NUMBA_DISABLE_JIT
        return True
    try:
        # numba's own index is empty if the text, or numba, has changed since.
        return bool(function._cache._cache_file._load_index())  # type: ignore[attr-defined]  # noqa: SLF001
    except (AttributeError, OSError, EOFError, UnpicklingError):
        return False


def _without_disk_errors(method: Callable[..., Any]) -> Callable[..., Any]:
    def attempt(*arguments: Any) -> Any:  # noqa: ANN401
        try:
            return method(*arguments)
        except (OSError, EOFError, UnpicklingError):
            return None

    return attempt
