"""How the page is laid out: on phones, and where controls are beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.browser import wait_for
from tests.support.lamp_page import show, take_step
from tests.support.sampling import sampled

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.support.page_server import Server

pytestmark = [pytest.mark.needs("web", "browser"), pytest.mark.slow]

VIEWS = ("problem", "landmarks", "solve", "compare", "results")


@pytest.mark.parametrize("problem", sampled(["elevators:p13", "zenotravel:p5"], 1))
@pytest.mark.parametrize("view", VIEWS)
def test_nothing_is_wider_than_a_phone(page: Page, server: Server, view: str, problem: str) -> None:
    page.set_viewport_size({"width": 400, "height": 800})
    show(page, server, f"#{view}?problem={problem}")
    wait_for(page, f"!document.querySelector('[data-view={view}]').hidden")
    if view == "solve":
        take_step(page)
    wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wider) <= 0


@pytest.mark.parametrize("width", [400, 800, 1280])
def test_no_control_of_the_settings_overflows_its_label(
    page: Page, server: Server, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    for view in ("solve", "compare"):
        show(page, server, f"#{view}?problem=triangle_tireworld:p2")
        shown, beyond = page.evaluate(
            """(() => {
                const right = (element) => element.getBoundingClientRect().right;
                const all = [...document.querySelectorAll('.settings label :is(input, button)')];
                const shown = all.filter((control) => control.offsetParent);
                const beyond = shown.filter((control) => (
                    right(control) > right(control.closest('label')) + 1
                ));
                return [shown.length, beyond.map((control) => control.outerHTML)];
            })()"""
        )
        assert shown
        assert beyond == []
