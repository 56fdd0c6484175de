"""Machine code in memory: the only part that loading takes is llvmlite."""

from __future__ import annotations

from functools import cache
from typing import Any

from llvmlite import binding

HEADER_BYTES = {b"\x7fELF": 20, b"\xcf\xfa\xed\xfe": 12}
"""By the first bytes of a format (ELF, Mach-O): how many of them say for which machine it is."""
COFF_HEADER_BYTES = 2


def load(code: bytes) -> Any:  # noqa: ANN401 (llvmlite has no types)
    """An engine with the machine code; ValueError if it is for another machine.

    LLVM ends the process when it is given code that it cannot load.
    """
    if not code.startswith(_header()):
        raise ValueError("the machine code is for another machine")
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), _target())
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


@cache
def _header() -> bytes:
    """How every file of machine code for this process begins."""
    code: bytes = _target().emit_object(binding.parse_assembly(""))
    return code[: HEADER_BYTES.get(code[:4], COFF_HEADER_BYTES)]


def _target() -> Any:  # noqa: ANN401
    """This machine, as LLVM knows it; an engine owns it."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding.Target.from_default_triple().create_target_machine(jit=True)
