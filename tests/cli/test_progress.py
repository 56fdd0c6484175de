"""Progress on a terminal, silence elsewhere, and Ctrl-C while a task is grounded."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from lamp.cli import progress
from tests.support.cli import LAMP, lamp
from tests.support.processes import LIMIT, Processes
from tests.support.terminal import opened_terminal


def test_progress_is_shown_on_a_terminal_and_ctrl_c_ends_with_130(
    large_file: str, processes: Processes
) -> None:
    with opened_terminal() as terminal:
        process = processes.start(
            [*LAMP, "check", large_file], stdout=subprocess.PIPE, stderr=terminal.line
        )
        seen = terminal.read_until("facts")
        assert "grounding action [/all]: " in seen
        os.killpg(process.pid, signal.SIGINT)
        printed = terminal.read_all()
        output, _ = process.communicate(timeout=LIMIT)
    assert process.returncode == 130
    assert output == ""
    assert printed.rstrip().endswith("interrupted")
    assert "Traceback" not in printed


def test_ctrl_c_prints_one_word_where_stderr_is_not_a_terminal(
    large_file: str, processes: Processes
) -> None:
    process = processes.start(
        [*LAMP, "check", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    # More than a pipe holds: once it is written, the command is reading it, or further.
    process.stdin.write(Path(large_file).read_text() + ";" * 500_000)
    process.stdin.close()
    process.stdin = None  # so that `communicate` does not close it again
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=LIMIT)
    assert (process.returncode, output, errors) == (130, "", "interrupted\n")


def test_no_progress_is_shown_where_stderr_is_not_a_terminal(
    large_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SHOW_AFTER_SECONDS", 0.0)
    done = lamp("check", "--limit", "actions=2_000", large_file)
    assert done.returncode == 3
    assert done.stderr.startswith(f"{large_file}:2:3: the task is too large")
