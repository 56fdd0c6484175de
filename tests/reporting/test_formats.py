"""Properties of every format of a report."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lamp.reporting import Report, make_report
from lamp.reporting.latex import to_latex
from lamp.reporting.markdown import to_markdown
from lamp.reporting.page import to_html
from lamp.reporting.text import to_text
from lamp.reporting.wording import Show
from tests.support.processes import run_python
from tests.support.reports import FORMATS, HIGH, LOW, cell, variants
from tests.support.stored_results import GREEDINESS, Stored, figures, write_store


def test_an_experiment_that_has_not_begun_has_empty_tables(tmp_path: Path) -> None:
    made = make_report(write_store(tmp_path, [Stored([])]))
    assert made.tables[0].cells == {}
    for form in FORMATS:
        assert form(made)


@pytest.mark.parametrize("show", list(Show))
def test_cells_can_show_intervals_p_values_distances_and_times(report: Report, show: Show) -> None:
    for form in (to_text, to_markdown, to_latex):
        assert form(report, [show])


def test_published_numbers_are_shown_only_in_the_columns_of_the_paper(tmp_path: Path) -> None:
    stored = variants(auto=[LOW, LOW], uct=[HIGH, HIGH], other=[LOW, LOW], low=[LOW, LOW])
    made = make_report(write_store(tmp_path, stored, runs=15))
    _, _, theirs = to_markdown(made).partition("In the paper:\n\n")
    heading, _, first = theirs.splitlines()[:3]
    assert heading == "| rollouts ↓ variant → | uct | low |"
    assert first == "| 10 | 175.7 | <u>**23.0**</u> |"
    line, _ = re.findall(r"^ *paper.*", to_text(made), flags=re.MULTILINE)
    assert "–" not in line
    heading = next(one for one in to_text(made).splitlines() if one.startswith("rollouts"))
    assert line.index("175.7") + len("175.7") == heading.index("uct") + len("uct")
    *_, latex = re.findall(r"begin{tabular}{(.*)}", to_latex(made))
    assert latex == "r|rr|"
    (of_paper,) = re.findall(r'data-view="paper">.*?</table>', to_html(made), flags=re.DOTALL)
    assert re.findall(r'scope="col">(\w+)', of_paper) == ["uct", "low"]


def test_tables_without_published_rows_do_not_mention_the_paper(tmp_path: Path) -> None:
    stored = [cell([9, 9], rollouts=7, greediness=one) for one in GREEDINESS]
    made = make_report(write_store(tmp_path, stored, runs=2))
    assert "In the paper:" not in to_markdown(made)
    assert "the paper's" not in to_latex(made)
    assert '<table class="heat" data-view="paper"' not in to_html(made)


def test_reports_need_neither_the_planner_nor_numba() -> None:
    code = (
        "import sys, lamp.reporting.page, lamp.reporting.text, lamp.reporting.records\n"
        "rooms = ('lamp.search', 'lamp.execution', 'lamp.experiments', 'lamp.exact', 'numba')\n"
        "print([one for one in sys.modules if one.startswith(rooms)])"
    )
    assert run_python(code, check=True).stdout.strip() == "[]"


def test_the_same_results_give_the_same_bytes_in_every_format_under_any_hash_seed(
    tmp_path: Path,
) -> None:
    write_store(tmp_path, figures(runs=2), runs=2)
    code = (
        "import sys; from pathlib import Path; from lamp.reporting import make_report\n"
        "from tests.support.reports import FORMATS\n"
        "made = make_report(Path(sys.argv[1]))\n"
        "sys.stdout.reconfigure(encoding='utf-8')\n"
        "print(*(form(made) for form in FORMATS))"
    )
    first, second = (
        run_python(code, str(tmp_path), env={"PYTHONHASHSEED": seed}, check=True).stdout
        for seed in ("1", "2")
    )
    assert first == second
