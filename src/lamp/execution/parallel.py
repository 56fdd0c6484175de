"""Many episodes of one planner, in one process or in several; the same seeds, the same episodes."""

from __future__ import annotations

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
) -> Iterator[Run]:
    """Episodes in the order of the seeds, as they come, with their steps if those are to be kept.

    Ends early, without unfinished episodes, after `stop` has become true. With several jobs, a
    script must not run at its import (`if __name__ == "__main__":`), as for `multiprocessing`.
    """
    if jobs > 1 and len(seeds) > 1:
        yield from _in_processes(planner, seeds, min(jobs, len(seeds)), stop, keep_steps)
        return
    for seed in seeds:
        run = _run(planner, seed, stop, keep_steps)
        if run[0].end is EpisodeEnd.INTERRUPTED:
            return
        yield run


def _run(planner: LandmarkPlan, seed: int, stop: Stop | None, keep_steps: bool) -> Run:
    steps: list[Step] = []
    return run_episode(planner, seed, steps.append if keep_steps else None, stop), steps


def _in_processes(
    planner: LandmarkPlan, seeds: Sequence[int], jobs: int, stop: Stop | None, keep_steps: bool
) -> Iterator[Run]:
    event = spawn_context().Event()
    with worker_pool(jobs, _prepare, planner, event, jobs) as workers:
        with interrupts_blocked():
            futures = [workers.submit(_work, seed, keep_steps) for seed in seeds]
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


def _work(seed: int, keep_steps: bool) -> Run:
    return _run(Worker.planner, seed, Worker.stop.is_set, keep_steps)
