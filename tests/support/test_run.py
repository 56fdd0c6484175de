"""How a test run behaves: its samples, its skipped tests, and that it leaves no process behind.

Each test runs pytest in a process of its own, with the settings of `tests/conftest.py`, on a small
test file in a temporary folder.
"""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.processes import RUN, group_members, is_alive, run, started, wait_until
from tests.support.sampling import FULL

pytestmark = [pytest.mark.needs("linux"), pytest.mark.slow]

CONFTEST = """
from tests.conftest import *
from tests.support.requirements import REQUIREMENTS, Requirement

REQUIREMENTS["magic"] = Requirement(lambda: False, "there is no magic")
"""
MARKERS = """
[pytest]
markers =
    needs(*names): something
    sweep(number): some cases
    slow: long
"""

ENVIRONMENT = {"PYTHONPATH": str(ROOT), FULL: ""}
"""This run may be a full one; those that it starts decide for themselves."""

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run_tests(tmp_path: Path) -> Run:
    """Run pytest on the text of a test file; further arguments are those of the command line."""

    def run_file(text: str, *arguments: str, **options: object) -> object:
        (tmp_path / "conftest.py").write_text(CONFTEST)
        (tmp_path / "pytest.ini").write_text(MARKERS)
        (tmp_path / "test_it.py").write_text(f"import pytest\n{text}")
        command = [sys.executable, "-m", "pytest", "-ra", "-p", "no:cacheprovider", *arguments]
        return run(command, cwd=tmp_path, env=ENVIRONMENT, **options)  # type: ignore[arg-type]

    return run_file  # type: ignore[return-value]


def summary(done: subprocess.CompletedProcess[str]) -> str:
    """The counts in the last line of a run, without its time."""
    assert done.stdout, done.stderr
    return re.sub(r"=+| in [\d.:s() ]+$", "", done.stdout.splitlines()[-1].strip("= ")).strip()


# Samples

SWEEP = """
@pytest.mark.sweep(3)
@pytest.mark.parametrize("case", range(20))
def test_sweep(case):
    pass
"""


def test_a_normal_run_takes_a_sample_of_a_sweep_and_a_full_run_all_cases(run_tests: Run) -> None:
    assert summary(run_tests(SWEEP)) == "3 passed, 17 deselected"
    assert summary(run_tests(SWEEP, "--full")) == "20 passed"


def test_a_case_named_on_the_command_line_is_run_even_if_not_sampled(run_tests: Run) -> None:
    named = [f"test_it.py::test_sweep[{case}]" for case in range(20)]
    assert summary(run_tests(SWEEP, *named)) == "20 passed"


def test_processes_of_a_parallel_run_agree_on_the_sample(run_tests: Run) -> None:
    assert summary(run_tests(SWEEP, "-n2")) == "3 passed"


EXAMPLES = """
from tests.support.sampling import examples, sampled

def test_numbers():
    print("numbers", examples(800), examples(8), examples(3), len(sampled(range(50), 7)))
"""


def test_a_normal_run_draws_an_eighth_of_the_random_examples(run_tests: Run) -> None:
    assert "numbers 100 5 3 7" in run_tests(EXAMPLES, "-s").stdout
    assert "numbers 800 8 3 50" in run_tests(EXAMPLES, "-s", "--full").stdout


# Missing requirements


def test_a_missing_requirement_is_one_skip_that_reports_the_number_of_its_tests(
    run_tests: Run,
) -> None:
    text = """
@pytest.mark.needs("magic")
@pytest.mark.parametrize("case", range(5))
def test_spell(case):
    raise AssertionError

def test_plain():
    pass
"""
    done = run_tests(text)
    assert summary(done) == "1 passed, 1 skipped, 4 deselected"
    assert "5 tests: there is no magic" in done.stdout


def test_a_skip_counts_the_cases_that_this_run_would_have_had(run_tests: Run) -> None:
    text = f'@pytest.mark.needs("magic"){SWEEP}'
    assert "3 tests: there is no magic" in run_tests(text).stdout
    assert "20 tests: there is no magic" in run_tests(text, "--full").stdout


