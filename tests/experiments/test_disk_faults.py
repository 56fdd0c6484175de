"""A full disk and a folder that cannot be written."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest

from lamp.experiments.grid_file import parse_grid
from tests.support.cli import LAMP, lamp
from tests.support.experiments import SMALL, TINY, rows_in, run_here
from tests.support.processes import run

pytestmark = [pytest.mark.slow, pytest.mark.needs("mounts")]


def run_with_mounts(script: str) -> subprocess.CompletedProcess[str]:
    """Run a script that may mount file systems, which no other process sees."""
    return run(["unshare", "-rm", "bash", "-c", script])


def test_a_full_disk_is_reported_and_the_stored_rows_are_kept(tmp_path: Path) -> None:
    grid, disk, kept = tmp_path / "grid.toml", tmp_path / "disk", tmp_path / "kept"
    grid.write_text(SMALL.replace("runs = 4", "runs = 50"))
    disk.mkdir()
    kept.mkdir()
    command = shlex.join([*LAMP, "experiment", "run", str(grid), "--jobs", "1", "--out"])
    done = run_with_mounts(
        f"mount -t tmpfs -o size=150k none {disk}; {command} {disk}/r; echo code $?; "
        f"cp {disk}/r/results.sqlite* {kept}"
    )
    assert "code 74" in done.stdout, done.stderr
    assert "the disk is full" in done.stderr
    assert "the same command goes on from there" in done.stderr
    stored = rows_in(kept)
    assert stored
    again = lamp("experiment", "run", str(grid), "--jobs", "1", "--out", str(kept))
    assert again.returncode == 0, again.stderr
    finished = rows_in(kept)
    assert len(finished) == 8 * 50
    assert [row for row in finished if row in stored] == stored


def test_results_in_a_read_only_folder_can_be_read_but_not_extended(tmp_path: Path) -> None:
    grid, folder = tmp_path / "grid.toml", tmp_path / "r"
    grid.write_text(TINY)
    run_here(folder, parse_grid(TINY))
    command = shlex.join([*LAMP, "experiment"])
    done = run_with_mounts(
        f"mount --bind {folder} {folder} && mount -o remount,ro,bind {folder} && "
        f"{command} status {folder}; echo code $?; "
        f"{command} run {grid} --out {folder} --runs 4; echo code $?"
    )
    assert "6 of 6 runs" in done.stdout, done.stderr
    assert done.stdout.count("code 0") == 1
    assert done.stdout.count("code 74") == 1
    assert "cannot be written" in done.stderr
    assert len(rows_in(folder)) == 6
