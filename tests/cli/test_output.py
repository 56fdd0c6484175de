"""`--out`: files, links, devices, and what cannot be written."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.support.cli import lamp


def test_a_link_stays_a_link_and_a_device_a_device(tmp_path: Path) -> None:
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


def test_a_file_keeps_its_mode_and_a_protected_file_its_text(tmp_path: Path) -> None:
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


def test_links_in_a_loop_are_reported_or_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    done = lamp("landmarks", "tireworld:p1", "--out", str(loop))
    assert done.returncode == 74
    assert "Traceback" not in done.stderr
    monkeypatch.setenv("LAMP_CACHE_DIR", str(loop))
    assert lamp("landmarks", "tireworld:p1").returncode == 0
