"""Functions as machine code: `compiler` is the only importer of numba."""

from lamp.util.compiling.functions import Entry, compiled, entry, inlined, inlined_entry
from lamp.util.compiling.kernels import Kernel, are_compiled, kernel_files, load_kernels

__all__ = [
    "Entry",
    "Kernel",
    "are_compiled",
    "compiled",
    "entry",
    "inlined",
    "inlined_entry",
    "kernel_files",
    "load_kernels",
]
