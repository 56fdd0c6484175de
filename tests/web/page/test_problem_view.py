"""The view of the problem: choosing a benchmark, and editing PPDDL texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.browser import text_of, wait_for
from tests.support.lamp_page import PROBLEM
from tests.support.page_server import SMALL_DOMAIN, SMALL_PROBLEM, WRONG_DOMAIN

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.support.page_server import Server

pytestmark = [pytest.mark.needs("web", "browser"), pytest.mark.slow]


def load_texts(page: Page, domain: str, problem: str) -> None:
    """Load the texts of a domain and of a problem."""
    page.fill("#editor-domain", domain)
    page.fill("#editor-problem", problem)
    page.click("#load-text")


def test_a_mistake_is_shown_at_its_line_until_it_is_corrected(page: Page, server: Server) -> None:
    page.goto(server.url + "#problem")
    page.click("#own-text summary")
    load_texts(page, WRONG_DOMAIN, SMALL_PROBLEM)
    wait_for(page, "document.querySelector('#editor-error')?.dataset.line === '4'")
    assert "1.2" in text_of(page, "#editor-error")
    load_texts(page, SMALL_DOMAIN, SMALL_PROBLEM)
    wait_for(page, f"/small/.test({PROBLEM})")
    assert page.evaluate(
        "document.querySelector('#editor-error') === null || "
        "document.querySelector('#editor-error').hidden"
    )


def test_names_in_ppddl_files_are_never_interpreted_as_html(page: Page, server: Server) -> None:
    page.goto(server.url + "#problem?problem=elevators:p2")
    wait_for(page, f"/elevators/.test({PROBLEM})")
    page.click("#own-text summary")
    name = "<img/src=x/onerror=document.title=1>"
    load_texts(page, SMALL_DOMAIN.replace("there", name), SMALL_PROBLEM.replace("there", name))
    wait_for(
        page, f"/small/.test({PROBLEM}) || document.querySelector('#editor-error')?.dataset.line"
    )
    assert page.evaluate("document.querySelectorAll('main img').length") == 0
    assert page.evaluate("document.title") != "1"


def test_a_benchmark_can_be_chosen_and_changed_as_text(page: Page, server: Server) -> None:
    page.goto(server.url + "#problem")
    page.select_option("#family", "prob_blocksworld")
    wait_for(page, f"/prob_blocks/.test({PROBLEM})")
    page.click("#show-text")
    wait_for(page, "/prob_blocks/.test(document.querySelector('#editor-domain').value)")
