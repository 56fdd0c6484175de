"""The sources of landmarks: one word for each, and one function that calls them all."""

from __future__ import annotations

import time
from dataclasses import dataclass

from lamp.errors import LandmarkError
from lamp.landmarks.cache import cached
from lamp.landmarks.files import read_graph_file
from lamp.landmarks.graph import LandmarkGraph
from lamp.landmarks.rhw import lm_rhw
from lamp.landmarks.source_names import FAST_DOWNWARD, NATIVE, NO_LANDMARKS
from lamp.task import Task


@dataclass(frozen=True, slots=True)
class LandmarkGeneration:
    """A landmark graph, its source, and the time that its generation took."""

    graph: LandmarkGraph
    source: str
    seconds: float
    cached: bool = False


def generate_landmarks(
    task: Task, source: str = NATIVE, *, use_cache: bool = True
) -> LandmarkGeneration:
    """The landmark graph of a task from a source, with the time that this took.

    `rhw` is lamp's own LM^RHW, `fd:lm_zg` and the like are generators of Fast Downward, `FILE.json`
    is a graph in a file, and `none` the graph of the goal alone.
    """
    start = time.perf_counter()
    graph, from_disk = _graph(task, source, use_cache=use_cache)
    return LandmarkGeneration(graph, source, time.perf_counter() - start, from_disk)


def find_landmarks(task: Task, source: str = NATIVE) -> LandmarkGraph:
    """The landmark graph of a task from a source, as for `generate_landmarks`."""
    return generate_landmarks(task, source).graph


def _graph(task: Task, source: str, *, use_cache: bool) -> tuple[LandmarkGraph, bool]:
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
        cached(task, source, lambda: _generate(task, source))
        if use_cache
        else (_generate(task, source), False)
    )


def _generate(task: Task, source: str) -> LandmarkGraph:
    if source == NATIVE:
        return lm_rhw(task)
    from lamp.landmarks.fast_downward import fast_downward_landmarks  # noqa: PLC0415

    return fast_downward_landmarks(task, source.removeprefix(FAST_DOWNWARD))
