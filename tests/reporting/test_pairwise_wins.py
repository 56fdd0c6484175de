"""One column against each other column that goes beyond the paper."""

from __future__ import annotations

import json
import re
from pathlib import Path

from lamp.reporting import Choices, make_report
from lamp.reporting.markdown import to_markdown
from lamp.reporting.page import to_html
from lamp.reporting.pairwise_wins import pairwise_wins
from lamp.reporting.records import to_json
from lamp.reporting.text import to_text
from tests.support.html import outline
from tests.support.reports import HIGH, LOW, MIDDLE, ablation, more_variants, variants
from tests.support.stored_results import write_store


def test_the_focused_column_is_compared_with_every_other_column(tmp_path: Path) -> None:
    stored = variants(
        uct=[HIGH, LOW], low=[MIDDLE, HIGH], auto=[LOW, LOW], other=[LOW, MIDDLE], third=[LOW]
    )
    (comparison,) = make_report(write_store(tmp_path, stored, runs=15)).column_comparisons
    assert comparison.pairwise == {
        "uct": (2, 1, 0),
        "low": (2, 2, 0),
        "other": (2, 1, 0),
        "third": (1, 0, 0),
    }
    (other,) = make_report(tmp_path, Choices(focus="other")).column_comparisons
    assert other.pairwise["auto"] == (2, 0, 1)


def test_there_are_no_pairwise_wins_if_all_other_columns_have_the_paper_s_settings(
    tmp_path: Path,
) -> None:
    write_store(tmp_path, variants(uct=[HIGH], low=[MIDDLE], auto=[LOW]), runs=15)
    made = make_report(tmp_path)
    assert made.column_comparisons[0].pairwise == {}
    for form in (to_text, to_markdown, to_html):
        assert "than each other column" not in form(made)
    assert json.loads(to_json(made))["focus"]["total_duels"] == {}
    # For another one, auto goes beyond the paper.
    assert set(make_report(tmp_path, Choices(focus="low")).column_comparisons[0].pairwise) == {
        "uct",
        "auto",
    }


def test_pairwise_wins_use_the_significance_level_of_the_table(tmp_path: Path) -> None:
    # The t-test gives a p-value between 0.05 / 8 and 0.05 / 4.
    near, far = [10, 14, 18, 22, 26], [23, 28, 32, 36, 40]
    few = make_report(
        write_store(tmp_path / "few", variants(uct=[far], auto=[near], other=[far]), runs=5)
    )
    assert few.column_comparisons[0].pairwise["other"] == (1, 1, 0)
    assert "p < 0.025, the level" in re.sub(r"\s+", " ", to_text(few))
    stored = variants(uct=[far], auto=[near], other=[far])
    stored += more_variants(far, 6)
    many = make_report(write_store(tmp_path / "many", stored, runs=5))
    assert many.column_comparisons[0].pairwise["other"] == (1, 0, 0)
    assert "p < 0.00625, the level" in re.sub(r"\s+", " ", to_text(many))


def test_every_format_shows_the_pairwise_wins(tmp_path: Path) -> None:
    stored = ablation(["elevators:p5", "a_b:<p1>"])
    made = make_report(write_store(tmp_path, stored, runs=15))
    text = to_text(made)
    assert re.search(r"auto against +all +elevators:p5 +a_b:<p1>\n", text)
    assert re.search(r"uct +2 : 2 of 4 +1 : 1 +1 : 1\n", text)
    assert re.search(r"other +0 : 1 of 3 +0 : 0 of 1 +0 : 1\n", text)
    markdown = to_markdown(made)
    assert "Each name at the top but the first stands for 2 rows" in markdown
    assert r"| auto against | all | elevators:p5 | a\_b:\<p1\> |" in markdown
    assert "| other | 0 : 1 of 3 | 0 : 0 of 1 | 0 : 1 |" in markdown
    page = to_html(made)
    outline(page)
    assert '<td style="--heat:0.50" class="worse">0 : 1</td>' in page
    focus = json.loads(to_json(made))["focus"]
    assert focus["tables"][0]["duels"]["other"] == {"rows": 1, "better": 0, "worse": 0}
    assert focus["total_duels"]["other"] == {"rows": 3, "better": 0, "worse": 1}


def test_pairwise_wins_on_a_single_problem_have_no_sum(tmp_path: Path) -> None:
    made = make_report(write_store(tmp_path, ablation(["elevators:p5"]), runs=15))
    assert "| uct | 1 : 1 of 2 |" in to_markdown(made)
    assert "at the top" not in to_markdown(made)


def test_pairwise_wins_on_many_problems_are_summed_by_family_and_on_many_families_altogether(
    tmp_path: Path,
) -> None:
    names = [
        *(f"elevators:p{number}" for number in range(1, 7)),
        *(f"mine:p{number}" for number in range(1, 4)),
    ]
    problems = (names[:8], names, [f"family{number}:p1" for number in range(9)])
    reports = [
        make_report(write_store(tmp_path / str(number), ablation(some), runs=15))
        for number, some in enumerate(problems)
    ]
    eight, nine, alone = (pairwise_wins(report.column_comparisons) for report in reports)
    assert [column.name for column in eight] == ["all", *names[:8]]
    assert [(column.name, column.rows) for column in nine] == [
        ("all", 18),
        ("elevators", 12),
        ("mine", 6),
    ]
    assert [column.win_counts["other"] for column in nine] == [(17, 0, 8), (11, 0, 5), (6, 0, 3)]
    assert [column.name for column in alone] == ["all"]
    markdown = to_markdown(make_report(tmp_path / "1"))
    assert "Numbers of rows: elevators 12, mine 6;" in markdown
    assert "| other | 0 : 8 of 17 | 0 : 5 of 11 | 0 : 3 |" in markdown
