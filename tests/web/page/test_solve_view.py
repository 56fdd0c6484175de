"""The view in which a problem is solved: running an episode, and looking at its steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import lamp
from lamp.execution import Step, landmark_text
from lamp.search import LandmarkPlan
from tests.support.browser import text_of, wait_for
from tests.support.lamp_page import ENDED, SEARCHING, STEPS, places, run_to_end, show, take_step
from tests.support.page_server import paper_address

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.support.page_server import Server

pytestmark = [pytest.mark.needs("web", "browser"), pytest.mark.slow]


def test_the_car_takes_the_safe_road_with_greediness_0_and_the_other_with_1(
    page: Page, server: Server
) -> None:
    address = "#solve?problem=triangle_tireworld:p2&"
    show(page, server, address + paper_address(greediness=0, rollouts=1000, seed=1))
    run_to_end(page)
    assert places(page)[:2] == ["l-1-1", "l-2-1"]
    assert page.evaluate(ENDED) == "goal"
    show(page, server, address + paper_address(greediness=1, rollouts=1000, seed=1))
    take_step(page)
    wait_for(page, "/ /.test(document.querySelector('#picture [data-trail]').dataset.trail)")
    assert places(page) == ["l-1-1", "l-1-2"]


def test_a_step_shows_which_landmark_requires_its_subgoal(page: Page, server: Server) -> None:
    planner = lamp.Lamp(lamp.load("elevators:p5"), rollouts=20)
    step = step_with_means(planner)
    show(page, server, f"#solve?problem=elevators:p5&rollouts=20&seed={planner.seed}")
    run_to_end(page)
    page.click(f'#timeline [data-step="{step.number}"]')
    wait_for(page, f"document.querySelector('#action').textContent === '{step.decision.action}'")
    subgoal = landmark_text(planner, step.decision.subgoal)
    target = landmark_text(planner, step.decision.landmark)
    assert f"Pursuing {subgoal}, needed just before {target}" in text_of(page, "#subgoal")
    chosen = page.evaluate("document.querySelector('#choices [data-chosen]').dataset.choice")
    assert chosen == str(step.decision.landmark)
    page.click("[data-tab=landmarks]")
    page.click("#landmark-list summary")
    assert text_of(page, "#landmark-list [data-state=pursued] code") == subgoal


def step_with_means(planner: LandmarkPlan) -> Step:
    """A step that chose a landmark, and pursues something else for it that is not achieved yet."""
    steps: list[Step] = []
    for seed in range(20):
        steps.clear()
        planner.run(seed, watch=steps.append)
        for step in steps:
            subgoal = planner.graph.landmarks[step.decision.subgoal]
            if (
                step.decision.pursues_predecessor
                and step.decision.landmarks
                and not subgoal.holds(step.after)
            ):
                return step
    raise AssertionError("nothing is pursued for the sake of another landmark")


def test_an_earlier_step_is_shown_when_it_is_selected(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2&rollouts=50")
    run_to_end(page)
    last = text_of(page, "#action")
    page.click("#timeline [data-step='1']")
    wait_for(page, "document.querySelector('#timeline [aria-current]').dataset.step === '1'")
    assert text_of(page, "#step-panel").startswith("Step 1")
    assert text_of(page, "#action") != last
    page.click("#live")
    wait_for(page, "document.querySelector('#timeline [aria-current]').dataset.step !== '1'")


def test_a_step_after_the_end_does_not_lose_the_episode(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2&rollouts=50")
    run_to_end(page)
    steps = page.evaluate(STEPS)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("s")
    page.keyboard.press("ArrowRight")
    page.click("#step", force=True)  # it is disabled
    assert page.evaluate(ENDED) == "goal"
    assert page.evaluate(STEPS) == steps


def test_starting_a_new_episode_clears_the_end_of_the_last_one(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2&rollouts=50")
    run_to_end(page)
    page.click("#start")
    wait_for(page, f"!{ENDED}")


def test_a_long_search_does_not_freeze_the_page(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=zenotravel:p5&rollouts=1000000000")
    page.click("#step")
    wait_for(page, SEARCHING)
    page.click("[data-tab=landmarks]")
    page.wait_for_selector("#graph svg")
    page.click("[data-tab=solve]")
    page.click("#stop")
    wait_for(page, f"{ENDED} === 'interrupted'")
