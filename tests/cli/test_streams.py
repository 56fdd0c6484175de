"""Standard streams of any kind: closed, full, without a reader, in any encoding."""

from __future__ import annotations

import json
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.support.cli import COURIER, LAMP, lamp_process
from tests.support.processes import LIMIT, Processes, run


def check_in_shell(words: str) -> subprocess.CompletedProcess[str]:
    """`lamp check` with more words of a shell, such as redirections."""
    return run(["/bin/sh", "-c", f"{shlex.join([*LAMP, 'check'])} {words}"])


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "POSIX"},
        {"LC_ALL": "tr_TR.ISO-8859-9"},
        {"PYTHONIOENCODING": "ascii"},
    ],
    ids=lambda environment: "".join(environment.values()),
)
def test_error_messages_are_printed_in_every_locale(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    path = tmp_path / "f"
    path.write_text("(define (domain é) (:types ф", encoding="utf-8")
    done = lamp_process("check", "--json", str(path), env=environment)
    assert done.returncode == 1
    assert "never closed" in done.stderr
    assert json.loads(done.stdout)["error"]["column"] == 20


@pytest.mark.parametrize("encoding", ["cp437", "latin-1", "utf-8"])
def test_json_output_is_valid_in_every_output_encoding(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "f"
    path.write_text("(define (domain ø😀)) (define (problem é) (:domain ø😀) (:goal ()))", "utf-8")
    done = lamp_process("check", "--json", str(path), env={"PYTHONIOENCODING": encoding})
    assert json.loads(done.stdout)["domain"] == "ø😀"


def test_a_drawing_survives_any_encoding_of_the_terminal() -> None:
    arguments = ["landmarks", "tireworld:p1", "--format", "svg"]
    done = lamp_process(*arguments, env={"PYTHONIOENCODING": "cp1252"}, check=True)
    assert done.stdout.startswith("<svg")
    assert done.stdout.isascii()


def test_a_closed_pipe_ends_a_command_with_code_141_and_no_message(processes: Processes) -> None:
    process = processes.start(
        [*LAMP, "check", *COURIER], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(LIMIT) == 141


@pytest.mark.needs("linux")
def test_a_full_disk_is_reported_and_ends_with_74() -> None:
    with Path("/dev/full").open("w") as full:
        done = lamp_process("check", *COURIER, stdout=full)
    assert done.returncode == 74
    assert done.stderr == "the output could not be written: No space left on device\n"


def test_a_command_whose_stdout_is_closed_ends_with_code_0_and_no_message() -> None:
    done = check_in_shell(f"{shlex.join(COURIER)} >&-")
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.parametrize("closed", ["2>&-", "<&-"])
def test_the_output_is_complete_where_other_streams_are_closed(closed: str) -> None:
    done = check_in_shell(f"{shlex.join(COURIER)} {closed}")
    assert done.returncode == 0
    assert done.stdout.startswith("problem")


def test_reading_a_closed_standard_input_is_reported_with_code_1() -> None:
    done = check_in_shell("- <&-")
    assert done.returncode == 1
    assert "-:1:1: cannot be read: standard input is closed" in done.stderr
