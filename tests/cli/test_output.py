"""`--out`: files, symbolic links, pipes, and files that cannot be written."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.support.cli import lamp


def test_out_writes_through_a_symbolic_link_and_into_a_pipe(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    lamp("landmarks", "tireworld:p1", "--json", "--out", str(link))
    assert link.is_symlink()
    assert json.loads(target.read_text())["nontrivial"] == 5
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert lamp("landmarks", "tireworld:p1", "--json", "--out", str(pipe)).returncode == 0
        assert json.loads(os.read(reader, 1 << 16))["nontrivial"] == 5
    finally:
        os.close(reader)


def test_out_keeps_the_mode_of_a_file_and_does_not_replace_a_read_only_file(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("other")
    other.chmod(0o444)
    done = lamp("landmarks", "tireworld:p1", "--json", "--out", str(other))
    assert done.returncode == 74
    assert json.loads(done.stdout)["error"]["kind"] == "OutputError"
    assert other.read_text() == "other"
    other.chmod(0o600)
    assert lamp("landmarks", "tireworld:p1", "--out", str(other)).returncode == 0
    assert other.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [other]


def test_a_symbolic_link_loop_is_an_output_error_but_only_disables_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    done = lamp("landmarks", "tireworld:p1", "--out", str(loop))
    assert done.returncode == 74
    assert "Traceback" not in done.stderr
    monkeypatch.setenv("LAMP_CACHE_DIR", str(loop))
    assert lamp("landmarks", "tireworld:p1").returncode == 0
