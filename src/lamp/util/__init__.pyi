from lamp.util.compiling import are_compiled as are_compiled
from lamp.util.compiling import compiled as compiled
from lamp.util.compiling import entry as entry
from lamp.util.compiling import has_machine_code as has_machine_code
from lamp.util.compiling import inlined as inlined
from lamp.util.compiling import inlined_entry as inlined_entry
from lamp.util.compiling import load_kernels as load_kernels
from lamp.util.deadline import Deadline as Deadline
from lamp.util.disk import cache_folder as cache_folder
from lamp.util.disk import write_whole as write_whole
from lamp.util.html import table as table
from lamp.util.lazy import lazy_exports as lazy_exports
from lamp.util.machine import SHARE as SHARE
from lamp.util.machine import free_memory as free_memory
from lamp.util.processes import ORPHANED as ORPHANED
from lamp.util.processes import Target as Target
from lamp.util.processes import WorkerProcess as WorkerProcess
from lamp.util.processes import exit_text as exit_text
from lamp.util.processes import fork_server_context as fork_server_context
from lamp.util.processes import init_worker as init_worker
from lamp.util.processes import interrupts_blocked as interrupts_blocked
from lamp.util.processes import spawn_context as spawn_context
from lamp.util.processes import worker_pool as worker_pool
from lamp.util.progress import progress_shown_by as progress_shown_by
from lamp.util.progress import report_progress as report_progress
from lamp.util.statistics import student_95 as student_95
from lamp.util.statistics import student_outside as student_outside
from lamp.util.statistics import wilson as wilson

__all__ = [
    "ORPHANED",
    "SHARE",
    "Deadline",
    "Target",
    "WorkerProcess",
    "are_compiled",
    "cache_folder",
    "compiled",
    "entry",
    "exit_text",
    "fork_server_context",
    "free_memory",
    "has_machine_code",
    "init_worker",
    "inlined",
    "inlined_entry",
    "interrupts_blocked",
    "lazy_exports",
    "load_kernels",
    "progress_shown_by",
    "report_progress",
    "spawn_context",
    "student_95",
    "student_outside",
    "table",
    "wilson",
    "worker_pool",
    "write_whole",
]
