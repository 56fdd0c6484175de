"""One column, such as auto, against UCT and the best greediness of each row."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lamp.errors import SettingsError
from lamp.reporting import Choices, make_report
from lamp.reporting.column_comparison import total
from lamp.reporting.markdown import to_markdown
from lamp.reporting.page import to_html
from lamp.reporting.records import to_json
from lamp.reporting.text import to_text
from tests.support.reports import HIGH, LOW, MIDDLE, more_variants, variants
from tests.support.stored_results import write_store


def test_the_focused_column_is_compared_with_uct_and_with_the_best_greediness(
    tmp_path: Path,
) -> None:
    stored = variants(
        uct=[HIGH, LOW, HIGH],
        low=[MIDDLE, HIGH, LOW],
        high=[HIGH, MIDDLE, MIDDLE],
        auto=[LOW, LOW, MIDDLE],
    )
    (comparison,) = make_report(write_store(tmp_path, stored, runs=15)).column_comparisons
    assert comparison.name == "auto"
    assert [comparison.table.heading(row.alpha or 0) for row in comparison.rows] == [
        "low",
        "high",
        "low",
    ]
    assert comparison.win_counts.uct == (3, 2, 0)
    assert comparison.win_counts.alpha == (3, 2, 1)
    assert comparison.win_counts.both == (3, 1, 1)
    assert comparison.win_counts.alpha_over_uct == (3, 2, 1)
    assert total([comparison, comparison]).alpha == (6, 4, 2)


def test_the_focused_column_has_the_paper_s_level_however_many_columns_there_are(
    tmp_path: Path,
) -> None:
    # The t-test gives a p-value between 0.05 / 8 and 0.05 / 4.
    near, far = [10, 14, 18, 22, 26], [23, 28, 32, 36, 40]
    stored = variants(uct=[far], auto=[near]) + more_variants(far, 7)
    (comparison,) = make_report(write_store(tmp_path, stored, runs=5)).column_comparisons
    compared = comparison.rows[0].to_uct
    assert compared
    assert 0.05 / 8 < compared.p_value < 0.0125
    assert compared.better
    in_table = comparison.table.cells[0, 1].comparison
    assert in_table
    assert not in_table.better


def test_another_column_can_be_the_focus(tmp_path: Path) -> None:
    stored = variants(uct=[HIGH], low=[MIDDLE], other=[LOW])
    write_store(tmp_path, stored, runs=15)
    assert not make_report(tmp_path).column_comparisons
    (comparison,) = make_report(tmp_path, Choices(focus="other")).column_comparisons
    assert comparison.win_counts.alpha == (1, 1, 0)
    (itself,) = make_report(tmp_path, Choices(focus="low")).column_comparisons
    assert itself.win_counts.alpha == (0, 0, 0)
    with pytest.raises(SettingsError, match="no column auto") as caught:
        make_report(tmp_path, Choices(focus="auto"))
    assert "uct, low, other" in caught.value.remedy


def test_every_format_shows_the_focused_column(tmp_path: Path) -> None:
    stored = variants(uct=[HIGH, LOW], low=[MIDDLE, HIGH], auto=[LOW, LOW])
    write_store(tmp_path, stored, runs=15)
    (tmp_path / "optimum.json").write_text('{"elevators:p5": {"expected_cost": 10.0}}')
    made = make_report(tmp_path)
    assert re.search(r"10 +41\.0 +11\.0 \(0\.2\) +1\.0 +better +better", to_text(made))
    assert "| 10 | 41.0 | 11.0 (0.2) | 1.0 | better | better |" in to_markdown(made)
    page = to_html(made)
    assert 'id="focus"' in page
    assert "auto against the others" in page
    focus = json.loads(to_json(made))["focus"]
    assert focus["total"]["to_best_greediness"] == {"rows": 2, "better": 2, "worse": 0}
    assert focus["tables"][0]["rows"][0]["distances"]["focus"] == pytest.approx(1.0)
