"""The view of the landmarks: their graph, their list, and their states while a plan runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.browser import wait_for
from tests.support.lamp_page import run_to_end, show

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.support.page_server import Server

pytestmark = [pytest.mark.needs("web", "browser"), pytest.mark.slow]


@pytest.mark.parametrize("width", [1280, 400])
def test_a_graph_of_30_landmarks_fits_its_view(page: Page, server: Server, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    show(page, server, "#landmarks?problem=elevators:p13")
    wait_for(page, "document.querySelectorAll('#graph [data-landmark]').length >= 30")
    page.click("#zoom-fit")
    outside = page.evaluate(
        """(() => {
          const view = document.querySelector("#graph").getBoundingClientRect();
          return [...document.querySelectorAll("#graph [data-landmark]")].filter((landmark) => {
            const box = landmark.getBoundingClientRect();
            return box.left < view.left - 1 || box.right > view.right + 1
              || box.top < view.top - 1 || box.bottom > view.bottom + 1 || box.width === 0;
          }).length;
        })()"""
    )
    assert outside == 0


def test_landmarks_change_their_state_while_a_plan_runs(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2&rollouts=100")
    run_to_end(page)
    page.click("[data-tab=landmarks]")
    wait_for(page, "document.querySelector('#graph [data-state=achieved]')")


def test_pointing_at_a_landmark_shows_its_description_again_after_the_graph_is_redrawn(
    page: Page, server: Server
) -> None:
    show(page, server, "#landmarks?problem=elevators:p2")
    wait_for(page, "document.querySelector('#graph [data-landmark]')")
    number = page.evaluate("document.querySelector('#graph [data-landmark]').dataset.landmark")
    landmark = f"document.querySelector('#graph [data-landmark=\"{number}\"]')"
    point = f"{landmark}.dispatchEvent(new PointerEvent('pointerover', {{bubbles: true}}))"
    description = "document.querySelector('#landmark-info code')"
    page.evaluate(point)
    wait_for(page, description)
    page.click("#show-initial")
    wait_for(page, f"!{description}")
    page.evaluate(point)
    wait_for(page, description)


def test_all_landmarks_of_the_graph_are_listed_in_words(page: Page, server: Server) -> None:
    show(page, server, "#landmarks?problem=elevators:p2")
    page.wait_for_selector("#graph svg")
    page.click("#landmark-list summary")
    listed = page.evaluate("document.querySelectorAll('#landmark-list li').length")
    assert listed == page.evaluate("document.querySelectorAll('#graph [data-landmark]').length")


def test_the_speed_is_the_same_in_all_views_of_a_run(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2")
    page.select_option("#delay", "0.05")
    page.click("[data-tab=landmarks]")
    wait_for(page, "document.querySelector('#landmarks-transport select')?.value === '0.05'")
