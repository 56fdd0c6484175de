"""The values of the actions that a step chose from, and how greediness mixes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import lamp
from tests.support.browser import text_of, wait_for
from tests.support.lamp_page import show, take_step
from tests.support.page_server import paper_address

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.support.page_server import Server

pytestmark = [pytest.mark.needs("web", "browser"), pytest.mark.slow]


def test_the_chosen_action_in_the_table_of_values_is_the_planner_s(
    page: Page, server: Server
) -> None:
    show(page, server, "#solve?problem=triangle_tireworld:p2&greediness=0.5&rollouts=500")
    take_step(page)
    assert text_of(page, "#action") == page.evaluate(
        "document.querySelector('#values [data-chosen]').dataset.action"
    )


def test_dragging_greediness_shows_which_action_would_be_chosen(page: Page, server: Server) -> None:
    show(page, server, f"#solve?problem=triangle_tireworld:p2&{paper_address(rollouts=1000)}")
    take_step(page)
    would = "document.querySelector('#values [data-would]').dataset.action"
    page.fill("#what-if", "0")
    wait_for(page, f"{would} === '(move-car l-1-1 l-2-1)'")
    page.fill("#what-if", "1")
    wait_for(page, f"{would} === '(move-car l-1-1 l-1-2)'")
    assert "(move-car l-1-1 l-1-2)" in text_of(page, "#what-if-choice")


def test_automatic_greediness_is_shown_for_each_step(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2&rollouts=50&seed=3")
    take_step(page)
    task = lamp.load("elevators:p2")
    alpha = lamp.Lamp(task, rollouts=50, seed=3).decide(task.initial).greediness
    assert text_of(page, "#alpha") == f"α = {alpha:.3g} here"
    assert f"At α = {alpha:.3g}, the step's own: " in text_of(page, "#what-if-choice")
    page.fill("#what-if", "1")
    wait_for(page, "document.querySelector('#alpha').textContent === 'α = 1'")


def test_a_fixed_greediness_is_shown_as_that_of_the_episode(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2&rollouts=50&greediness=0.3")
    take_step(page)
    assert text_of(page, "#alpha") == "α = 0.3"
    assert "At α = 0.3, the episode's own: " in text_of(page, "#what-if-choice")
