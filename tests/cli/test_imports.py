"""What commands import: nothing that they do not need, since imports are most of a start."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.entry_points import only_compiled
from tests.support.processes import run_python

PLANNERS = {"numba", "numpy", "llvmlite", "lamp.search", "lamp.exact", "lamp.util.compiling"}
EXTRAS = {
    *("cairosvg", "dask", "distributed", "gymnasium", "PIL", "pyarrow", "scipy"),
    *("starlette", "uvicorn", "websockets", "up_fast_downward"),
}
SELDOM = {
    # Rich draws on terminals, the others are for servers, several processes and Fast Downward.
    *("rich", "asyncio", "multiprocessing", "importlib.metadata", "sqlite3"),
    *("lamp.experiments", "lamp.gym", "lamp.ippc.server", "lamp.landmarks.fast_downward"),
    *("lamp.reporting.report", "lamp.util.processes", "lamp.web"),
}
CODE = """
import sys
from lamp.cli import run

try:
    code = run(sys.argv[2:])
except SystemExit as ending:
    code = ending.code
print(code, *sorted({*sys.argv[1].split()} & {*sys.modules}))
"""


def check_imports(unneeded: set[str], *command: str) -> None:
    """Run a command; fail if it fails, or imports what it does not need."""
    done = run_python(CODE, " ".join(unneeded), *command, check=True)
    assert done.stdout.splitlines()[-1] == "0"


@pytest.mark.parametrize("command", ["--help", "check --help", "solve --help", "serve --help"])
def test_help_imports_no_planner(command: str) -> None:
    unneeded = EXTRAS | SELDOM | {"lamp.ppddl", "lamp.grounding"}
    if command != "solve --help":  # which tells the defaults of all settings
        unneeded |= PLANNERS
    check_imports(unneeded - {"importlib.metadata"}, *command.split())


@pytest.mark.parametrize("command", ["check", "landmarks", "landmarks --format svg", "export"])
def test_commands_that_do_not_plan_import_no_planner(command: str) -> None:
    check_imports(EXTRAS | SELDOM | PLANNERS, *command.split(), "elevators:p2")


@only_compiled
@pytest.mark.parametrize("command", ["solve --json", "exact"])
def test_machine_code_is_loaded_without_numba(command: str) -> None:
    unneeded = EXTRAS | SELDOM | {"numba"}
    if command.startswith("solve"):
        unneeded.add("lamp.exact")
    check_imports(unneeded, *command.split(), "triangle_tireworld:p1")


def test_the_first_start_says_so_before_it_imports_a_planner(tmp_path: Path) -> None:
    code = """
import os, sys
from lamp.cli import progress

def check(waiting, text):
    print(text, *{"numpy", "llvmlite", "lamp.search.lamp"} & {*sys.modules}, flush=True)
    os._exit(0)

progress.Waiting._report = check
from lamp.cli import run
run(sys.argv[1:])
"""
    environment = {"LAMP_CACHE_DIR": str(tmp_path)}
    for command in ("solve", "exact"):
        done = run_python(code, command, "triangle_tireworld:p1", env=environment, check=True)
        assert done.stdout == "the first start after an installation: loading\n"
