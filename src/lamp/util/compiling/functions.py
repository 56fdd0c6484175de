"""The one door to numba: verbs as machine code, kept on disk where that is possible.

A kernel is a file, or a folder `kernel` of files, with all its types, constants and verbs. Numba's
disk cache looks at the file of a verb alone and would not see that a constant next door has
changed, nor the options here. So machine code is kept for as long as the text of the whole kernel
and the options are the same, whatever their dates are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, NoReturn, TypeVar, cast

import numba

from lamp.util.compiling import record_type  # noqa: F401 (makes records known to numba)

Verb = TypeVar("Verb", bound=Callable[..., Any])

KERNEL = "kernel"
"""The name of folders in which all files are one kernel."""

OPTIONS: dict[str, bool | str] = {
    "error_model": "numpy",
    "nogil": True,
    # Nothing in a kernel allocates. Counting references to arrays would take most of the time.
    "_nrt": False,
    "no_cfunc_wrapper": True,
}


class Inner:
    """A verb that only other verbs call: taking tuples of arrays from Python would be long code."""

    def __init__(self, verb: Any) -> None:  # noqa: ANN401 (a type of numba's)
        self._verb = verb
        self._numba_type_ = verb._numba_type_  # so that it compiles as the verb

    def __call__(self, *_: object) -> NoReturn:
        """Refuse, since machine code that Python cannot call would crash."""
        raise TypeError(f"{self._verb.__name__} is for other verbs: it cannot be called here")


def entry(verb: Verb) -> Verb:
    """The verb as machine code that Python can call."""
    return _compile(verb)


def inlined_entry(verb: Verb) -> Verb:
    """The verb as machine code inside its callers, which Python can call as well."""
    return _compile(verb, forceinline=True)


def compiled(verb: Verb) -> Verb:
    """The verb as machine code for other verbs."""
    return _inner(_compile(verb, no_cpython_wrapper=True))


def inlined(verb: Verb) -> Verb:
    """The verb as machine code inside other verbs: tuples of arrays are dear to pass."""
    return _inner(_compile(verb, no_cpython_wrapper=True, forceinline=True))


def merged(verb: Verb) -> Verb:
    """The verb as a part of its only caller, so that the two of them are compiled once."""
    return _compile(verb, inline="always")


def _inner(verb: Verb) -> Verb:
    return cast("Verb", Inner(verb)) if hasattr(verb, "_numba_type_") else verb


def _compile(verb: Verb, **options: bool | str) -> Verb:
    make: Any = numba.njit
    options = {**OPTIONS, **options}
    try:
        dispatcher = make(cache=True, **options)(verb)
    except RuntimeError:  # no folder to keep it in
        return cast("Verb", make(**options)(verb))
    kept: Any = getattr(dispatcher, "_cache", None)  # nothing where numba is switched off
    if kept is not None:
        _watch_kernel(kept, Path(verb.__code__.co_filename), repr(options))
        _forgive_disk_errors(kept)
    return cast("Verb", dispatcher)


def _watch_kernel(kept: Any, file: Path, options: str) -> None:  # noqa: ANN401 (no types in numba)
    """Make machine code depend on all that it is made from."""
    in_folder = file.parent.name == KERNEL
    try:
        text = _digest(file.parent if in_folder else file)
    except OSError:  # not a file that can be read, such as a part of an archive
        return
    index = getattr(kept, "_cache_file", None)
    if hasattr(index, "_source_stamp"):
        index._source_stamp = (text, options)  # type: ignore[union-attr]  # noqa: SLF001


@cache
def _digest(kernel: Path) -> str:
    """A number for the text of a kernel."""
    files = sorted(kernel.glob("*.py")) if kernel.is_dir() else [kernel]
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def _forgive_disk_errors(kept: Any) -> None:  # noqa: ANN401
    """See to it that a full or read-only disk costs time but does not end anything."""
    for name in ("load_overload", "save_overload"):
        if hasattr(kept, name):
            setattr(kept, name, _without_disk_errors(getattr(kept, name)))


def is_kept(verb: Callable[..., Any]) -> bool:
    """Whether machine code of a verb waits on disk, made from the same text for this machine."""
    if not hasattr(verb, "stats"):  # nothing is compiled at all: NUMBA_DISABLE_JIT
        return True
    try:
        # numba's own index is empty if the text, or numba, has changed since.
        return bool(verb._cache._cache_file._load_index())  # type: ignore[attr-defined]  # noqa: SLF001
    except (AttributeError, OSError, EOFError, UnpicklingError):
        return False


def _without_disk_errors(verb: Callable[..., Any]) -> Callable[..., Any]:
    def attempt(*arguments: Any) -> Any:  # noqa: ANN401
        try:
            return verb(*arguments)
        except (OSError, EOFError, UnpicklingError):
            return None

    return attempt
