"""Records: named fields in one block of memory, which machine code reads through one pointer.

    class Counts(Record):
        visits: Floats = array(np.float64, "states", 2)
        num_states: int

    counts = Counts(visits=np.zeros((8, 2)), num_states=0)
    counts.num_states += 1

A field is an array, a number (`int`, `float`, `bool`) or another record. The block holds the
address and the shape of each array, the numbers themselves, and the addresses of other records.
Compiled functions (`lamp.util.compiling`) take a record as one argument and use its fields by the
same names as Python does: `counts.visits[state, 0]`, `counts.num_states += 1`. Arrays are replaced
from Python alone, between calls of compiled functions.

A shape names its dimensions or, where a number is given, fixes them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from inspect import get_annotations
from typing import Annotated, Any, ClassVar, NamedTuple, NoReturn, TypeAlias, get_type_hints

import numpy as np
from numpy.typing import DTypeLike, NDArray

Int8s: TypeAlias = NDArray[np.uint8]
Int16s: TypeAlias = NDArray[np.int16]
Int32s: TypeAlias = NDArray[np.int32]
Int64s: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]
"""Bits: of states, sets and masks, 64 to a word."""
WordRows: TypeAlias = Annotated[NDArray[np.uint64], 2]
"""Rows of bits; compiled functions are told that it has two dimensions."""
Floats: TypeAlias = NDArray[np.float64]
FloatRows: TypeAlias = Annotated[NDArray[np.float64], 2]
Rows: TypeAlias = Any
"""An array whose elements have named fields: `rows[3].value`; all of them are `rows["value"]`."""

NUMBERS: Mapping[type, Any] = {
    int: ctypes.c_int64,
    float: ctypes.c_double,
    bool: ctypes.c_bool,
}


class ArrayField(NamedTuple):
    """The type of an array's elements, and its dimensions: names, or numbers if they are fixed."""

    dtype: np.dtype[Any]
    shape: tuple[str | int, ...]
    index_of: str = ""
    """Of a hash table: the array whose rows it finds."""

    def has_widths(self, shape: tuple[int, ...]) -> bool:
        """Whether a shape has the fixed dimensions."""
        for size, length in zip(self.shape, shape, strict=True):
            if size != length and isinstance(size, int):
                return False
        return True

    def empty(self, sizes: Mapping[str, int]) -> NDArray[Any]:
        """An array of zeros with the given sizes of named dimensions; 0 if one has none."""
        shape = [size if isinstance(size, int) else sizes.get(size, 0) for size in self.shape]
        return np.zeros(shape, dtype=self.dtype)


def array(dtype: DTypeLike, *shape: str | int, index_of: str = "") -> Any:  # noqa: ANN401 (as dataclasses.field)
    """Declare a field that is an array."""
    dtype = np.dtype(dtype)
    # Elements with named fields have them as attributes, as in compiled functions.
    element = np.dtype((np.record, dtype)) if dtype.names else dtype
    return ArrayField(element, shape, index_of)


class _Number:
    """A field that is a number, stored in the block of its record."""

    def __init__(self, name: str, kind: type) -> None:
        self._name, self._kind = name, kind

    def __get__(self, record: Record, owner: type[Record]) -> Any:  # noqa: ANN401
        return getattr(record.block, self._name)

    def __set__(self, record: Record, value: Any) -> None:  # noqa: ANN401
        setattr(record.block, self._name, self._kind(value))


_ATTRIBUTES = ("block", "address", "num_bytes")
"""Attributes of every record, which are no fields."""


class Record:
    """Named fields in one block of memory; subclasses declare them."""

    arrays: ClassVar[dict[str, ArrayField]]
    numbers: ClassVar[dict[str, type]]
    records: ClassVar[dict[str, type[Record]]]
    is_constant: ClassVar[bool]
    """Whether compiled functions never change its numbers; Python may, between their calls."""
    layout: ClassVar[type[ctypes.Structure]]
    num_bytes: int
    """The bytes of its arrays, used or not."""

    def __init_subclass__(cls, *, constant: bool = False) -> None:
        super().__init_subclass__()
        cls.arrays, cls.numbers, cls.records = {}, {}, {}
        cls.is_constant = constant
        layout: list[tuple[str, Any]] = []
        hints = get_type_hints(cls)
        for name in get_annotations(cls):
            declared = cls.__dict__.get(name)
            if isinstance(declared, ArrayField):
                delattr(cls, name)  # an array is stored in the dictionary of its record
                cls.arrays[name] = declared
                layout.append((f"{name}_data", ctypes.c_void_p))
                layout.append((f"{name}_shape", ctypes.c_int64 * len(declared.shape)))
            elif hints[name] in NUMBERS:
                setattr(cls, name, _Number(name, hints[name]))
                cls.numbers[name] = hints[name]
                layout.append((name, NUMBERS[hints[name]]))
            else:
                cls.records[name] = hints[name]
                layout.append((f"{name}_record", ctypes.c_void_p))
        cls.layout = type(cls.__name__, (ctypes.Structure,), {"_fields_": layout})

    def __init__(self, **fields: Any) -> None:  # noqa: ANN401 (arrays, numbers and records)
        self.block = self.layout()
        self.address = ctypes.addressof(self.block)
        self.num_bytes = 0
        missing = (self.arrays.keys() | self.records.keys()) - fields.keys()
        if missing:
            raise TypeError(f"{type(self).__name__} lacks {', '.join(sorted(missing))}")
        for name, value in fields.items():
            setattr(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:  # noqa: ANN401
        if name in self.arrays:
            value = self._located(name, value)
        elif name in self.records:
            if not isinstance(value, self.records[name]):
                raise TypeError(f"{name} must be of {self.records[name].__name__}")
            setattr(self.block, f"{name}_record", value.address)
        elif name not in self.numbers and name not in _ATTRIBUTES:
            raise AttributeError(f"{type(self).__name__} has no field {name!r}")
        super().__setattr__(name, value)

    def _located(self, name: str, value: NDArray[Any]) -> NDArray[Any]:
        """The array, after its address and shape are noted in the block."""
        declared = self.arrays[name]
        fits = value.ndim == len(declared.shape) and declared.has_widths(value.shape)
        if not fits or value.dtype != declared.dtype or not value.flags.c_contiguous:
            raise TypeError(
                f"{name} must be a contiguous array of {declared.dtype} with the dimensions "
                f"{declared.shape}, not one of {value.dtype} with {value.shape}"
            )
        setattr(self.block, f"{name}_data", value.ctypes.data)
        getattr(self.block, f"{name}_shape")[:] = value.shape
        before = self.__dict__.get(name)
        self.num_bytes += value.nbytes - (0 if before is None else before.nbytes)
        return value.view(declared.dtype) if declared.dtype.names else value

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"{type(self).__name__} holds addresses, which mean nothing elsewhere")
