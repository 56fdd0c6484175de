"""Functions as machine code: loading takes llvmlite, compiling numba."""

from lamp.util.compiling.functions import Entry, compiled, entry, inlined, inlined_entry
from lamp.util.compiling.kernels import Kernel, are_compiled, load_kernels
from lamp.util.compiling.machine_code import kernel_files, kernel_packages

__all__ = [
    "Entry",
    "Kernel",
    "are_compiled",
    "compiled",
    "entry",
    "inlined",
    "inlined_entry",
    "kernel_files",
    "kernel_packages",
    "load_kernels",
]
