"""The one door to numba: verbs as machine code, kept on disk where that is possible.

A kernel is one file with all its types, constants and verbs, since numba's disk cache looks at the
file of a verb alone. It would not see a change of the options here, so they are part of the key
under which machine code is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from pickle import UnpicklingError
from typing import Any, NoReturn, TypeVar, cast

import numba

Verb = TypeVar("Verb", bound=Callable[..., Any])

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
    return cast("Verb", _with_forgiving_cache(dispatcher, repr(options)))


def _with_forgiving_cache(dispatcher: Any, options: str) -> Any:  # noqa: ANN401 (no types in numba)
    """The dispatcher, such that a full or read-only disk costs it time but does not end it."""
    cache: Any = getattr(
        dispatcher, "_cache", None
    )  # nothing of the kind where numba is switched off
    if hasattr(cache, "_index_key"):
        key = cache._index_key  # noqa: SLF001
        cache._index_key = lambda *arguments: (*key(*arguments), options)  # noqa: SLF001
    for name in ("load_overload", "save_overload"):
        if hasattr(cache, name):
            setattr(cache, name, _without_disk_errors(getattr(cache, name)))
    return dispatcher


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
