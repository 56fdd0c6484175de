"""Random numbers in compiled functions: a pointer to the generator's functions in C.

`numpy.random.BitGenerator` publishes the struct `bitgen_t`: a state, and functions that draw from
it. `Generator.random()` is its `next_double`, so compiled functions draw the same numbers in the
same order, and the generator goes on from there in Python.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate, bound_function, signature
from numba.extending import infer_getattr, lower_builtin, models, register_model

STATE, NEXT_DOUBLE = 0, 3
"""The places of fields in `bitgen_t`, in words."""


class RandomType(types.Type):  # type: ignore[misc, unused-ignore]
    """The type of random number generators."""

    def __init__(self) -> None:
        super().__init__(name="lamp.random")


RANDOM = RandomType()


@register_model(RandomType)
class RandomModel(models.OpaqueModel):
    """A pointer to `bitgen_t`."""


@infer_getattr
class RandomMethods(AttributeTemplate):
    """The methods of a generator that compiled functions may call."""

    key = RandomType

    @bound_function("lamp.random.random")
    def resolve_random(self, rng: RandomType, args: Any, kws: Any) -> Any:  # noqa: ANN401
        """`rng.random()`: a number in [0, 1)."""
        return None if args or kws else signature(types.float64, recvr=rng)


@lower_builtin("lamp.random.random", RandomType)
def _random(context: Any, builder: Any, sig: Any, args: Any) -> Any:  # noqa: ANN401, ARG001
    pointer = cgutils.voidptr_t
    words = builder.bitcast(args[0], pointer.as_pointer())

    def word(number: int) -> Any:  # noqa: ANN401
        place = builder.gep(words, [ir.Constant(ir.IntType(64), number)])
        return builder.load(place)

    function = ir.FunctionType(ir.DoubleType(), [pointer]).as_pointer()
    return builder.call(builder.bitcast(word(NEXT_DOUBLE), function), [word(STATE)])
