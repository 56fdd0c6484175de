"""What Python passes to compiled functions, by their annotations: one signature for each."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np

from lamp.util.records import NUMBERS, Record


class ArrayArgument(NamedTuple):
    """A contiguous array: passed as its address and its shape."""

    dtype: np.dtype[Any]
    dimensions: int = 1

    def passed(self, array: Any) -> list[int]:  # noqa: ANN401
        """The values that stand for an array."""
        if (
            not isinstance(array, np.ndarray)
            or array.ndim != self.dimensions
            or array.dtype != self.dtype
            or not array.flags.c_contiguous
        ):
            raise TypeError(
                f"an argument must be a contiguous array of {self.dtype} with {self.dimensions} "
                f"dimensions, not {array!r:.60}"
            )
        return [array.__array_interface__["data"][0], *array.shape]


class Signature(NamedTuple):
    """The types of a function's arguments and of what it returns."""

    arguments: tuple[Any, ...]
    result: type

    @classmethod
    def of(cls, function: Callable[..., Any]) -> Signature:
        """The signature that the annotations of a function state."""
        hints = get_type_hints(function, include_extras=True)
        if len(hints) <= function.__code__.co_argcount:
            raise TypeError(f"{function.__name__} must state the types that it takes and returns")
        result = hints.pop("return")
        return cls(tuple(_argument(hint) for hint in hints.values()), result)

    def prototype(self) -> Any:  # noqa: ANN401 (ctypes has no name for it)
        """The type of the function in C."""
        types: list[Any] = []
        for kind in self.arguments:
            if isinstance(kind, ArrayArgument):
                types += [ctypes.c_void_p, *[ctypes.c_int64] * kind.dimensions]
            else:
                types.append(NUMBERS.get(kind, ctypes.c_void_p))
        return ctypes.CFUNCTYPE(NUMBERS.get(self.result), *types)

    def passed(self, arguments: tuple[Any, ...]) -> list[Any]:
        """Arguments as values of C; TypeError if one does not have its type."""
        if len(arguments) != len(self.arguments):
            raise TypeError(f"{len(self.arguments)} arguments are needed, not {len(arguments)}")
        values: list[Any] = []
        for kind, argument in zip(self.arguments, arguments, strict=True):
            if isinstance(kind, ArrayArgument):
                values += kind.passed(argument)
            elif kind in NUMBERS:
                values.append(kind(argument))
            elif not isinstance(argument, kind):
                raise TypeError(f"an argument must be of {kind.__name__}, not {argument!r:.60}")
            elif isinstance(argument, Record):
                values.append(argument.address)
            else:
                values.append(argument.bit_generator.ctypes.bit_generator)
        return values


def _argument(hint: Any) -> Any:  # noqa: ANN401
    dimensions = 1
    if get_origin(hint) is Annotated:
        hint, dimensions = get_args(hint)
    if get_origin(hint) is np.ndarray:
        return ArrayArgument(np.dtype(get_args(get_args(hint)[1])[0]), dimensions)
    return hint
