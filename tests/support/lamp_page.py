"""What a reader does on the page of `lamp serve`, for tests of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.browser import wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.support.page_server import Server

PROBLEM = "document.querySelector('#problem-summary')?.dataset.problem"
"""The name of the problem that is loaded."""
ENDED = "document.querySelector('#episode-end')?.dataset.outcome"
"""How the episode ended, if it has."""
CHOSEN = "document.querySelector('#values [data-chosen]')"
"""The row of the action that the last step chose."""
STEPS = "document.querySelectorAll('#timeline [data-step]').length"
"""How many steps the episode has so far."""
SEARCHING = "/rollouts/.test(document.querySelector('#status').textContent)"
"""Whether a decision is under way that takes long."""


def show(page: Page, server: Server, address: str) -> None:
    """Open a view, and wait until its problem is loaded and its controls can be used."""
    page.goto("about:blank")  # or the problem of the page before could be taken for this one
    page.goto(server.url + address)
    wait_for(page, PROBLEM)
    if address.startswith("#solve"):
        wait_for(page, "document.querySelector('#step')?.ariaDisabled !== 'true'")
    if address.startswith("#compare"):
        wait_for(page, "document.querySelector('#compare-run')?.ariaDisabled !== 'true'")


def take_step(page: Page) -> None:
    """Take the first step of an episode, and wait until its values are shown."""
    page.click("#step")
    wait_for(page, CHOSEN)


def run_to_end(page: Page) -> None:
    """Run the episode to its end, as fast as it can."""
    page.select_option("#delay", "0")
    page.click("#run")
    wait_for(page, ENDED)


def places(page: Page) -> list[str]:
    """The places where the car of triangle_tireworld has been."""
    trail: str = wait_for(page, "document.querySelector('#picture [data-trail]').dataset.trail")
    return trail.split()
