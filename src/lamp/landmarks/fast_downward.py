"""Landmarks from Fast Downward, where it is installed: the other generators, and an oracle.

The package `up-fast-downward` brings the planner. It is found without being imported, for its
import needs packages that it does not declare. Its search component reads the determinized task
from us (`sas`), so nothing has to be translated; the tests translate, and compare.
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
from lamp.landmarks.graph import Landmark, LandmarkGraph, Ordering, OrderingType, circle
from lamp.landmarks.rhw.encoding import encode
from lamp.landmarks.rhw.variables import Variables
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
    found = Path(spec.submodule_search_locations[0]) / "downward" / "builds" / "release" / "bin"
    return found if found.is_dir() else None


def fast_downward_version() -> str:
    """The version of the package, or nothing where it is not installed."""
    try:
        return version("up-fast-downward")
    except PackageNotFoundError:
        return ""


def landmarks_of_fast_downward(task: Task, generator: str = "lm_rhw") -> LandmarkGraph:
    """The graph that one of Fast Downward's generators finds for the determinized task."""
    command = [str(_program()), "--search", _search(generator)]
    encoding = encode(task)
    variables = {encoding.variables.variable(value) for value in encoding.goal}
    contradiction = task.goal == NEVER or len(variables) < len(encoding.goal)
    if contradiction or task.goal == ALWAYS:
        return LandmarkGraph.of([], [], task)
    output = _run(command, SasWriter(task, encoding).text(), generator)
    return read_graph(output, encoding.variables, task)


def _run(command: list[str], sas: str, generator: str) -> str:
    """What Fast Downward prints; exit code 12 is normal, since it is not given time to search."""
    with tempfile.TemporaryDirectory() as scratch:
        try:
            done = subprocess.run(  # noqa: S603 (the program of an installed package, no shell)
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
    if "Landmark graph end." not in done.stdout:
        words = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        said = next((line for line in reversed(words) if not MEMORY.search(line)), "nothing")
        raise LandmarkError(
            f"Fast Downward's {generator} ended with code {done.returncode} and said: {said}",
            remedy="Check its options; not every generator accepts every task",
        )
    return done.stdout


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
    found: dict[str, Landmark] = {}
    for number, label in NODE.findall(output):
        if landmark := read_landmark(label, variables):
            found[number] = landmark
    landmarks = list(dict.fromkeys(found.values()))
    place = {landmark: position for position, landmark in enumerate(landmarks)}
    strongest: dict[tuple[int, int], OrderingType] = {}
    for before, after, label in EDGE.findall(output):
        if before in found and after in found and label in ORDERINGS:
            pair = place[found[before]], place[found[after]]
            strongest[pair] = max(ORDERINGS[label], strongest.get(pair, OrderingType.NATURAL))
    if circle(strongest):
        raise LandmarkError(
            "Fast Downward's orderings go round in a circle",
            remedy="They do where the goal cannot be reached; choose another source",
        )
    orderings = [Ordering(*pair, kind) for pair, kind in strongest.items()]
    return LandmarkGraph.of(landmarks, orderings, task)
