"""Reports as Markdown."""

from __future__ import annotations

import re
from pathlib import Path

from lamp.reporting.markdown import escaped as markdown_escaped
from lamp.reporting.markdown import to_markdown
from tests.support.reports import odd_report


def test_markdown_tables_have_as_many_cells_in_every_line(tmp_path: Path) -> None:
    lines = to_markdown(odd_report(tmp_path)).splitlines()
    bars = [len(re.findall(r"(?<!\\)\|", line)) for line in lines if line.startswith("|")]
    assert set(bars) == {6, 4}


def test_markdown_makes_bold_what_is_significant_and_underlines_the_best(tmp_path: Path) -> None:
    assert "<u>**11.0**</u>" in to_markdown(odd_report(tmp_path))


def test_names_are_escaped_in_markdown() -> None:
    assert markdown_escaped("a_b*c|d<e>[f](g)\\") == r"a\_b\*c\|d\<e\>\[f\](g)" + "\\\\"
