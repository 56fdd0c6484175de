"""Functions as machine code: the only importer of numba."""

from lamp.util.compiling.functions import (
    compiled,
    entry,
    inlined,
    inlined_entry,
    is_kept,
    kernel_files,
)

__all__ = ["compiled", "entry", "inlined", "inlined_entry", "is_kept", "kernel_files"]
