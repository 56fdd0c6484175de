"""The page's connection: each tab has its own, and the page shows when it is lost."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.support.lamp_page import ENDED, SEARCHING, places, run_to_end, show
from tests.support.page_server import served

if TYPE_CHECKING:
    from tests.support.browser import Browser, Page
    from tests.support.page_server import Server

pytestmark = [pytest.mark.needs("web", "browser"), pytest.mark.slow]


def test_tabs_are_independent(browser: Browser, page: Page, server: Server) -> None:
    page.send("Page.bringToFront")
    show(page, server, "#solve?problem=zenotravel:p5&rollouts=1000000000")
    page.click("#step")
    page.wait(SEARCHING)
    with closing(browser.open("about:blank")) as other:
        other.send("Page.bringToFront")  # browsers draw nothing in tabs in the background
        show(other, server, "#solve?problem=triangle_tireworld:p2&greediness=0&rollouts=100")
        run_to_end(other)
        assert places(other)[0] == "l-1-1"
        assert other.complaints == []
    assert page.evaluate(ENDED) is None


def test_the_page_shows_that_the_server_has_ended(browser: Browser) -> None:
    with served() as server, closing(browser.open(server.url)) as page:
        page.wait("document.body.dataset.connection === 'open'")
        assert page.complaints == []  # from now on, the browser reports the lost connection
        server.process.kill()
        page.wait("document.body.dataset.connection === 'lost'")
        page.wait_for("#connection-lost")
