"""What is not about planning: compiling, files, the machine, processes, statistics, HTML.

Modules are imported at the first use of what they export: only `compiling.compiler` needs numba.
"""

from lamp.util.lazy import lazy_exports

_MODULES = {
    "Deadline": "deadline",
    "ORPHANED": "processes",
    "SHARE": "machine",
    "Target": "processes",
    "WorkerProcess": "processes",
    "are_compiled": "compiling",
    "cache_folder": "disk",
    "compiled": "compiling",
    "entry": "compiling",
    "exit_text": "processes",
    "fork_server_context": "processes",
    "free_memory": "machine",
    "has_machine_code": "compiling",
    "init_worker": "processes",
    "inlined": "compiling",
    "inlined_entry": "compiling",
    "interrupts_blocked": "processes",
    "lazy_exports": "lazy",
    "load_kernels": "compiling",
    "progress_shown_by": "progress",
    "report_progress": "progress",
    "spawn_context": "processes",
    "student_95": "statistics",
    "student_outside": "statistics",
    "table": "html",
    "wilson": "statistics",
    "worker_pool": "processes",
    "write_whole": "disk",
}

__all__ = sorted(_MODULES)  # noqa: PLE0605 (a list of strings)
__getattr__ = lazy_exports(__name__, _MODULES)
