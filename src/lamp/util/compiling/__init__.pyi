from lamp.util.compiling.functions import Entry as Entry
from lamp.util.compiling.functions import compiled as compiled
from lamp.util.compiling.functions import entry as entry
from lamp.util.compiling.functions import inlined as inlined
from lamp.util.compiling.functions import inlined_entry as inlined_entry
from lamp.util.compiling.kernels import Kernel as Kernel
from lamp.util.compiling.kernels import are_compiled as are_compiled
from lamp.util.compiling.kernels import load_kernels as load_kernels
from lamp.util.compiling.machine_code import has_machine_code as has_machine_code
from lamp.util.compiling.machine_code import kernel_files as kernel_files
from lamp.util.compiling.machine_code import kernel_packages as kernel_packages

__all__ = [
    "Entry",
    "Kernel",
    "are_compiled",
    "compiled",
    "entry",
    "has_machine_code",
    "inlined",
    "inlined_entry",
    "kernel_files",
    "kernel_packages",
    "load_kernels",
]
