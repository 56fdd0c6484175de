"""The README: its commands, their output, and its Python."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.support.documents import blocks_of, run_session, settled
from tests.support.paths import ROOT
from tests.support.processes import run_python

BLOCKS = list(blocks_of((ROOT / "README.md").read_text(encoding="utf-8")))


def texts(kind: str) -> list[str]:
    """The blocks of a kind."""
    return [block.text for block in BLOCKS if block.kind == kind]


@pytest.mark.parametrize("excerpt", texts("console"), ids=lambda text: text.splitlines()[0][2:60])
def test_the_commands_of_the_readme_print_the_output_it_shows(excerpt: str) -> None:
    assert settled(run_session(excerpt, ROOT, codes=(0,))) == settled(excerpt)


def test_the_readme_has_exactly_two_commands_for_a_fresh_machine() -> None:
    (commands,) = texts("sh")
    first, second = commands.splitlines()
    assert first.startswith("uv run lamp solve ")
    assert second == "uv run pytest"


def test_the_readme_s_first_command_is_shown_with_its_output_on_top() -> None:
    first = texts("sh")[0].splitlines()[0]
    assert texts("console")[0].splitlines()[0] == f"$ {first}"
    assert all(Path(ROOT, word).exists() for word in shlex.split(first) if word.endswith(".ppddl"))


@pytest.mark.slow
def test_the_readme_s_python_runs() -> None:
    (code,) = texts("python")
    done = run_python(code, check=True)
    first, *_, ends, uct_ends, paper_ends = done.stdout.splitlines()
    assert first.startswith("pursue")
    assert re.fullmatch(r"(goal|dead_end|budget) \d+", ends)
    assert {uct_ends, paper_ends} <= {"goal", "dead_end", "budget"}
