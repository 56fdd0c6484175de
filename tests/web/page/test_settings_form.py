"""The form with the settings of a planner."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lamp.search import SETTINGS
from tests.support.browser import wait_for
from tests.support.lamp_page import show

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.support.page_server import Server

pytestmark = [pytest.mark.needs("web", "browser"), pytest.mark.slow]


def test_all_settings_are_in_the_form(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2")
    fields = page.evaluate(
        "[...document.querySelectorAll('#solve-settings [id]')].map((element) => element.id)"
    )
    assert {f"setting-{name}" for name in SETTINGS} <= set(fields)


def test_wrong_settings_are_reported_in_the_form(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2")
    page.fill("#setting-rollouts", "0")
    page.click("#step")
    wait_for(page, "/rollouts is 0/.test(document.querySelector('[data-view=solve]').innerText)")


def test_the_form_accepts_a_number_or_auto_for_greediness(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2")
    value = "document.querySelector('#setting-greediness').value"
    assert page.evaluate(value) == "auto"
    page.fill("#setting-greediness", "0.3")
    wait_for(page, "location.hash.includes('greediness=0.3')")
    page.click("label[data-setting=greediness] button")
    wait_for(page, f"{value} === 'auto' && !location.hash.includes('greediness')")
    page.fill("#setting-greediness", "much")
    page.click("#step")
    wait_for(
        page, "/greediness is 'much'/.test(document.querySelector('[data-view=solve]').innerText)"
    )


def test_all_settings_can_be_set_to_the_paper_s_and_back_to_the_defaults(
    page: Page, server: Server
) -> None:
    show(page, server, "#solve?problem=elevators:p2")
    page.click("#solve-settings .rest summary")
    buttons = "#solve-settings .rest > .row button"
    page.click(f"{buttons}:last-child")
    wait_for(
        page, "location.hash.includes('greediness=0.5') && location.hash.includes('backups=mean')"
    )
    page.click(f"{buttons}:first-child")
    wait_for(page, "!location.hash.includes('greediness') && !location.hash.includes('backups')")
