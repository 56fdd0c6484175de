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
from importlib.util import find_spec
from pathlib import Path

from lamp.errors import LandmarkError
from lamp.landmarks.graph import Landmark, LandmarkGraph, Ordering, OrderingType
from lamp.landmarks.rhw.encoding import encode
from lamp.landmarks.rhw.variables import Variables
from lamp.landmarks.sas import SasWriter, read_landmark
from lamp.task import NEVER, Task

GENERATORS = ("lm_rhw", "lm_zg", "lm_exhaust", "lm_hm")
INSTALL = "pip install up-fast-downward (in a clone of lamp: uv sync --extra fd)"
PATIENCE = 600.0
"""Seconds after which Fast Downward is stopped."""

ORDERINGS = {
    "n": OrderingType.NATURAL,
    "gn": OrderingType.GREEDY_NECESSARY,
    "nec": OrderingType.NECESSARY,
}
NODE = re.compile(r'^\s+lm(\d+) \[label="(.*?)"', re.MULTILINE)
EDGE = re.compile(r'^\s+lm(\d+) -> lm(\d+) \[label="(\w+)"\]', re.MULTILINE)


def folder() -> Path | None:
    """The folder of Fast Downward's programs, if the package is installed."""
    spec = find_spec("up_fast_downward")
    if spec is None or not spec.submodule_search_locations:
        return None
    found = Path(spec.submodule_search_locations[0]) / "downward" / "builds" / "release" / "bin"
    return found if found.is_dir() else None


def landmarks_of_fast_downward(task: Task, generator: str = "lm_rhw") -> LandmarkGraph:
    """The graph that one of Fast Downward's generators finds for the determinized task."""
    if task.goal == NEVER:
        return LandmarkGraph.of([], [], task)
    encoding = encode(task)
    output = _run(SasWriter(task, encoding).text(), generator)
    return read_graph(output, encoding.variables, task)


def _run(sas: str, generator: str) -> str:
    """What Fast Downward prints; exit code 12 is normal, since it is not given time to search."""
    command = [str(_program()), "--search", _search(generator)]
    with tempfile.TemporaryDirectory() as scratch:
        try:
            done = subprocess.run(  # noqa: S603 (the program of an installed package, no shell)
                command,
                input=sas,
                cwd=scratch,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise LandmarkError(
                f"Fast Downward's {generator} took longer than {PATIENCE:.0f} seconds",
                remedy="Leave out --landmarks: lamp's own landmarks are found faster",
            ) from None
        except OSError as error:
            raise LandmarkError(
                f"Fast Downward cannot be started: {error.strerror}",
                remedy="Leave out --landmarks, or install it again",
            ) from None
    if "digraph" not in done.stdout:
        lines = (done.stderr + done.stdout).strip().splitlines() or ["no message"]
        raise LandmarkError(
            f"Fast Downward's {generator} ended with code {done.returncode}: {lines[0]}",
            remedy="Not every generator accepts every task; choose another one",
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
    if not match or match[1] not in GENERATORS:
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
    orderings = [Ordering(*pair, kind) for pair, kind in strongest.items()]
    return LandmarkGraph.of(landmarks, orderings, task)
