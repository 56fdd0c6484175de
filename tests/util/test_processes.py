"""Worker processes: how they start, what they ignore, how they end and what is said about it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool

import pytest

from lamp.util import (
    ORPHANED,
    WorkerProcess,
    exit_text,
    fork_server_context,
    interrupts_blocked,
    spawn_context,
    worker_pool,
)
from tests.support import worker_functions
from tests.support.processes import LIMIT, Processes, is_alive, wait_until

pytestmark = pytest.mark.needs("linux")


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    """A worker that sends back what it gets, after its process id and its arguments."""
    worker = WorkerProcess(spawn_context(), worker_functions.echo, 1, "two")
    worker.start()
    yield worker
    worker.kill()
    worker.join()


def test_a_worker_runs_its_target_with_the_pipe_and_the_arguments(worker: WorkerProcess) -> None:
    pid, arguments = worker.pipe.recv()
    assert (is_alive(pid), arguments) == (True, (1, "two"))


def test_a_worker_ignores_ctrl_c(worker: WorkerProcess) -> None:
    pid, _ = worker.pipe.recv()
    os.kill(pid, signal.SIGINT)
    worker.pipe.send("still there?")
    assert worker.pipe.recv() == "still there?"


def test_a_worker_ends_when_its_pipe_is_closed(worker: WorkerProcess) -> None:
    worker.pipe.recv()
    worker.pipe.close()
    assert worker.join() == ORPHANED


def test_a_worker_that_was_killed_before_its_start_ends_at_once() -> None:
    worker = WorkerProcess(spawn_context(), worker_functions.ignore_everything)
    worker.kill()
    assert worker.join() is None
    worker.start()
    assert worker.join() == -signal.SIGKILL


def test_the_pipe_of_a_dead_worker_has_ended_and_its_signal_is_named() -> None:
    worker = WorkerProcess(spawn_context(), worker_functions.be_killed)
    worker.start()
    with pytest.raises((EOFError, OSError)):
        worker.pipe.recv()
    assert worker.end() == "killed by SIGKILL"


def test_the_exit_code_of_a_dead_worker_is_named() -> None:
    worker = WorkerProcess(spawn_context(), worker_functions.end_with, 7)
    worker.start()
    worker.join()
    assert worker.end() == "it ended with code 7"


def test_a_worker_that_does_not_end_by_itself_is_killed() -> None:
    worker = WorkerProcess(spawn_context(), worker_functions.ignore_everything)
    worker.start()
    assert worker.end() == "it was ended"
    assert worker.join() == -signal.SIGKILL


def test_a_worker_ends_when_its_parent_is_killed(processes: Processes) -> None:
    code = "from tests.support import worker_functions as w; w.start_echo_and_wait()"
    parent = processes.start([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert parent.stdout
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.wait(LIMIT)
    wait_until(lambda: not is_alive(pid), "the worker to end")


def test_interrupts_are_blocked_inside_the_block_only() -> None:
    def blocked() -> bool:
        return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])

    with interrupts_blocked():
        assert blocked()
    assert not blocked()


def test_every_worker_of_a_pool_is_prepared_and_a_death_breaks_the_pool() -> None:
    with worker_pool(1, worker_functions.prepare, "argument") as pool:
        assert pool.submit(worker_functions.prepared_with, 0).result() == ["argument"]
        with pytest.raises(BrokenProcessPool):
            pool.submit(worker_functions.die, 0).result()


def test_processes_are_spawned_where_there_is_no_fork_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])
    assert fork_server_context("json").get_start_method() == "spawn"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (None, "it was ended"),
        (0, "it ended with code 0"),
        (-9, "killed by SIGKILL"),
        (-200, "killed by signal 200"),
    ],
)
def test_an_exit_code_is_put_in_words(code: int | None, text: str) -> None:
    assert exit_text(code) == text
