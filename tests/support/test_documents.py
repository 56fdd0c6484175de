"""How the commands of documents are run, and how their output is compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from lamp import __version__
from tests.support.documents import run_session, settled, write_anew


@pytest.mark.parametrize("time", ["less than 1 s", "0 s", "3 s", "1.5 s", "12 min", "2.5 h"])
def test_outputs_are_compared_without_times(time: str) -> None:
    assert settled(f"0  {time}\n1,300 rollouts, 49,233 a second") == (
        "0  … s\n1,300 rollouts, … a second"
    )


@pytest.mark.parametrize("command", ["lamp check no-such-file", "lamp check no-such-file > out"])
def test_a_session_shows_the_error_messages_of_its_commands(command: str, tmp_path: Path) -> None:
    printed = run_session(f"$ {command}\nsomething else\n", tmp_path)
    assert printed.startswith(f"$ {command}\nno-such-file:1:1: cannot be read")


def test_a_document_is_written_anew_where_its_output_differs(tmp_path: Path) -> None:
    path = tmp_path / "document.md"
    path.write_text("```console\n$ lamp --version\nlamp, version none\n```\n")
    write_anew(path)
    assert path.read_text() == f"```console\n$ lamp --version\nlamp, version {__version__}\n```\n"
