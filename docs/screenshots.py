"""Take the pictures of the page in docs/images: every view, wide and narrow, light and dark.

uv run python docs/screenshots.py            # needs Chromium
uv run python docs/screenshots.py solve      # one view

The problems, settings and seeds are fixed, so that the pictures change only when the page does.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from playwright.sync_api import Browser, Page

from tests.support.browser import opened_page, started_browser, wait_for
from tests.support.cli import LAMP
from tests.support.page_server import paper_address, served
from tests.support.paths import ROOT

IMAGES = ROOT / "docs" / "images"
SIZES = {"wide": (1280, 900), "narrow": (400, 860)}
THEMES = {"light": False, "dark": True}
GRID = """
problems = ["triangle_tireworld:p2", "elevators:p5"]
runs = 20
paper = true
[settings]
rollouts = [5, 10, 20, 50, 100]
greediness = [0, 0.2, 0.5, 0.8, 1]
"""
BROKEN = """(define (domain courier)
  (:requirements :typing :probabilistic-effects)
  (:types place)
  (:predicates (at ?where - place) (road ?from ?to - place))
  (:action walk
    :parameters (?from ?to - place)
    :precondition (and (at ?from) (road ?from ?to))
    :effect (probabilistic
      0.8 (and (not (at ?from)) (at ?to))
      0.4 (and))))"""
PROBLEM = """(define (problem round-the-corner)
  (:domain courier)
  (:objects hall lobby - place)
  (:init (at hall) (road hall lobby))
  (:goal (at lobby)))"""
LOADED = "document.querySelector('#problem-summary')?.dataset.problem"


def problem(page: Page) -> None:
    """A problem of the paper's."""
    wait_for(page, LOADED)
    page.wait_for_selector("#problem-picture svg")


def mistake(page: Page) -> None:
    """A mistake at its line."""
    wait_for(page, LOADED)
    page.click("#own-text summary")
    page.fill("#editor-domain", BROKEN)
    page.fill("#editor-problem", PROBLEM)
    page.click("#load-text")
    wait_for(page, "document.querySelector('#editor-error')?.dataset.line")


def landmarks(page: Page) -> None:
    """Landmarks in the middle of a plan."""
    wait_for(page, LOADED)
    for number in range(1, 31):
        wait_for(page, "document.querySelector('#step')?.ariaDisabled !== 'true'")
        page.click("#step")
        wait_for(page, f"document.querySelector('#timeline [data-step=\"{number}\"]')")
    page.click("[data-tab=landmarks]")
    page.click("#zoom-fit")


def solve(page: Page) -> None:
    """An episode at a point where greediness decides."""
    wait_for(page, LOADED)
    wait_for(page, "document.querySelector('#step')?.ariaDisabled !== 'true'")
    page.click("#step")
    wait_for(page, "document.querySelector('#values [data-chosen]')")


def compare(page: Page) -> None:
    """Two settings, to the end."""
    wait_for(page, LOADED)
    wait_for(page, "document.querySelector('#compare-run')?.ariaDisabled !== 'true'")
    page.select_option("#compare-delay", "0")
    page.click("#compare-run")
    wait_for(page, "document.querySelector('#verdict').dataset.better")


def results(page: Page) -> None:
    """The report of an experiment."""
    wait_for(
        page, "document.querySelector('#report-current')?.contentDocument?.querySelector('h1')"
    )


SIDES = [
    paper_address(f"{side}.", greediness=greediness, rollouts=1000, seed=11)
    for side, greediness in (("a", 0), ("b", 1))
]
"""With this seed both cars have some way to show."""
GREEDY = paper_address(greediness=0.8, rollouts=500, seed=1)
TRIANGLE = "problem=triangle_tireworld:p2"
VIEWS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "problem": ("#problem?problem=tireworld:p3", problem),
    "mistake": ("#problem?problem=tireworld:p3", mistake),
    "landmarks": (f"#solve?problem=elevators:p13&{GREEDY}", landmarks),
    "solve": (f"#solve?{TRIANGLE}&{paper_address(greediness=1, rollouts=1000, seed=1)}", solve),
    "compare": (f"#compare?{TRIANGLE}&b.planner=lamp&{'&'.join(SIDES)}", compare),
    "results": ("#results", results),
}


def take(browser: Browser, url: str, view: str, size: str, theme: str) -> None:
    """Take one picture."""
    width, height = SIZES[size]
    address, prepare = VIEWS[view]
    errors: list[str] = []
    dark = THEMES[theme]
    with opened_page(browser, errors, width=width, height=height, dark=dark) as page:
        page.goto(url + address)
        prepare(page)
        page.evaluate("document.activeElement.blur(), window.scrollTo(0, 0)")
        page.evaluate("new Promise((done) => setTimeout(done, 400))")
        page.screenshot(path=IMAGES / f"page-{view}-{size}-{theme}.png")
    if errors:
        sys.exit(f"{view} wrote errors to the console: {errors}")


def main() -> None:
    """Take the pictures that the command line names, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("views", nargs="*", choices=[*VIEWS, []], default=[])
    wanted = parser.parse_args().views or list(VIEWS)
    with tempfile.TemporaryDirectory() as folder:
        grid, out = Path(folder) / "grid.toml", Path(folder) / "example"
        grid.write_text(GRID)
        subprocess.run([*LAMP, "experiment", "run", grid, "--out", out], check=True)
        with served(out) as server, started_browser() as browser:
            for view in wanted:
                for size in SIZES:
                    for theme in THEMES:
                        take(browser, server.url, view, size, theme)
                        print(f"page-{view}-{size}-{theme}.png")


if __name__ == "__main__":
    main()
