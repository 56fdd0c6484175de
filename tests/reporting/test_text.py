"""Reports as text for a terminal."""

from __future__ import annotations

from pathlib import Path

from lamp.reporting import Report, make_report
from lamp.reporting.text import to_text
from tests.support.reports import LOW, ODD, cell, odd_report
from tests.support.stored_results import Stored, goals, write_store


def test_cells_with_fewer_runs_show_their_number_of_runs(tmp_path: Path) -> None:
    stored = [cell([9] * 75, greediness=0.0), cell([7, 8], greediness=1.0)]
    text = to_text(make_report(write_store(tmp_path, stored)))
    assert "7.5 (2)" in text
    assert "77 of 150 runs so far" in text


def test_published_numbers_are_shown_before_there_are_results(tmp_path: Path) -> None:
    stored = [cell([9], rollouts=5, greediness=0.0), Stored([], settings={"rollouts": 5})]
    text = to_text(make_report(write_store(tmp_path, stored)))
    assert "90.2*" in text


def test_the_text_marks_what_is_best_and_what_is_significant(tmp_path: Path) -> None:
    text = to_text(odd_report(tmp_path))
    assert "11.0*^" in text
    assert "\x1b" not in text


def test_on_a_terminal_the_best_is_underlined(tmp_path: Path) -> None:
    text = to_text(odd_report(tmp_path), styled=True)
    assert "\x1b[1m\x1b[4m11.0\x1b[0m*" in text
    assert "^" not in text.replace(ODD, "")


def test_columns_of_the_text_stand_below_their_headings(report: Report) -> None:
    lines = to_text(report).splitlines()
    heading = next(index for index, line in enumerate(lines) if line.startswith("rollouts"))
    end = lines[heading].index("0/UCT") + len("0/UCT")
    for line in lines[heading + 1 : heading + 21]:
        assert line[end - 1].isdigit()
        assert not line[end : end + 1].isdigit()


def test_published_numbers_stand_below_the_results(report: Report) -> None:
    assert "   paper   0.71^  0.21   0.27   0.29   0.35" in to_text(report)


def test_wide_tables_are_shown_in_parts_in_a_terminal(tmp_path: Path) -> None:
    stored = [
        Stored(goals(*LOW), settings={"horizon": horizon}, variant=f"a rather long name {horizon}")
        for horizon in range(1, 12)
    ]
    text = to_text(make_report(write_store(tmp_path, stored, runs=15)))
    assert max(map(len, text.splitlines())) < 130
    assert "a rather long name 11" in text