# Processes and signals

SLEEP = "import time; print('ready', flush=True); time.sleep(10000)"


def left_pid(done: subprocess.CompletedProcess[str]) -> int:
    """The number of the process that a test has printed."""
    match = re.search(r"pid (\d+)", done.stdout)
    assert match, done.stdout
    return int(match[1])


def test_a_test_that_fails_leaves_no_process_behind(run_tests: Run) -> None:
    text = f"""
import subprocess, sys

def test_fails(processes):
    shell = ["sh", "-c", "sleep 10000 & echo ready; wait"]
    process = processes.start(shell, stdout=subprocess.PIPE)
    assert process.stdout.readline() == "ready\\n"
    print("pid", process.pid)
    raise AssertionError({SLEEP!r})
"""
    done = run_tests(text)
    assert summary(done) == "1 failed"
    assert group_members(left_pid(done)) == []


def test_a_process_that_a_test_has_left_behind_is_ended_and_reported(run_tests: Run) -> None:
    text = f"""
import subprocess, sys

@pytest.mark.filterwarnings("ignore")
def test_forgets():
    process = subprocess.Popen([sys.executable, "-c", {SLEEP!r}], start_new_session=True)
    print("pid", process.pid)
    process.returncode = 0  # so that Python does not warn
"""
    done = run_tests(text, "-s")
    assert summary(done) == "1 passed, 1 error"
    assert "processes were left behind" in done.stdout
    assert "time.sleep(10000)" in done.stdout
    wait_until(lambda: not is_alive(left_pid(done)))


def test_an_interrupted_run_leaves_no_process_behind(run_tests: Run, tmp_path: Path) -> None:
    text = f"""
import subprocess, sys

def test_waits(processes):
    process = processes.start([sys.executable, "-c", {SLEEP!r}], stdout=subprocess.PIPE)
    process.stdout.readline()
    print("pid", process.pid, flush=True)
    process.wait()
"""
    assert summary(run_tests(text, "--collect-only")).startswith("1 test collected")
    command = [sys.executable, "-m", "pytest", "-s", "-p", "no:cacheprovider"]
    with started(command, cwd=tmp_path, env=ENVIRONMENT, stdout=subprocess.PIPE) as process:
        assert process.stdout
        line = next(line for line in process.stdout if "pid" in line)
        process.send_signal(signal.SIGINT)
        process.communicate()
    assert process.returncode == 2
    assert not is_alive(int(line.split()[-1]))


def test_a_worker_that_crashes_leaves_no_process_behind(
    run_tests: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"""
import os, subprocess, sys
from pathlib import Path

def test_crashes(processes):
    process = processes.start([sys.executable, "-c", {SLEEP!r}], stdout=subprocess.PIPE)
    process.stdout.readline()
    Path("pid").write_text(str(process.pid))
    os._exit(1)
"""
    monkeypatch.delenv(RUN)  # it is a run of its own, not a part of this one
    done = run_tests(text, "-n1")
    assert "crashed while running" in done.stdout
    wait_until(lambda: not is_alive(int((tmp_path / "pid").read_text())))


def test_processes_have_default_signal_handlers_where_sigint_was_ignored(
    run_tests: Run, tmp_path: Path
) -> None:
    text = """
import sys
from tests.support.processes import run_python

def test_child():
    code = "import signal; print(signal.getsignal(signal.SIGINT).__name__)"
    assert run_python(code).stdout == "default_int_handler\\n"
"""
    assert summary(run_tests(text)) == "1 passed"
    command = f"trap '' INT; exec {sys.executable} -m pytest -p no:cacheprovider"
    done = run(["sh", "-c", command], cwd=tmp_path, env=ENVIRONMENT)
    assert summary(done) == "1 passed"


def test_a_command_that_exceeds_its_time_is_ended_with_its_children() -> None:
    with pytest.raises(subprocess.TimeoutExpired) as caught:
        run(["sh", "-c", "echo $$; sleep 10000 & wait"], timeout=1)
    group = int(caught.value.output)
    assert group_members(group) == []
