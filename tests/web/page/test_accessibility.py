"""The page by keys alone, for screen readers, in light and dark."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.support.browser import opened_page, wait_for
from tests.support.lamp_page import ENDED, STEPS, show, take_step

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.support.page_server import Server

pytestmark = [pytest.mark.needs("web", "browser"), pytest.mark.slow]

BACKGROUND = "getComputedStyle(document.body).backgroundColor"


def test_an_episode_runs_by_keys_alone(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2&rollouts=50")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("s")
    wait_for(page, f"{STEPS} >= 1")
    wait_for(page, "document.querySelector('#step')?.ariaDisabled !== 'true'")
    page.keyboard.press("Space")
    wait_for(page, ENDED)


def test_all_controls_have_a_name_for_screen_readers(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2")
    take_step(page)
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    roles = {"button", "link", "textbox", "slider", "combobox", "checkbox", "spinbutton"}
    controls = [node for node in nodes if node.get("role", {}).get("value") in roles]
    assert controls
    assert [node for node in controls if not node.get("name", {}).get("value")] == []


@pytest.mark.parametrize("dark", [False, True])
def test_light_and_dark_follow_the_system_and_the_button(
    browser: Browser, server: Server, dark: bool
) -> None:
    errors: list[str] = []
    with opened_page(browser, errors, dark=dark) as page:
        page.goto(server.url)
        wait_for(page, f"/^rgb/.test({BACKGROUND})")
        assert (lightness(page) < 200) == dark
        page.click("#theme")
        wait_for(page, "document.documentElement.dataset.theme")
        assert (lightness(page) > 200) == dark
        assert errors == []


def lightness(page: Page) -> int:
    """The sum of red, green and blue of the page's background."""
    return sum(json.loads("[" + page.evaluate(BACKGROUND)[4:-1] + "]"))
