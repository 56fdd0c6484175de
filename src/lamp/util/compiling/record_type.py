"""Records (`lamp.util.records`) in compiled functions: one pointer, from which fields are loaded.

Numba passes a tuple of arrays as one scalar for each pointer, length and stride: 20 arrays are 140
scalars at every call, and lowering these takes most of the time of compilation. A record is one.

The addresses and shapes of arrays do not change during a call, so their loads are marked invariant:
LLVM may load them once, whatever is stored in between. So it is for numbers of constant records.
Pointers to other records are marked as dereferenceable, so that loads from them may be moved out of
loops.
"""

from __future__ import annotations

import ctypes
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import impl_ret_borrowed
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)
from numba.np.arrayobj import make_array, populate_array
from numba.np.numpy_support import from_dtype

from lamp.util.records import Record

NUMBER_TYPES = {int: types.int64, float: types.float64, bool: types.boolean}


class RecordType(types.Type):  # type: ignore[misc, unused-ignore]
    """The type of a record; its name has the whole layout, by which machine code is kept."""

    def __init__(self, record: type[Record]) -> None:
        self.record = record
        super().__init__(name=f"{record.__module__}.{record.__qualname__}{_layout(record)}")

    def field(self, name: str) -> types.Type | None:
        """The type of a field."""
        record = self.record
        if name in record.arrays:
            declared = record.arrays[name]
            return types.Array(from_dtype(declared.dtype), len(declared.shape), "C", aligned=True)
        if name in record.numbers:
            return NUMBER_TYPES[record.numbers[name]]
        return type_of(record.records[name]) if name in record.records else None


def type_of(record: type[Record]) -> RecordType:
    """The type of the records of a class, the same one each time."""
    if "_numba_type_" not in record.__dict__:
        record._numba_type_ = RecordType(record)  # type: ignore[attr-defined]
    return record._numba_type_  # type: ignore[attr-defined, no-any-return]


def _layout(record: type[Record]) -> str:
    arrays = {name: (str(one.dtype), one.shape) for name, one in record.arrays.items()}
    numbers = {name: kind.__name__ for name, kind in record.numbers.items()}
    records = {name: type_of(kind).name for name, kind in record.records.items()}
    return f"{arrays}{numbers}{records}{record.is_constant}"


@typeof_impl.register(Record)
def _typeof(record: Record, _: object) -> RecordType:
    return type_of(type(record))


@register_model(RecordType)
class RecordModel(models.OpaqueModel):
    """A pointer to the block of a record."""


@unbox(RecordType)
def _unbox(_: RecordType, record: Any, c: Any) -> NativeValue:  # noqa: ANN401
    number = c.pyapi.object_getattr_string(record, "address")
    pointer = c.pyapi.long_as_voidptr(number)
    c.pyapi.decref(number)
    return NativeValue(pointer, is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


@infer_getattr
class RecordFields(AttributeTemplate):
    """Fields as attributes."""

    key = RecordType  # numba's name for the type that has the attributes

    def generic_resolve(  # type: ignore[override]
        self, record: RecordType, name: str
    ) -> types.Type | None:
        """The type of a field; nothing if there is none of that name."""
        return record.field(name)


@lower_getattr_generic(RecordType)
def _load(context: Any, builder: Any, record: RecordType, block: Any, name: str) -> Any:  # noqa: ANN401
    kind = record.field(name)
    if isinstance(kind, types.Array):
        value = _load_array(context, builder, record, block, name)
    elif isinstance(kind, RecordType):
        value = _load_word(builder, record, block, f"{name}_record", cgutils.voidptr_t)
        size = ir.Constant(ir.IntType(64), ctypes.sizeof(kind.record.layout))
        value.set_metadata("dereferenceable", builder.module.add_metadata([size]))
    else:
        stored = builder.load(_pointer(context, builder, record, block, name))
        if record.record.is_constant:
            _mark_invariant(builder, stored)
        value = context.data_model_manager[kind].from_data(builder, stored)
    return impl_ret_borrowed(context, builder, kind, value)


@lower_setattr_generic(RecordType)
def _store(context: Any, builder: Any, sig: Any, args: Any, name: str) -> None:  # noqa: ANN401
    record, given = sig.args
    block, value = args
    kind = record.field(name)
    value = context.cast(builder, value, given, kind)
    context.pack_value(builder, kind, value, _pointer(context, builder, record, block, name))


def _load_array(context: Any, builder: Any, record: RecordType, block: Any, name: str) -> Any:  # noqa: ANN401
    declared, kind = record.record.arrays[name], cast("types.Array", record.field(name))
    itemsize = declared.dtype.itemsize
    integer = context.get_value_type(types.intp)
    first = getattr(record.record.layout, f"{name}_shape").offset
    shape: list[Any] = []
    strides: list[Any] = []
    for axis, size in enumerate(declared.shape):
        if isinstance(size, int):
            shape.append(ir.Constant(integer, size))
        else:
            shape.append(_load_at(builder, block, first + 8 * axis, integer))
    stride = ir.Constant(integer, itemsize)
    for size in reversed(shape):
        strides.insert(0, stride)
        stride = builder.mul(stride, size)
    element = context.get_data_type(kind.dtype).as_pointer()
    array = make_array(kind)(context, builder)
    populate_array(
        array,
        data=_load_word(builder, record, block, f"{name}_data", element),
        shape=shape,
        strides=strides,
        itemsize=itemsize,
        meminfo=None,
    )
    return array._getvalue()  # noqa: SLF001


def _pointer(context: Any, builder: Any, record: RecordType, block: Any, name: str) -> Any:  # noqa: ANN401
    """Where a number stands."""
    element = context.get_data_type(record.field(name)).as_pointer()
    return _address(builder, block, getattr(record.record.layout, name).offset, element)


def _load_word(builder: Any, record: RecordType, block: Any, name: str, kind: Any) -> Any:  # noqa: ANN401
    """A pointer that stands in the block."""
    return _load_at(builder, block, getattr(record.record.layout, name).offset, kind)


def _load_at(builder: Any, block: Any, offset: int, kind: Any) -> Any:  # noqa: ANN401
    load = builder.load(_address(builder, block, offset, kind.as_pointer()))
    _mark_invariant(builder, load)
    return load


def _address(builder: Any, block: Any, offset: int, kind: Any) -> Any:  # noqa: ANN401
    place = builder.gep(block, [ir.Constant(ir.IntType(64), offset)])
    return builder.bitcast(place, kind)


def _mark_invariant(builder: Any, load: Any) -> None:  # noqa: ANN401
    load.set_metadata("invariant.load", builder.module.add_metadata([]))
