"""Kernel functions to object code: the only importer of numba.

Numba translates each function to LLVM's intermediate language. It would also optimise each, with
all that it calls, and make machine code of it, for that a function may be called at any time. Here
only the functions that Python calls are needed: those are linked with all that they call into one
module, which is optimised and turned into machine code once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.core.codegen import AOTCodeLibrary, AOTCPUCodegen
from numba.core.compiler_lock import global_compiler_lock
from numba.core.cpu import CPUContext
from numba.core.registry import cpu_target
from numba.np.arrayobj import make_array, populate_array
from numba.np.numpy_support import from_dtype

from lamp.util.compiling.random_type import RANDOM
from lamp.util.compiling.record_type import NUMBER_TYPES, type_of
from lamp.util.compiling.signatures import ArrayArgument
from lamp.util.records import Record

if TYPE_CHECKING:
    from lamp.util.compiling.functions import Entry, KernelFunction

OPTIONS: dict[str, bool | str] = {
    "error_model": "numpy",
    "nogil": True,
    # Nothing in a kernel allocates. Counting references to arrays would take most of the time.
    "_nrt": False,
    "no_cfunc_wrapper": True,
    "no_cpython_wrapper": True,
}

Progress = Callable[[str], object]
"""Called with the name of each function that has been translated."""


def dispatcher(function: KernelFunction) -> Any:  # noqa: ANN401 (numba has no types)
    """The function as numba compiles it, for the types of its callers' arguments."""
    make: Any = numba.njit
    return make(**OPTIONS, forceinline=function.is_inlined)(function.function)


class KernelLibrary(AOTCodeLibrary):  # type: ignore[misc, unused-ignore]
    """The intermediate language of one function; linked and optimised as a part of a whole."""

    def finalize(self) -> None:
        """Leave the function as it is: `emit_object` links and optimises."""
        self._finalized = True
        codegen: Any = self._codegen
        codegen.progress(self.name)

    def add_llvm_module(self, ll_module: Any) -> None:  # noqa: ANN401
        """Take over a module."""
        self._optimize_functions(ll_module)
        self._final_module.link_in(ll_module)

    def _optimize_final_module(self) -> None:
        """Run LLVM's passes once; numba does so twice, to remove counts of references between."""
        manager, builder = self._codegen._module_pass_manager()  # noqa: SLF001
        manager.run(self._final_module, builder)

    def libraries(self) -> Iterator[KernelLibrary]:
        """The libraries of all functions that are called from here, each once."""
        waiting, seen = [self], {id(self)}
        while waiting:
            library = waiting.pop()
            yield library
            for other in library._linking_libraries:  # noqa: SLF001
                if id(other) not in seen:
                    seen.add(id(other))
                    waiting.append(other)

    def emit_object(self, exported: Iterable[str]) -> bytes:
        """Machine code of the exported functions, and of all that they call."""
        module = self._final_module
        for library in self.libraries():
            if library is not self:
                module.link_in(library._final_module, preserve=True)  # noqa: SLF001
        names = set(exported)
        for function in module.functions:
            if not function.is_declaration and function.name not in names:
                function.linkage = binding.Linkage.internal
        for variable in module.global_variables:
            if variable.linkage in (binding.Linkage.common, binding.Linkage.external):
                variable.linkage = binding.Linkage.internal
        self._optimize_final_module()
        module.verify()
        return bytes(self._codegen._tm.emit_object(module))  # noqa: SLF001


class KernelCodegen(AOTCPUCodegen):  # type: ignore[misc, unused-ignore]
    """Makes machine code for a processor; `generic` is any of the architecture."""

    _library_class = KernelLibrary

    def __init__(self, cpu: str) -> None:
        self.progress: Progress = lambda _: None
        super().__init__("lamp", "" if cpu == "generic" else cpu)

    def _customize_tm_features(self) -> str:
        return str(self._get_host_cpu_features()) if self._cpu_name == "host" else ""


class KernelContext(CPUContext):  # type: ignore[misc, unused-ignore]
    """Where numba compiles functions that this process will not call."""

    def __init__(self, codegen: KernelCodegen) -> None:
        self._internal_codegen: Any = codegen
        super().__init__(cpu_target.typing_context)

    def init(self) -> None:
        """Do without what functions need to be called here."""
        self.is32bit = False

    def get_executable(self, library: Any, fndesc: Any, env: Any) -> Any:  # noqa: ANN401, ARG002
        """Stand for the function, which cannot be called."""
        return [].append  # numba demands a function of C, another one for each


