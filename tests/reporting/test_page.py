"""Reports as a page of HTML."""

from __future__ import annotations

import math
import re
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from lamp.reporting import Report, make_report
from lamp.reporting.page import to_html
from lamp.reporting.page.theme import DARK, LIGHT
from tests.support.colours import colours_of, contrast
from tests.support.html import outline
from tests.support.reports import HIGH, LOW, ODD, cell, more_variants, odd_report, variants
from tests.support.stored_results import Run, Stored, goals, write_store


@pytest.fixture(scope="module")
def page(report: Report) -> str:
    return to_html(report)


def test_all_elements_of_the_html_page_are_closed(page: str) -> None:
    assert outline(page).names[:2] == ["html", "head"]
    without_script = re.sub(r"(?s)<(script|style)>.*?</\1>", "", page.partition("\n")[2])
    assert fromstring(without_script).tag == "html"  # noqa: S314 (our own page)


def test_the_html_page_loads_no_external_resources(page: str) -> None:
    elements = outline(page)
    assert all(address.startswith("#") for address in elements.addresses)
    assert not {"link", "img", "iframe", "object", "embed", "base"} & set(elements.names)
    assert not re.search(r"https?:|//\w|url\(|@import|fetch\(|XMLHttpRequest", page)
    assert "default-src &#x27;none&#x27;" in page


def test_links_of_the_page_lead_to_parts_of_it(page: str) -> None:
    elements = outline(page)
    assert len(set(elements.ids)) == len(elements.ids)
    assert {address[1:] for address in elements.addresses} <= set(elements.ids)


def test_names_are_escaped_in_html(tmp_path: Path) -> None:
    made = to_html(odd_report(tmp_path))
    assert "<script>alert" not in made
    assert made.count("<script>") == 1
    assert ODD in "".join(outline(made).texts)


def test_texts_of_the_experiment_are_escaped_in_html(tmp_path: Path) -> None:
    runs = [*goals(3, 4), Run("failed", None, None, "</script><b>\x00")]
    made = to_html(make_report(write_store(tmp_path, [Stored(runs)], grid="a </pre><b>\n\x1b[1m")))
    assert "<b>\n" not in made
    assert "\x00" not in made
    assert "\x1b" not in made
    outline(made)


def test_every_heading_of_a_table_has_a_scope(page: str) -> None:
    assert not re.search(r"<th(?![^>]*scope=)[ >]", page)


def test_the_page_has_a_heat_map_of_ours_and_the_paper_s(page: str) -> None:
    for view in ("ours", "paper", "difference", "p"):
        assert page.count(f'class="heat" data-view="{view}"') == 6
    assert page.count('class="heat" data-view="distance"') == 1


def test_the_page_has_curves_with_intervals_and_the_optimum(page: str) -> None:
    assert page.count('class="chart"') == 12
    assert page.count('class="whisker"') == 600
    assert page.count('class="optimum"') == 2


def test_the_page_lists_every_cell(page: str) -> None:
    assert page.count("data-marks=") == 300


def test_the_page_shows_the_grid_and_the_number_of_runs(page: str) -> None:
    texts = "".join(outline(page).texts)
    assert "22,500 of 22,500, 75 for each configuration" in texts
    assert "runs = 75" in texts


@pytest.mark.parametrize("stored", [[Stored([])], [cell([9])], [cell([9], rollouts=math.inf)]])
def test_a_page_of_few_or_no_results_is_valid(tmp_path: Path, stored: list[Stored]) -> None:
    outline(to_html(make_report(write_store(tmp_path, stored))))


def test_a_page_with_many_columns_first_draws_the_focused_column_and_its_baselines(
    tmp_path: Path,
) -> None:
    stored = variants(uct=[HIGH, LOW])
    stored += more_variants(LOW, 11, rollouts=(10, 20))
    stored += variants(auto=[LOW, LOW])
    page = to_html(make_report(write_store(tmp_path, stored, runs=15)))
    pressed = re.findall(r'aria-pressed="(\w+)" data-series="(\d+)"', page)
    assert {int(series) for on, series in pressed if on == "true"} == {0, 1, 2, 3, 4, 12}
    assert 'class="heat many"' in page


@pytest.mark.parametrize("style", [LIGHT, DARK])
def test_texts_and_lines_have_enough_contrast(style: str) -> None:
    named = colours_of(style)
    for ground in ("paper", "panel", "warm", "cold"):
        assert contrast(named["ink"], named[ground]) >= 4.5
    for ink in ("soft-ink", "accent", "warning", "optimum"):
        assert contrast(named[ink], named["paper"]) >= 4.5
    for series in range(6):
        assert contrast(named[f"series-{series}"], named["paper"]) >= 3
