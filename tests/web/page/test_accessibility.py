"""The page by keys alone, for screen readers, in light and dark."""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.support.lamp_page import ENDED, STEPS, show, take_step

if TYPE_CHECKING:
    from tests.support.browser import Browser, Page
    from tests.support.page_server import Server

pytestmark = [pytest.mark.needs("web", "browser"), pytest.mark.slow]

BACKGROUND = "getComputedStyle(document.body).backgroundColor"


def test_an_episode_runs_by_keys_alone(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2&rollouts=50")
    page.evaluate("document.activeElement.blur()")
    page.press("s")
    page.wait(f"{STEPS} >= 1")
    page.wait("document.querySelector('#step')?.ariaDisabled !== 'true'")
    page.press(" ", "Space", 32)
    page.wait(ENDED)


def test_all_controls_have_a_name_for_screen_readers(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2")
    take_step(page)
    page.send("Accessibility.enable")
    nodes = page.send("Accessibility.getFullAXTree")["nodes"]
    roles = {"button", "link", "textbox", "slider", "combobox", "checkbox", "spinbutton"}
    controls = [node for node in nodes if node.get("role", {}).get("value") in roles]
    assert controls
    assert [node for node in controls if not node.get("name", {}).get("value")] == []


@pytest.mark.parametrize("dark", [False, True])
def test_light_and_dark_follow_the_system_and_the_button(
    browser: Browser, server: Server, dark: bool
) -> None:
    with closing(browser.open(server.url, dark=dark)) as page:
        page.wait(f"/^rgb/.test({BACKGROUND})")
        assert (lightness(page) < 200) == dark
        page.click("#theme")
        page.wait("document.documentElement.dataset.theme")
        assert (lightness(page) > 200) == dark
        assert page.complaints == []


def lightness(page: Page) -> int:
    """The sum of red, green and blue of the page's background."""
    return sum(json.loads("[" + page.evaluate(BACKGROUND)[4:-1] + "]"))
