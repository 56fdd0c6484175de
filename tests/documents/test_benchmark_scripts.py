"""The scripts in `benchmarks/` that tests can run in a moment."""

from __future__ import annotations

import sys

import pytest

from tests.support.processes import run

START = [sys.executable, "benchmarks/start.py"]


@pytest.mark.slow
def test_the_benchmark_of_starts_measures_this_installation() -> None:
    rows = [
        line.strip("| ").split(" | ")
        for line in run([*START, "--quick"], check=True).stdout.splitlines()
    ]
    values = {row[0]: float(row[1].split()[0]) for row in rows[3:]}
    seconds = {f"{name}{words}" for name in ("check", "solve") for words in ("", ": of processors")}
    assert values.keys() == {*seconds, "first / second"}
    assert min(values.values()) > 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--revisions", "no-such-commit"], "no-such-commit"),
        (["--rounds", "0"], "0 is too few"),
        (["--json", "no/such/folder"], "No such file or directory"),
    ],
)
def test_mistakes_in_its_arguments_are_messages(arguments: list[str], words: str) -> None:
    done = run([*START, *arguments])
    assert done.returncode > 0
    assert words in done.stderr
    assert "Traceback" not in done.stderr
