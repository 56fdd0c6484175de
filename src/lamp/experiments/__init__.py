"""Experiments: a grid becomes one durable row per run.

`grid_file` and `presets` make a `grid`; `store` keeps rows; `local` and `cluster` run what is left.
Modules are imported at the first use of what they export: `cluster` needs Dask, `local` a planner.
"""

from lamp.util import lazy_exports

_MODULES = {
    "Grid": "grid",
    "Progress": "driver",
    "Report": "driver",
    "Stop": "driver",
    "Store": "store",
    "prepare_for": "runner",
    "preset": "presets",
    "read_grid": "grid_file",
    "run_locally": "local",
    "run_on_cluster": "cluster",
}

__all__ = sorted(_MODULES)  # noqa: PLE0605 (a list of strings)
__getattr__ = lazy_exports(__name__, _MODULES)
