"""Functions as machine code: loading takes llvmlite, compiling numba, and a look for it neither."""

from lamp.util.lazy import lazy_exports

_MODULES = {
    "Entry": "functions",
    "Kernel": "kernels",
    "are_compiled": "kernels",
    "compiled": "functions",
    "entry": "functions",
    "has_machine_code": "machine_code",
    "inlined": "functions",
    "inlined_entry": "functions",
    "kernel_files": "machine_code",
    "kernel_packages": "machine_code",
    "load_kernels": "kernels",
}

__all__ = sorted(_MODULES)  # noqa: PLE0605 (a list of strings)
__getattr__ = lazy_exports(__name__, _MODULES)
