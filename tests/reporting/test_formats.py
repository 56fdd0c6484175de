"""Properties of every format of a report."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lamp.reporting import make_report
from lamp.reporting.formatting import Show
from lamp.reporting.latex import to_latex
from lamp.reporting.markdown import to_markdown
from lamp.reporting.page import to_html
from lamp.reporting.text import to_text
from tests.support.processes import run_python
from tests.support.reports import FORMATS, HIGH, LOW, cell, variants
from tests.support.stored_results import GREEDINESS, Stored, figures, write_store


def test_an_experiment_that_has_not_begun_has_empty_tables(tmp_path: Path) -> None:
    made = make_report(write_store(tmp_path, [Stored([])]))
    assert made.tables[0].cells == {}
    for form in FORMATS:
        assert form(made)


# Means of 51 and 11 actions in 15 runs of half a second each; the optimum is 10.
CELLS = {
    Show.RESULT: ["51.0", "11.0", "51.0"],
    Show.INTERVAL: ["50.5–51.5", "10.5–11.5", "50.5–51.5"],
    Show.P_VALUE: ["–", "<0.0001", "1.0000"],
    Show.DISTANCE: ["41.0", "1.0", "41.0"],
    Show.TIME: ["9.8", "45.5", "9.8"],
}
HEADINGS = {
    Show.RESULT: "average cost (lower is better)",
    Show.INTERVAL: "average cost, intervals of 95 % confidence",
    Show.P_VALUE: "p-values against UCT (Welch's t-test)",
    Show.DISTANCE: "average cost, distance to the optimum",
    Show.TIME: "milliseconds a decision",
}
MARKUP = re.compile(r"</?u>|[*^\\{}|&]|cellcolorblue!\d+|textbf|underline")


def row_texts(document: str, rollouts: int) -> list[str]:
    """The texts of the row of a number of rollouts, in any format, without marks."""
    (row,) = re.findall(rf"^(?:\| *| *){rollouts} .*", document, flags=re.MULTILINE)
    plain = row.replace(r"\textless{}", "<").replace("{", "").replace("--", "–")
    label, *texts = MARKUP.sub(" ", plain).split()
    assert label == str(rollouts)
    return texts


@pytest.mark.parametrize("show", list(Show))
def test_cells_can_show_intervals_p_values_distances_and_times(tmp_path: Path, show: Show) -> None:
    stored = [
        cell(costs, rollouts=7, greediness=greediness)
        for costs, greediness in ((HIGH, 0.0), (LOW, 0.5), (HIGH, 1.0))
    ]
    folder = write_store(tmp_path, stored, runs=15)
    optimum = {"elevators:p5": {"max_probability": 1.0, "expected_cost": 10.0}}
    (folder / "optimum.json").write_text(json.dumps(optimum))
    made = make_report(folder)
    for form in (to_text, to_markdown, to_latex):
        document = form(made, [show])
        assert HEADINGS[show] in document.replace("\\%", "%")
        assert row_texts(document, 7) == CELLS[show]


def test_without_an_optimum_there_are_no_distances(tmp_path: Path) -> None:
    made = make_report(write_store(tmp_path, [cell(LOW, rollouts=7)], runs=15))
    for form in (to_text, to_markdown, to_latex):
        assert row_texts(form(made, [Show.DISTANCE]), 7) == ["–"]


def test_published_numbers_are_shown_only_in_the_columns_of_the_paper(tmp_path: Path) -> None:
    stored = variants(auto=[LOW, LOW], uct=[HIGH, HIGH], other=[LOW, LOW], low=[LOW, LOW])
    made = make_report(write_store(tmp_path, stored, runs=15))
    _, _, theirs = to_markdown(made).partition("In the paper:\n\n")
    heading, _, first = theirs.splitlines()[:3]
    assert heading == "| rollouts ↓ variant → | uct | low |"
    assert first == "| 10 | 175.7 | <u>**23.0**</u> |"
    line, _ = re.findall(r"^ *paper.*", to_text(made), flags=re.MULTILINE)
    assert "–" not in line
    heading = next(
        line_of_text
        for line_of_text in to_text(made).splitlines()
        if line_of_text.startswith("rollouts")
    )
    assert line.index("175.7") + len("175.7") == heading.index("uct") + len("uct")
    *_, latex = re.findall(r"begin{tabular}{(.*)}", to_latex(made))
    assert latex == "r|rr|"
    (of_paper,) = re.findall(r'data-view="paper">.*?</table>', to_html(made), flags=re.DOTALL)
    assert re.findall(r'scope="col">(\w+)', of_paper) == ["uct", "low"]


def test_tables_without_published_rows_do_not_mention_the_paper(tmp_path: Path) -> None:
    stored = [cell([9, 9], rollouts=7, greediness=greediness) for greediness in GREEDINESS]
    made = make_report(write_store(tmp_path, stored, runs=2))
    assert "In the paper:" not in to_markdown(made)
    assert "the paper's" not in to_latex(made)
    assert '<table class="heat" data-view="paper"' not in to_html(made)


def test_reports_need_neither_the_planner_nor_numba() -> None:
    code = (
        "import sys, lamp.reporting.page, lamp.reporting.text, lamp.reporting.records\n"
        "packages = ('lamp.search', 'lamp.execution', 'lamp.experiments', 'lamp.exact', 'numba')\n"
        "print([name for name in sys.modules if name.startswith(packages)])"
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
