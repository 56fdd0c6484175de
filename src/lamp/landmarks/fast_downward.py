"""Landmarks from Fast Downward, where it is installed: the other generators, and an oracle.

The package `up-fast-downward` brings the planner. It is located without being imported, since its
import needs packages that it does not declare. Its search component reads the finite-domain task
of lamp (`sas`), so that its translator is not needed; the tests compare with the translator.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from lamp.errors import LandmarkError
from lamp.fdr import Variables, to_fdr
from lamp.landmarks.graph import Landmark, LandmarkGraph, Ordering, OrderingType, find_cycle
from lamp.landmarks.sas import SasWriter, read_landmark
from lamp.task import ALWAYS, NEVER, Task

GENERATORS = ("lm_rhw", "lm_zg", "lm_exhaust", "lm_hm")
INSTALL = "pip install up-fast-downward, or in a clone of lamp: uv sync --extra fd"
FD_TIMEOUT = 600.0
"""Seconds after which Fast Downward is stopped."""

ORDERINGS = {
    "n": OrderingType.NATURAL,
    "gn": OrderingType.GREEDY_NECESSARY,
    "nec": OrderingType.NECESSARY,
}
NODE = re.compile(r'^\s+lm(\d+) \[label="(.*?)"', re.MULTILINE)
MEMORY = re.compile("^Peak memory|error occurred")
EDGE = re.compile(r'^\s+lm(\d+) -> lm(\d+) \[label="(\w+)"\]', re.MULTILINE)


def folder() -> Path | None:
    """The folder of Fast Downward's programs, if the package is installed."""
    spec = find_spec("up_fast_downward")
    if spec is None or not spec.submodule_search_locations:
        return None
    package = Path(spec.submodule_search_locations[0])
    programs = package / "downward" / "builds" / "release" / "bin"
    return programs if programs.is_dir() else None


def fast_downward_version() -> str:
    """The version of the package, or nothing where it is not installed."""
    try:
        return version("up-fast-downward")
    except PackageNotFoundError:
        return ""


def fast_downward_landmarks(task: Task, generator: str = "lm_rhw") -> LandmarkGraph:
    """The graph that one of Fast Downward's generators finds for the determinized task."""
    command = [str(_program()), "--search", _search(generator)]
    fdr = to_fdr(task)
    variables = {fdr.variables.variable(value) for value in fdr.goal}
    contradiction = task.goal == NEVER or len(variables) < len(fdr.goal)
    if contradiction or task.goal == ALWAYS:
        return LandmarkGraph.of([], [], task)
    output = _run(command, SasWriter(task, fdr).text(), generator)
    return read_graph(output, fdr.variables, task)


def _run(command: list[str], sas: str, generator: str) -> str:
    """What Fast Downward prints; exit code 12 is normal, since its search has no time."""
    with tempfile.TemporaryDirectory() as scratch:
        try:
            process = subprocess.run(  # noqa: S603 (the program of an installed package, no shell)
                command,
                input=sas,
                cwd=scratch,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=FD_TIMEOUT,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise LandmarkError(
                f"Fast Downward's {generator} took longer than {FD_TIMEOUT:.0f} seconds",
                remedy="Leave out --landmarks: lamp's own landmarks are found faster",
            ) from None
        except OSError as error:
            raise LandmarkError(
                f"Fast Downward cannot be started: {error.strerror}",
                remedy="Leave out --landmarks, or install it again",
            ) from None
    if "Landmark graph end." not in process.stdout:
        lines = [line for line in (process.stdout + process.stderr).splitlines() if line.strip()]
        last_line = next((line for line in reversed(lines) if not MEMORY.search(line)), "nothing")
        raise LandmarkError(
            f"Fast Downward's {generator} ended with code {process.returncode} "
            f"and said: {last_line}",
            remedy="Check its options; not every generator accepts every task",
        )
    return process.stdout


def _program() -> Path:
    bin_folder = folder()
    name = "downward.exe" if sys.platform == "win32" else "downward"
    if bin_folder is None or not (bin_folder / name).is_file():
        raise LandmarkError("Fast Downward is not installed", remedy=f"Install it with: {INSTALL}")
    return bin_folder / name


def _search(generator: str) -> str:
    """The search whose heuristic prints the graph of a generator such as `lm_hm(m=2)`."""
    match = re.fullmatch(r"(\w+)(?:\(([\w=,. ]*)\))?", generator)
    if not match or match[1] not in GENERATORS or "verbosity" in generator:
        raise LandmarkError(
            f"Fast Downward has no landmark generator {generator!r}",
            remedy=f"Known are {', '.join(GENERATORS)}, also with options: fd:lm_hm(m=2)",
        )
    options = ",".join(filter(None, [match[2], "verbosity=debug"]))
    return f"lazy_greedy([landmark_sum({match[1]}({options}))],max_time=0)"


def read_graph(output: str, variables: Variables, task: Task) -> LandmarkGraph:
    """The graph that Fast Downward printed; reasonable orderings are left out."""
    by_number: dict[str, Landmark] = {}
    for number, label in NODE.findall(output):
        if landmark := read_landmark(label, variables):
            by_number[number] = landmark
    landmarks = list(dict.fromkeys(by_number.values()))
    positions = {landmark: position for position, landmark in enumerate(landmarks)}
    strongest: dict[tuple[int, int], OrderingType] = {}
    for before, after, label in EDGE.findall(output):
        if before in by_number and after in by_number and label in ORDERINGS:
            pair = positions[by_number[before]], positions[by_number[after]]
            strongest[pair] = max(ORDERINGS[label], strongest.get(pair, OrderingType.NATURAL))
    if find_cycle(strongest):
        raise LandmarkError(
            "Fast Downward's orderings have a cycle",
            remedy="They do where the goal cannot be reached; choose another source",
        )
    orderings = [Ordering(*pair, kind) for pair, kind in strongest.items()]
    return LandmarkGraph.of(landmarks, orderings, task)
