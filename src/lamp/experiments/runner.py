"""The runner of a worker process: a unit of work becomes rows. Problems are prepared once."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from lamp.errors import LampError
from lamp.execution import (
    Episode,
    EpisodeEnd,
    Step,
    find_planner,
    landmark_text,
    make_planner,
    run_episode,
)
from lamp.experiments.grid import Configuration, Grid, ProblemSource
from lamp.experiments.rows import Row, failed_row, row_of
from lamp.experiments.scheduler import Unit
from lamp.landmarks import LandmarkGraph, find_landmarks
from lamp.search import LandmarkPlan, SearchEnd, Stop, prepare
from lamp.task import Task
from lamp.util import SHARE, free_memory

if sys.platform != "win32":
    import resource

MEGABYTE = 1024**2
Began: TypeAlias = Callable[[int], None]
"""Is told the number of each run that begins."""


def prepare_for(grid: Grid) -> None:
    """Compile what the planners of a grid run: once, not in every worker."""
    names = dict.fromkeys(configuration.planner for configuration in grid.configurations)
    prepare(*(find_planner(name).planner for name in names))


class Runner:
    """Runs units; keeps planners of the last problem, and with them the states that they met."""

    def __init__(self, jobs: int = 1) -> None:
        self._jobs = jobs
        prepare()
        self._own = _memory()[0]
        self._most = _memory()[1] + SHARE / 2 * free_memory() / jobs
        self._tasks: dict[tuple[ProblemSource, str], tuple[Task, LandmarkGraph]] = {}
        self._planner: LandmarkPlan | None = None
        self._others: list[LandmarkPlan] = []
        """Planners of the same task that know states of it, one for each graph of landmarks."""
        self._of = ""
        self._is_new = True
        """Whether nothing is known from earlier runs."""
        self._names: list[str] = []
        """Of its landmarks."""

    def run(self, unit: Unit, began: Began, stop: Stop) -> Iterator[Row]:
        """The rows of a unit, one by one; none for what `stop` has ended."""
        mistake = self._prepare_for(unit)
        for run, seed in zip(unit.runs, unit.seeds, strict=True):
            began(run)
            key = unit.configuration.key
            row = (
                failed_row(key, run, seed, mistake) if mistake else self._row(unit, run, seed, stop)
            )
            if row is None:
                return
            yield row

    def _prepare_for(self, unit: Unit) -> str:
        """Get ready for the runs of a unit; what is wrong, if that is not possible."""
        try:
            with _limited(self._own, unit.limits.megabytes):
                self._planner_for(unit.configuration)
        except Exception as error:  # whatever it is, other units can go on
            return _reason(error, unit)
        return ""

    def _row(self, unit: Unit, run: int, seed: int, stop: Stop) -> Row | None:
        """The row of one run, whatever happens in it; nothing if it was stopped."""
        start = time.perf_counter()
        try:
            with _limited(self._own, unit.limits.megabytes):
                return self._attempt(unit, run, seed, stop)
        except Exception as error:  # a run that fails must not end the others
            self._forget()
            seconds = round(time.perf_counter() - start, 6)
            return failed_row(unit.configuration.key, run, seed, _reason(error, unit), seconds)

    def _attempt(self, unit: Unit, run: int, seed: int, stop: Stop) -> Row | None:
        """A run; where an old planner had no memory left, once more with a new one.

        Otherwise it would depend on the runs before whether this one succeeds.
        """
        was_new = self._planner is None or self._is_new
        try:
            row = self._episode(unit, run, seed, stop)
            if was_new or row is None or not row.error:
                return row
        except MemoryError:
            if was_new:
                raise
        self._forget()
        return self._episode(unit, run, seed, stop)

    def _episode(self, unit: Unit, run: int, seed: int, stop: Stop) -> Row | None:
        planner = self._planner_for(unit.configuration)
        end = time.perf_counter() + unit.limits.seconds
        early: list[Step] = []
        """Decisions for which there was not enough memory."""
        by_choice = unit.configuration.settings.megabytes < math.inf
        is_limited = unit.limits.megabytes < math.inf and not by_choice

        def watch(step: Step) -> None:
            if step.decision.end is SearchEnd.MEMORY and not by_choice:
                early.append(step)

        def is_over() -> bool:
            return time.perf_counter() > end or (is_limited and bool(early)) or stop()

        self._is_new = False
        episode = run_episode(planner, seed, watch, is_over)
        self._tidy(unit.configuration)
        if is_limited and early:
            raise MemoryError
        if episode.end is EpisodeEnd.INTERRUPTED:
            return None if stop() else _too_long(unit, run, episode)
        row = row_of(unit.configuration.key, run, episode, planner, self._names)
        note = f"memory was full: {len(early)} decisions came early"
        return row._replace(error=note) if early else row

    def _tidy(self, configuration: Configuration) -> None:
        """Let a planner go whose states take much memory, or whose memory is measured per run."""
        if configuration.settings.megabytes < math.inf or _memory()[1] > self._most:
            self._forget()

    def _forget(self) -> None:
        self._planner, self._others = None, []

    def _planner_for(self, configuration: Configuration) -> LandmarkPlan:
        if self._planner is None or self._of != configuration.key:
            task, graph = self._prepared(configuration)
            self._keep_planners_of(task)
            self._planner = planner_of(configuration, task, graph)
            self._planner.share_memory(self._jobs)
            left = [planner for planner in self._others if not self._planner.reuse_states(planner)]
            self._is_new = len(left) == len(self._others)
            self._of, self._others = configuration.key, left
            positions = range(len(self._planner.graph.landmarks))
            self._names = [landmark_text(self._planner, position) for position in positions]
        return self._planner

    def _keep_planners_of(self, task: Task) -> None:
        """Keep what planners know of the states of a task, and nothing else."""
        planners = [self._planner, *self._others] if self._planner else self._others
        self._planner, self._others = (
            None,
            [planner for planner in planners if planner.task is task],
        )
        for planner in self._others:
            planner.start()  # what was learned goes before the next planner takes memory

    def _prepared(self, configuration: Configuration) -> tuple[Task, LandmarkGraph]:
        source = configuration.landmarks.path or configuration.landmarks.name
        key = configuration.problem, source
        if key not in self._tasks:
            task = configuration.problem.task()
            self._tasks[key] = task, find_landmarks(task, source)
        return self._tasks[key]


def planner_of(configuration: Configuration, task: Task, graph: LandmarkGraph) -> LandmarkPlan:
    """The planner of a configuration."""
    return make_planner(configuration.planner, task, graph, configuration.settings)


def _reason(error: Exception, unit: Unit) -> str:
    """Why there is no result, in a line."""
    if isinstance(error, MemoryError):
        limit = unit.limits.megabytes
        return "out of memory" + (f"; the limit is {limit:g} MB" if limit < math.inf else "")
    if isinstance(error, LampError):
        return error.headline
    return f"{type(error).__name__}: {error}"


def _too_long(unit: Unit, run: int, episode: Episode) -> Row:
    text = f"over the limit of {unit.limits.seconds:g} s"
    key = unit.configuration.key
    return failed_row(key, run, episode.seed, text, round(episode.seconds, 6))


@contextmanager
def _limited(own: int, megabytes: float) -> Iterator[None]:
    """Let the process have only so much memory beyond its own; more is a MemoryError."""
    if sys.platform == "win32" or megabytes == math.inf or not own:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (own + int(megabytes * MEGABYTE), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _memory() -> tuple[int, int]:
    """The bytes of memory that this process has reserved, and those that it really uses."""
    try:
        reserved, used = Path("/proc/self/statm").read_text(encoding="ascii").split()[:2]
    except (OSError, ValueError):  # not Linux: nothing is limited by it
        return 0, 0
    page = os.sysconf("SC_PAGE_SIZE")
    return int(reserved) * page, int(used) * page
