"""Landmark graphs on disk, by a hash of the ground task, the source and the code.

A cache never makes anything fail: what cannot be read is computed again, what cannot be written is
not kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

from lamp import __version__
from lamp.errors import LandmarkError
from lamp.landmarks.files import read_graph_file, to_json
from lamp.landmarks.graph import LandmarkGraph
from lamp.landmarks.source_names import FAST_DOWNWARD
from lamp.task import Task
from lamp.util import cache_folder, write_whole


@cache
def code_hash() -> str:
    """A digest of the code that generates landmarks: other code may generate other graphs."""
    digest = hashlib.sha256()
    package = Path(__file__).parents[1]
    for folder in ("landmarks", "fdr"):
        for path in sorted((package / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    digest.update((package / "conditions.py").read_bytes())
    return digest.hexdigest()


def task_hash(task: Task) -> str:
    """A digest of a task, apart from its name."""
    digest = hashlib.sha256()
    for component in (task.atoms, sorted(task.initial), task.goal, *task.actions):
        digest.update(repr(component).encode())
        digest.update(b"\n")
    return digest.hexdigest()


def _program_version(source: str) -> str:
    """The version of the program that a source runs; nothing for lamp's own code."""
    if not source.startswith(FAST_DOWNWARD):
        return ""
    from lamp.landmarks.fast_downward import fast_downward_version  # noqa: PLC0415

    return fast_downward_version()


def cached(
    task: Task, source: str, generate: Callable[[], LandmarkGraph]
) -> tuple[LandmarkGraph, bool]:
    """The graph of a task from a source, and whether it was on disk; else it is generated."""
    try:
        key_fields = [__version__, code_hash(), _program_version(source), source, task_hash(task)]
        key = hashlib.sha256(" ".join(key_fields).encode(errors="surrogatepass")).hexdigest()
        path = cache_folder() / "landmarks" / f"{key[:40]}.json"
    except (OSError, RuntimeError):
        return generate(), False
    # A file that is missing, not readable, or not a graph of this task is replaced.
    with contextlib.suppress(OSError, ValueError, RecursionError, LandmarkError):
        if path.is_file():
            return read_graph_file(str(path), task), True
    graph = generate()
    with contextlib.suppress(OSError):
        write_whole(path, json.dumps(to_json(graph, task)))
    return graph, False