@global_compiler_lock  # type: ignore[misc, unused-ignore]
def compile_entries(
    entries: Iterable[Entry], cpu: str = "generic", progress: Progress = lambda _: None
) -> bytes:
    """Object code of functions, each with the calling convention of C."""
    context = _context(cpu)
    codegen: KernelCodegen = context.codegen()
    codegen.progress = progress
    with _target_context(context):
        library = codegen.create_library("lamp")
        module = library.create_ir_module("lamp")
        exported = [_add_entry(context, library, module, entry) for entry in entries]
        library.add_ir_module(module)
        code: bytes = library.emit_object(exported)
        return code


@cache
def _context(cpu: str) -> KernelContext:
    """The one context for a processor: functions that are compiled already are known there."""
    return KernelContext(KernelCodegen(cpu))


@contextmanager
def _target_context(context: Any) -> Iterator[None]:  # noqa: ANN401
    """Have numba compile all functions for a target, also those that it defines itself."""
    before = cpu_target._toplevel_target_context  # noqa: SLF001
    cpu_target._toplevel_target_context = context  # noqa: SLF001
    try:
        yield
    finally:
        cpu_target._toplevel_target_context = before  # noqa: SLF001


def _add_entry(context: Any, library: KernelLibrary, module: ir.Module, entry: Entry) -> str:  # noqa: ANN401
    """Add a function that takes its arguments as C passes them, and calls the compiled one."""
    arguments = tuple(_numba_type(kind) for kind in entry.signature.arguments)
    entry.dispatcher.compile(arguments)
    compiled = entry.dispatcher.overloads[arguments]
    library.add_linking_library(compiled.library)
    given = [_passed(context, kind) for kind in entry.signature.arguments]
    result = entry.signature.result
    returned = (
        ir.VoidType() if result is type(None) else context.get_value_type(NUMBER_TYPES[result])
    )
    if result is bool:
        returned = ir.IntType(8)
    flat = [each for values in given for each in values]
    function = ir.Function(module, ir.FunctionType(returned, flat), entry.symbol)
    builder = ir.IRBuilder(function.append_basic_block())
    values, rest = [], list(function.args)
    for kind, passed in zip(entry.signature.arguments, given, strict=True):
        own, rest = rest[: len(passed)], rest[len(passed) :]
        values.append(_value(context, builder, kind, own))
    callee = ir.Function(
        module,
        context.call_conv.get_function_type(compiled.fndesc.restype, compiled.fndesc.argtypes),
        compiled.fndesc.llvm_func_name,
    )
    _, value = context.call_conv.call_function(
        builder, callee, compiled.fndesc.restype, compiled.fndesc.argtypes, values
    )
    if result is type(None):
        builder.ret_void()
    else:
        value = context.cast(builder, value, compiled.fndesc.restype, NUMBER_TYPES[result])
        builder.ret(builder.zext(value, returned) if result is bool else value)
    return entry.symbol


def _numba_type(kind: Any) -> types.Type:  # noqa: ANN401
    if isinstance(kind, ArrayArgument):
        return types.Array(from_dtype(kind.dtype), kind.dimensions, "C", aligned=True)
    if kind is np.random.Generator:
        return RANDOM
    return type_of(kind) if issubclass(kind, Record) else NUMBER_TYPES[kind]


def _passed(context: Any, kind: Any) -> list[Any]:  # noqa: ANN401
    """The types of the values in which C passes an argument."""
    if isinstance(kind, ArrayArgument):
        return [cgutils.voidptr_t, *[ir.IntType(64)] * kind.dimensions]
    if kind is bool:
        return [ir.IntType(8)]
    return [context.get_value_type(_numba_type(kind))]


def _value(context: Any, builder: Any, kind: Any, passed: list[Any]) -> Any:  # noqa: ANN401
    """An argument as numba's functions take it."""
    if kind is bool:
        return builder.trunc(passed[0], ir.IntType(1))
    if not isinstance(kind, ArrayArgument):
        return passed[0]
    array_type: Any = _numba_type(kind)
    data, *shape = passed
    strides: list[Any] = []
    stride = ir.Constant(ir.IntType(64), kind.dtype.itemsize)
    for size in reversed(shape):
        strides.insert(0, stride)
        stride = builder.mul(stride, size)
    array = make_array(array_type)(context, builder)
    element = context.get_data_type(array_type.dtype).as_pointer()
    populate_array(
        array,
        data=builder.bitcast(data, element),
        shape=shape,
        strides=strides,
        itemsize=kind.dtype.itemsize,
        meminfo=None,
    )
    return array._getvalue()  # noqa: SLF001
