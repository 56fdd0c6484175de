"""Reports as LaTeX."""

from __future__ import annotations

import re
from pathlib import Path

from lamp.reporting import Report
from lamp.reporting.formatting import Show
from lamp.reporting.latex import escaped as latex_escaped
from lamp.reporting.latex import to_latex
from tests.support.reports import odd_report


def test_names_are_escaped_in_latex() -> None:
    assert latex_escaped(r"a_b%c&d#e$f{g}^~\h") == (
        r"a\_b\%c\&d\#e\$f\{g\}\textasciicircum{}\textasciitilde{}\textbackslash{}h"
    )


def test_latex_has_as_many_cells_in_every_row_and_closes_what_it_opens(report: Report) -> None:
    text = to_latex(report, list(Show))
    for line in text.splitlines():
        if line.endswith(r"\\") and "multicolumn" not in line:
            assert line.count(" & ") == 5
    assert text.count(r"\begin{") == text.count(r"\end{")
    plain = re.sub(r"\\[{}]", "", text)
    assert plain.count("{") == plain.count("}")


def test_odd_names_of_problems_are_escaped_in_latex(tmp_path: Path) -> None:
    text = to_latex(odd_report(tmp_path))
    assert r"\textbackslash{}textbf\{\%\$\#\textasciicircum{}" in text
