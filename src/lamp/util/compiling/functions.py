"""Kernel functions: what Python calls of them, and what only other kernel functions call."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property
from typing import Any, NoReturn, TypeVar, cast

from lamp.util.compiling.kernels import Kernel
from lamp.util.compiling.signatures import Signature

Function = TypeVar("Function", bound=Callable[..., Any])


class KernelFunction:
    """A function that is compiled into those that call it."""

    def __init__(self, function: Callable[..., Any], *, is_inlined: bool = False) -> None:
        self.function, self.is_inlined = function, is_inlined
        self.__name__, self.__doc__ = function.__name__, function.__doc__
        self.__module__, self.__wrapped__ = function.__module__, function

    @cached_property
    def dispatcher(self) -> Any:  # noqa: ANN401 (numba has no types)
        """The function as numba compiles it."""
        from lamp.util.compiling.compiler import dispatcher  # noqa: PLC0415 (imports numba)

        return dispatcher(self)

    @property
    def _numba_type_(self) -> Any:  # noqa: ANN401 (numba asks for it while it compiles a caller)
        return self.dispatcher._numba_type_

    def __call__(self, *_: object) -> NoReturn:
        """Refuse: there is no machine code that Python can call."""
        name = self.__name__
        raise TypeError(f"{name} is for other kernel functions: it cannot be called here")


class Entry(KernelFunction):
    """A function that Python calls, with the types that its annotations state."""

    def __init__(self, function: Callable[..., Any], *, is_inlined: bool = False) -> None:
        super().__init__(function, is_inlined=is_inlined)
        self.symbol = f"{function.__module__}.{function.__qualname__}"
        self._kernel = Kernel.of(function)
        self._kernel.entries.append(self)
        self._address = 0

    @cached_property
    def signature(self) -> Signature:
        """The types of its arguments and of what it returns."""
        return Signature.of(self.function)

    @cached_property
    def _machine_code(self) -> Callable[..., Any]:
        return cast(
            "Callable[..., Any]", self.signature.prototype()(self._kernel.address(self.symbol))
        )

    def __call__(self, *arguments: Any) -> Any:  # noqa: ANN401
        """Run the machine code; other threads run meanwhile."""
        return self._machine_code(*self.signature.passed(arguments))


def entry(function: Function) -> Function:
    """The function as machine code that Python can call."""
    return cast("Function", Entry(function)) if _compiles() else function


def inlined_entry(function: Function) -> Function:
    """The function as machine code inside its callers, which Python can call as well."""
    return cast("Function", Entry(function, is_inlined=True)) if _compiles() else function


def compiled(function: Function) -> Function:
    """The function as machine code for other kernel functions."""
    return cast("Function", KernelFunction(function)) if _compiles() else function


def inlined(function: Function) -> Function:
    """The function as machine code inside other kernel functions."""
    return cast("Function", KernelFunction(function, is_inlined=True)) if _compiles() else function


def _compiles() -> bool:
    """Whether kernels are compiled; with `NUMBA_DISABLE_JIT=1` they run as Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
