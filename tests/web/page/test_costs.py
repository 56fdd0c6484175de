"""Costs on the page: of the step, so far and at the end, where they are not numbers of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.browser import text_of, wait_for
from tests.support.lamp_page import run_to_end, show, take_step

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.support.page_server import Server

pytestmark = [pytest.mark.needs("web", "browser"), pytest.mark.slow]

ROADS = "tireworld:cities=8,seed=1,lengths=1"
"""A drive costs the length of its road."""


def test_a_step_shows_its_cost_and_the_cost_so_far(page: Page, server: Server) -> None:
    show(page, server, f"#solve?problem={ROADS}&rollouts=50")
    run_to_end(page)
    cost = float(text_of(page, "#cost").removeprefix("It cost ").partition(";")[0])
    total = float(text_of(page, "#cost").partition("; ")[2].removesuffix(" so far."))
    assert total >= cost > 0
    assert f"cost {total:g}." in text_of(page, "#episode-end")
    label = page.get_attribute('#timeline [data-step="1"]', "title")
    assert label is not None
    page.click('#timeline [data-step="1"]')
    wait_for(page, "document.querySelector('#step-panel h2').textContent.startsWith('Step 1')")
    first = text_of(page, "#cost").removeprefix("It cost ").partition(";")[0]
    assert f", cost {first}" in label


def test_no_costs_are_shown_where_every_step_costs_one(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=triangle_tireworld:p2&rollouts=50")
    take_step(page)
    assert page.query_selector("#cost") is None
    label = page.get_attribute('#timeline [data-step="1"]', "title")
    assert label is not None
    assert "cost" not in label


def test_a_comparison_shows_the_cost_of_each_step(page: Page, server: Server) -> None:
    show(page, server, f"#compare?problem={ROADS}&a.rollouts=5&b.rollouts=100")
    page.select_option("#compare-delay", "0")
    page.click("#compare-run")
    wait_for(page, "document.querySelector('#verdict').dataset.better")
    costs = page.eval_on_selector_all(
        '[data-told="cost so far"]', "them => them.map(it => it.textContent)"
    )
    assert all(float(cost) > 0 for cost in costs)
    assert page.eval_on_selector_all("#compare-steps td small", "them => them.length") > 0


def test_the_cost_unit_takes_a_number_or_auto(page: Page, server: Server) -> None:
    show(page, server, f"#solve?problem={ROADS}&rollouts=20&cost_unit=10")
    assert page.input_value('[data-setting="cost_unit"] input') == "10"
    run_to_end(page)
    show(page, server, f"#solve?problem={ROADS}")
    assert page.input_value('[data-setting="cost_unit"] input') == "auto"


def test_the_end_of_an_episode_names_the_cost_budget(page: Page, server: Server) -> None:
    show(page, server, f"#solve?problem={ROADS}&rollouts=20&cost_budget=1")
    run_to_end(page)
    assert "may only cost so much" in text_of(page, "#episode-end")
