"""Many episodes of one planner, in one process or in several; the same seeds, the same episodes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.synchronize import Event

from lamp.errors import ExecutionError
from lamp.execution.episode import Episode, EpisodeEnd, Step, run_episode
from lamp.search import LandmarkPlan, Stop
from lamp.util import interrupts_blocked, spawn_context, worker_pool

POLL_SECONDS = 0.1
"""Seconds between two checks of the stop signal."""

Run = tuple[Episode, list[Step]]
"""An episode and its steps."""


class Worker:
    """The state of a worker process: its planner, and the event that stops it."""

    planner: LandmarkPlan
    stop: Event


def run_episodes(
    planner: LandmarkPlan,
    seeds: Sequence[int],
    jobs: int = 1,
    stop: Stop | None = None,
    *,
    keep_steps: bool = False,
    total_seconds: float = math.inf,
) -> Iterator[Run]:
    """Episodes in the order of the seeds, as they come, with their steps if those are to be kept.

    Each of them ends when `total_seconds` are over, at the latest.

    Ends early, without unfinished episodes, after `stop` has become true. With several jobs, a
    script must not run at its import (`if __name__ == "__main__":`), as for `multiprocessing`.
    """
    if jobs > 1 and len(seeds) > 1:
        runs = [(seed, keep_steps, total_seconds) for seed in seeds]
        yield from _in_processes(planner, runs, min(jobs, len(seeds)), stop)
        return
    for seed in seeds:
        run = _run(planner, stop, seed, keep_steps, total_seconds)
        if run[0].end is EpisodeEnd.INTERRUPTED:
            return
        yield run


def _run(
    planner: LandmarkPlan, stop: Stop | None, seed: int, keep_steps: bool, total_seconds: float
) -> Run:
    steps: list[Step] = []
    watch = steps.append if keep_steps else None
    return run_episode(planner, seed, watch, stop, total_seconds), steps


def _in_processes(
    planner: LandmarkPlan, runs: Sequence[tuple[int, bool, float]], jobs: int, stop: Stop | None
) -> Iterator[Run]:
    event = spawn_context().Event()
    with worker_pool(jobs, _prepare, planner, event, jobs) as workers:
        with interrupts_blocked():
            futures = [workers.submit(_work, *run) for run in runs]
        try:
            for future in futures:
                while not wait([future], POLL_SECONDS).done and not (stop and stop()):
                    pass
                if future.done() and future.result()[0].end is not EpisodeEnd.INTERRUPTED:
                    yield future.result()
        except BrokenProcessPool:
            if stop and stop():
                return
            raise ExecutionError(
                "a process that ran episodes has died",
                remedy="If memory is short, use fewer --jobs or set --megabytes",
            ) from None
        finally:
            event.set()
            workers.shutdown(cancel_futures=True)


def _prepare(planner: LandmarkPlan, stop: Event, jobs: int) -> None:
    """Give a worker its planner."""
    planner.share_memory(jobs)
    Worker.planner, Worker.stop = planner, stop


def _work(seed: int, keep_steps: bool, total_seconds: float) -> Run:
    return _run(Worker.planner, Worker.stop.is_set, seed, keep_steps, total_seconds)
