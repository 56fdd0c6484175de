"""`lamp report`: the format, the output file, and errors for folders without results."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.cli import lamp
from tests.support.reports import cell
from tests.support.stored_results import figures, write_store


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store as of figures 2 and 3, with two runs a cell; tests only read it."""
    return write_store(tmp_path_factory.mktemp("figures"), figures(runs=2), runs=2)


def test_tables_are_printed_as_text_by_default(folder: Path) -> None:
    done = lamp("report", str(folder))
    assert done.returncode == 0, done.stderr
    assert "tireworld:p15: success rate (higher is better), 2 runs a cell" in done.stdout


@pytest.mark.parametrize(
    ("name", "beginning"),
    [("a.md", "# Results"), ("a.tex", "% Made by"), ("a.csv", "problem,"), ("a.json", "{")],
)
def test_the_suffix_of_the_file_chooses_the_format(
    folder: Path, tmp_path: Path, name: str, beginning: str
) -> None:
    done = lamp("report", str(folder), "--out", str(tmp_path / name))
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(beginning)


def test_the_page_is_written_beside_the_results_by_default(tmp_path: Path) -> None:
    write_store(tmp_path, [cell([9])], runs=1)
    done = lamp("report", str(tmp_path), "--format", "html")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_folder_without_results_is_an_error_with_a_remedy(tmp_path: Path) -> None:
    done = lamp("report", str(tmp_path))
    assert done.returncode == 1
    assert "there are no results" in done.stderr
    assert "lamp experiment run" in done.stderr
