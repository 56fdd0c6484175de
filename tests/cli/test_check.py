"""The command line, run as people and programs run it."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.cli import LAMP, lamp
from tests.support.legacy import needs_shared
from tests.support.paths import ROOT, SHARED

COURIER = [f"examples/courier/{name}.ppddl" for name in ("domain", "problem")]
LARGE = """(define (domain d) (:predicates (p ?a ?b ?c ?d))
  (:action [/all] :parameters (?a ?b ?c ?d) :precondition (not (= ?c ?d)) :effect (p ?a ?b ?c ?d)))
(define (problem p) (:domain d) (:goal ()) (:objects {}))"""


@pytest.fixture
def large(tmp_path: Path) -> str:
    """A file whose task has 10^8 actions."""
    path = tmp_path / "large.ppddl"
    path.write_text(LARGE.format(" ".join(f"o{i}" for i in range(100))))
    return str(path)


def test_check_summarises_a_problem_on_stdout() -> None:
    done = lamp("check", *COURIER)
    assert done.returncode == 0
    assert done.stderr == ""
    labels = [line.split()[0] for line in done.stdout.splitlines()]
    assert labels == [
        *("problem", "uses", "objects", "facts", "actions", "outcomes", "branching"),
        *("initially", "warnings"),
    ]


def test_check_prints_json_for_machines() -> None:
    done = lamp("check", "--json", *COURIER)
    found = json.loads(done.stdout)
    assert found["seconds"] > 0
    del found["seconds"]
    assert found == {
        "domain": "courier",
        "problem": "two-parcels",
        "requirements": [
            ":conditional-effects",
            ":disjunctive-preconditions",
            ":negative-preconditions",
            ":probabilistic-effects",
            ":typing",
            ":universal-preconditions",
        ],
        "objects": 6,
        "schemas": 4,
        "schemas_never_applicable": [],
        "facts": 17,
        "actions": 24,
        "outcomes": 30,
        "outcomes_per_action": {"1": 18, "2": 6},
        "largest_branching": 2,
        "largest_branching_action": "(walk hall lobby)",
        "applicable_initially": 2,
        "goal_holds": False,
        "goal_relaxed_reachable": True,
        "warnings": [],
    }


def test_warnings_are_shown_with_their_place() -> None:
    done = lamp("check", "--name", "one", "tests/data/everything.ppddl")
    assert done.returncode == 0
    assert "  tests/data/everything.ppddl:46:5: :parameters are not a list" in done.stdout
    found = json.loads(lamp("check", "--json", "--name=one", "tests/data/everything.ppddl").stdout)
    assert len(found["warnings"]) == 5


def test_an_unreachable_goal_is_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text(
        "(define (domain d) (:predicates (p))) (define (problem x) (:domain d) (:goal (p)))"
    )
    found = json.loads(lamp("check", "--json", str(path)).stdout)
    assert not found["goal_relaxed_reachable"]
    assert "no sequence of actions reaches the goal" in found["warnings"][0]
    assert found["largest_branching_action"] is None


def test_a_mistake_ends_with_1_and_shows_the_line(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text("(define (domain d)\n\t(:predicats (p)))")
    done = lamp("check", str(path))
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        f"{path}:2:2: unknown section (:predicats …) in domain d",
        "     (:predicats (p)))",
        "     ^",
        "  Did you mean :predicates?",
    ]


def test_a_mistake_is_json_too(tmp_path: Path) -> None:
    done = lamp("check", "--json", str(tmp_path))
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"] == {
        "kind": "PpddlError",
        "file": str(tmp_path),
        "line": 1,
        "column": 1,
        "cause": "cannot be read: Is a directory",
        "remedy": "Expected the path of a PPDDL file.",
    }


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"],
        ["chek"],
        ["check", "--limit", "actions", *COURIER],
        ["check", "--limit", "actions=0", *COURIER],
        ["check", "--limit", "speed=9", *COURIER],
        ["check", "--limit", "actions=" + "9" * 40, *COURIER],
    ],
)
def test_a_wrong_call_ends_with_2_and_shows_the_usage(arguments: list[str]) -> None:
    done = lamp(*arguments)
    assert done.returncode == 2
    assert "Usage: lamp" in done.stderr


def test_a_limit_ends_with_3_and_names_the_action(large: str) -> None:
    done = lamp("check", "--limit", "actions=1_000", large)
    assert done.returncode == 3
    assert "more than 1,000 ground actions, at action [/all]" in done.stderr
    done = lamp("check", "--limit", "text_bytes=10", large)
    assert done.returncode == 3
    assert "larger than 10 bytes" in done.stderr


def test_ctrl_c_ends_with_130(large: str) -> None:
    process = subprocess.Popen([*LAMP, "check", large], cwd=ROOT, stderr=subprocess.PIPE)
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert stderr.strip() == b"interrupted"


def test_a_terminal_sees_progress_and_a_file_does_not(large: str) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen([*LAMP, "check", large], cwd=ROOT, stderr=theirs)
    os.close(theirs)
    seen = b""
    while b"actions" not in seen:
        seen += os.read(ours, 1000)
    process.kill()
    process.wait()
    os.close(ours)
    assert b"grounding action [/all]: " in seen


@pytest.mark.parametrize("locale", ["C", "POSIX", "tr_TR.ISO-8859-9"])
def test_no_locale_breaks_a_message(tmp_path: Path, locale: str) -> None:
    path = tmp_path / "f"
    path.write_text("(define (domain é) (:types ф", encoding="utf-8")
    for settings in ({"LC_ALL": locale}, {"PYTHONIOENCODING": "ascii"}):
        done = lamp("check", "--json", str(path), **settings)
        assert done.returncode == 1
        assert "never closed" in done.stderr
        assert json.loads(done.stdout)["error"]["column"] == 20


def test_a_reader_that_goes_away_is_no_error() -> None:
    process = subprocess.Popen(
        [*LAMP, "check", *COURIER], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_said_and_ends_with_74() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*LAMP, "check", *COURIER],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 74
    assert done.stderr == "the output could not be written: No space left on device\n"


def test_a_closed_stdout_is_no_traceback() -> None:
    command = f"{' '.join(LAMP)} check {' '.join(COURIER)} >&-"
    done = subprocess.run(
        ["/bin/sh", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.parametrize("closed", ["2>&-", "<&-"])
def test_other_closed_streams_do_no_harm(closed: str) -> None:
    command = f"{' '.join(LAMP)} check {' '.join(COURIER)} {closed}"
    done = subprocess.run(["/bin/sh", "-c", command], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0
    assert done.stdout.startswith(b"problem")


def test_a_closed_standard_input_is_no_traceback() -> None:
    command = f"{' '.join(LAMP)} check - <&-"
    done = subprocess.run(
        ["/bin/sh", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "-:1:1: cannot be read: standard input is closed" in done.stderr


def test_json_is_json_in_any_encoding(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text("(define (domain ø😀)) (define (problem é) (:domain ø😀) (:goal ()))", "utf-8")
    for encoding in ("cp437", "latin-1", "utf-8"):
        done = lamp("check", "--json", str(path), PYTHONIOENCODING=encoding)
        assert json.loads(done.stdout)["domain"] == "ø😀"


def test_a_domain_alone_is_checked() -> None:
    done = lamp("check", "--json", COURIER[0])
    found = json.loads(done.stdout)
    assert (found["types"], found["predicates"], found["schemas"]) == (2, 6, 4)
    assert lamp("check", COURIER[0]).stdout.startswith("domain     courier, without a problem")


def test_a_mistake_in_a_domain_alone_is_found(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text("(define (domain d) (:action a :effect (p)))")
    assert "1:39: unknown predicate p" in lamp("check", str(path)).stderr


def test_a_dash_is_standard_input() -> None:
    text = "".join((ROOT / name).read_text() for name in COURIER)
    done = subprocess.run(
        [*LAMP, "check", "--json", "-"], input=text, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout)["facts"] == 17


def test_a_high_limit_on_text_reserves_no_memory() -> None:
    assert lamp("check", "--limit", "text_bytes=100_000_000_000_000", *COURIER).returncode == 0


def test_help_shows_an_example_and_the_exit_codes() -> None:
    assert "Exit codes:\n    0    done\n" in lamp("--help").stdout
    assert "Examples:\n    lamp check domain.ppddl" in lamp("--help").stdout
    assert "lamp check examples/courier" in lamp("check", "--help").stdout
    assert lamp("--version").stdout.startswith("lamp, version ")


def test_help_imports_no_room() -> None:
    code = (
        "import sys; from lamp.cli import run; run(['--help']); run(['check', '--help']); "
        "rooms = {'numpy', 'numba', 'rich', 'lamp.ppddl', 'lamp.grounding'}; "
        "sys.exit(bool(rooms & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0


@needs_shared
@pytest.mark.parametrize("family", ["tireworld", "zenotravel"])
def test_check_accepts_the_paper_s_files_without_warnings(family: str) -> None:
    folder = SHARED / "benchmarks" / family
    done = lamp("check", "--json", str(folder / "domain.ppddl"), str(folder / "p5.ppddl"))
    found = json.loads(done.stdout)
    assert found["warnings"] == []
    assert found["goal_relaxed_reachable"]
