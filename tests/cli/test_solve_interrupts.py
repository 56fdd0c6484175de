"""`lamp solve` and Ctrl-C: the result so far is printed, and all processes end."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.cli import LAMP
from tests.support.processes import LIMIT, Processes, children_of, group_members, wait_until
from tests.support.terminal import opened_terminal

pytestmark = [pytest.mark.slow, pytest.mark.needs("linux")]

ENDLESS = [*LAMP, "solve", "elevators:p5", "--rollouts", "100000000", "--json"]


JOBS = ["--runs", "4", "--jobs", "2"]


@pytest.mark.parametrize(
    ("options", "progress", "interrupt"),
    [
        pytest.param([], "planning", os.killpg, id="one run"),
        pytest.param(["--runs", "4"], "run 1 of 4", os.killpg, id="runs"),
        pytest.param(JOBS, "run 1 of 4", os.killpg, id="jobs, as a terminal does it"),
        pytest.param(JOBS, "run 1 of 4", os.kill, id="jobs, the parent process alone"),
    ],
)
def test_ctrl_c_ends_solve_with_code_130_and_prints_the_result_so_far(
    options: list[str],
    progress: str,
    interrupt: Callable[[int, int], None],
    processes: Processes,
) -> None:
    with opened_terminal() as terminal:
        process = processes.start(
            [*ENDLESS, *options], stdout=subprocess.PIPE, stderr=terminal.line
        )
        terminal.read_until(progress)
        interrupt(process.pid, signal.SIGINT)
        printed = terminal.read_all()
        output, _ = process.communicate(timeout=LIMIT)
    assert process.returncode == 130
    wait_until(lambda: not group_members(process.pid), "the workers to end")
    assert "Traceback" not in printed
    result = json.loads(output)
    assert result["outcome"] == "interrupted"
    if options:
        assert result["episodes"] == []
    else:
        assert result["decision"]["action"]
        assert result["decision"]["end"] == "stopped"


def has_machine_code(pid: int) -> bool:
    """Whether a process has loaded compiled functions: executable memory that is of no file."""
    with suppress(OSError):
        maps = Path(f"/proc/{pid}/maps").read_text()
        return bool(re.search(r"^\S+ r-xp \S+ \S+ 0 *$", maps, flags=re.MULTILINE))
    return False


def test_workers_of_solve_end_when_their_parent_process_is_killed(processes: Processes) -> None:
    process = processes.start(
        [*ENDLESS, *JOBS],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wait_until(
        lambda: sum(map(has_machine_code, children_of(process.pid))) == 2, "two workers that plan"
    )
    process.kill()
    process.wait(LIMIT)
    wait_until(lambda: not group_members(process.pid), "the workers to end")
