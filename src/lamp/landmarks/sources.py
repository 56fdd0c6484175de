"""Where landmarks come from: one word for each source, one way to ask it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from lamp.errors import LandmarkError
from lamp.landmarks.cache import cached
from lamp.landmarks.fast_downward import landmarks_of_fast_downward
from lamp.landmarks.files import read_graph_file
from lamp.landmarks.graph import LandmarkGraph
from lamp.landmarks.rhw import find_landmarks
from lamp.task import Task

NATIVE = "rhw"
NO_LANDMARKS = "none"
FAST_DOWNWARD = "fd:"


@dataclass(frozen=True, slots=True)
class Found:
    """A graph, where it is from, and how long that took."""

    graph: LandmarkGraph
    source: str
    seconds: float
    cached: bool = False


def landmarks_from(task: Task, source: str = NATIVE, *, use_cache: bool = True) -> Found:
    """The landmark graph of a task from a source.

    `rhw` is lamp's own LM^RHW, `fd:lm_zg` and the like are generators of Fast Downward, `FILE.json`
    is a graph of the user's, and `none` the graph of the goal alone.
    """
    start = time.perf_counter()
    graph, from_disk = _ask(task, source, use_cache=use_cache)
    return Found(graph, source, time.perf_counter() - start, from_disk)


def landmarks_of(task: Task, source: str = NATIVE) -> LandmarkGraph:
    """The landmark graph of a task from a source, as for `landmarks_from`."""
    return landmarks_from(task, source).graph


def _ask(task: Task, source: str, *, use_cache: bool) -> tuple[LandmarkGraph, bool]:
    if source == NO_LANDMARKS:
        return LandmarkGraph.of([], [], task), False
    if source.endswith(".json"):
        return read_graph_file(source, task), False
    if source != NATIVE and not source.startswith(FAST_DOWNWARD):
        raise LandmarkError(
            f"there is no source of landmarks {source!r}",
            remedy=f"Choose {NATIVE}, {FAST_DOWNWARD}lm_zg, {NO_LANDMARKS} or a file: graph.json",
        )
    return (
        cached(task, source, lambda: _find(task, source))
        if use_cache
        else (_find(task, source), False)
    )


def _find(task: Task, source: str) -> LandmarkGraph:
    if source == NATIVE:
        return find_landmarks(task)
    return landmarks_of_fast_downward(task, source.removeprefix(FAST_DOWNWARD))
