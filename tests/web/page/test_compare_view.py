"""The view that runs two planners side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.browser import wait_for
from tests.support.lamp_page import show
from tests.support.page_server import paper_address

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.support.page_server import Server

pytestmark = [pytest.mark.needs("web", "browser"), pytest.mark.slow]


def test_two_planners_run_side_by_side_with_different_settings(page: Page, server: Server) -> None:
    sides = "&".join(map(paper_address, ("a.", "b.")))
    show(page, server, f"#compare?problem=triangle_tireworld:p2&{sides}")
    page.select_option('[id="b.planner"]', "lamp")
    page.fill('[id="a.setting-greediness"]', "0")
    page.fill('[id="b.setting-greediness"]', "1")
    for side in "ab":
        page.fill(f'[id="{side}.setting-rollouts"]', "1000")
    page.select_option("#compare-delay", "0")
    page.click("#compare-run")
    wait_for(page, "document.querySelector('#verdict').dataset.better")
    trails = [
        page.evaluate(f"document.querySelector('[data-side={side}] [data-trail]').dataset.trail")
        for side in "ab"
    ]
    assert trails[0].split()[1] == "l-2-1"
    assert trails[1].split()[1] == "l-1-2"
