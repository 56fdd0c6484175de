from lamp.experiments.cluster import run_on_cluster as run_on_cluster
from lamp.experiments.driver import Progress as Progress
from lamp.experiments.driver import Report as Report
from lamp.experiments.driver import Stop as Stop
from lamp.experiments.grid import Grid as Grid
from lamp.experiments.grid_file import read_grid as read_grid
from lamp.experiments.local import run_locally as run_locally
from lamp.experiments.presets import preset as preset
from lamp.experiments.runner import prepare_for as prepare_for
from lamp.experiments.store import Store as Store

__all__ = [
    "Grid",
    "Progress",
    "Report",
    "Stop",
    "Store",
    "prepare_for",
    "preset",
    "read_grid",
    "run_locally",
    "run_on_cluster",
]
