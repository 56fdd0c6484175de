"""The arguments that name a problem, and the remedies reported for wrong ones."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lamp.ppddl import check, read_text
from tests.support.cli import lamp, lamp_process
from tests.support.paths import EXAMPLES


@pytest.mark.parametrize("name", ["tireworld:p15", "TIREWORLD:P15", "triangle_tireworld:size=4"])
def test_check_takes_the_name_of_a_problem(name: str) -> None:
    done = lamp("check", name, "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["warnings"] == []


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["check", "tireworld:p99"], 2, "tireworld has p1 to p15"),
        (["check", "tyreworld:p1"], 2, "Did you mean tireworld?"),
        (["check", "tireworld:p1", "other.ppddl"], 2, "says it all"),
        (["check", "tireworld:p1", "--name", "x"], 2, "says it all"),
        (["check", "elevators:coins=0"], 2, "Give coins from 1 to"),
        (["generate", "tyreworld"], 2, "Did you mean tireworld?"),
        (["check", "x" * 300], 1, "File name too long"),
        (["check", "tireworld:seed=" + "9" * 300], 2, "Give seed from 0 to"),
        (["generate", "elevators", "--floors", "many"], 2, "not a valid integer"),
        (["generate", "elevators", "--floors", "99"], 2, "Give floors from 2 to 50"),
        (["export", "tireworld:p1", "--out", "/dev/null/x"], 74, "Not a directory"),
        (["landmarks", "tireworld:p1", "--out", "/proc/x"], 74, "cannot be written"),
    ],
)
def test_wrong_arguments_are_reported_with_a_remedy(
    arguments: list[str], code: int, words: str
) -> None:
    done = lamp(*arguments)
    assert done.returncode == code
    assert words in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "\udcff.ppddl"], "<U+DCFF>.ppddl:1:1: cannot be read"),
        pytest.param(
            ["landmarks", "tireworld:p1", "--landmarks", "fd:\udcff"],
            r"no landmark generator '\udcff'",
            marks=pytest.mark.needs("fast-downward"),
        ),
    ],
)
def test_a_byte_that_is_not_utf_8_is_reported_as_an_escape(
    arguments: list[str], message: str
) -> None:
    # Python makes the byte FF of a real command line a lone surrogate.
    done = lamp_process(*arguments)
    assert done.returncode == 1
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("source", ["fd:\udcff", "fd:lm_zg"])
def test_without_fast_downward_the_message_explains_how_to_install_it(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "up_fast_downward", None)
    done = lamp("landmarks", "tireworld:p1", "--landmarks", source, "--no-cache")
    assert done.returncode == 1
    assert done.stderr.startswith("Fast Downward is not installed\n")
    assert "uv sync --extra fd" in done.stderr


def test_a_file_comes_before_a_benchmark_of_the_same_name(tmp_path: Path) -> None:
    (tmp_path / "tireworld:p1").write_text(lamp("export", "elevators:p1").stdout)
    done = lamp("check", "tireworld:p1", "--json", cwd=tmp_path)
    assert json.loads(done.stdout)["domain"] == "elevators"


@pytest.mark.parametrize("name", ["tireworld", "tireworld:15", "tire-world:p1"])
def test_a_path_that_resembles_a_benchmark_s_name_gets_a_hint(name: str) -> None:
    assert "lamp benchmarks lists them" in lamp("check", name).stderr
    assert "lamp benchmarks" not in lamp("check", "nothing-like-it.ppddl").stderr


def test_files_are_read_and_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: Counter[str] = Counter()

    def count(module: str, name: str, function: Callable[..., Any]) -> None:
        def counted(*arguments: Any) -> Any:
            calls[name] += 1
            return function(*arguments)

        monkeypatch.setattr(f"{module}.{name}", counted)

    count("lamp.ppddl.files", "read_text", read_text)
    count("lamp.ppddl.files", "check", check)
    count("lamp.grounding.grounder", "check", check)
    folder = EXAMPLES / "courier"
    names = str(folder / "domain.ppddl"), str(folder / "problem.ppddl")
    assert lamp("check", *names).returncode == 0
    assert calls == {"read_text": 2, "check": 1}
