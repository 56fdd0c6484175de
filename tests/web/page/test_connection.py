"""The page's connection: each tab has its own, and the page shows when it is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.browser import opened_page, wait_for
from tests.support.lamp_page import ENDED, SEARCHING, places, run_to_end, show
from tests.support.page_server import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.support.page_server import Server

pytestmark = [pytest.mark.needs("web", "browser"), pytest.mark.slow]


def test_tabs_are_independent(browser: Browser, page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=zenotravel:p5&rollouts=1000000000")
    page.click("#step")
    wait_for(page, SEARCHING)
    errors: list[str] = []
    with opened_page(browser, errors) as other:
        show(other, server, "#solve?problem=triangle_tireworld:p2&greediness=0&rollouts=100")
        run_to_end(other)
        assert places(other)[0] == "l-1-1"
        assert errors == []
    assert page.evaluate(ENDED) is None


def test_the_page_shows_that_the_server_has_ended(browser: Browser) -> None:
    errors: list[str] = []
    with served() as server, opened_page(browser, errors) as page:
        page.goto(server.url)
        wait_for(page, "document.body.dataset.connection === 'open'")
        assert errors == []  # from now on, the browser reports the lost connection
        server.process.kill()
        wait_for(page, "document.body.dataset.connection === 'lost'")
        page.wait_for_selector("#connection-lost")
