"""The view of the results of experiments."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.browser import wait_for
from tests.support.page_server import store_results

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.support.page_server import Server

pytestmark = [pytest.mark.needs("web", "browser"), pytest.mark.slow]

REPORT = "document.querySelector('#report-current')?.contentDocument"
PROGRESS = (
    "document.querySelector('#progress').textContent "
    "+ document.querySelector('#results-note').textContent"
)


@pytest.fixture
def growing(results: Path) -> Iterator[Path]:
    """A folder of results that is gone after the test."""
    folder = results / "growing"
    store_results(folder, runs=3)
    yield folder
    shutil.rmtree(folder)


def test_the_report_follows_the_runs_of_an_experiment(
    page: Page, server: Server, growing: Path
) -> None:
    page.goto(server.url + "#results?folder=growing")
    wait_for(page, f"{REPORT}?.querySelector('h1')")
    assert "12" in page.evaluate(PROGRESS)
    before = page.evaluate(f"{REPORT}.body.innerText")
    store_results(growing, runs=4)
    wait_for(page, f"/16/.test({PROGRESS})")
    wait_for(page, f"{REPORT}?.body && {REPORT}.body.innerText !== {json.dumps(before)}")


def test_the_first_folder_is_shown_where_the_address_names_none(
    page: Page, server: Server, growing: Path
) -> None:
    page.goto(server.url + "#results")
    wait_for(page, f"{REPORT}?.querySelector('h1')")
    shown = page.evaluate("document.querySelector('#report-current').title")
    assert shown == f"Report on {growing.name}"
    assert page.evaluate("document.querySelector('#folder').value") == growing.name


def test_the_page_follows_the_theme_that_is_chosen_in_the_report(
    page: Page, server: Server
) -> None:
    page.goto(server.url + "#results?folder=small")
    wait_for(page, f"{REPORT}?.querySelector('#theme')")
    page.evaluate(f"{REPORT}.querySelector('#theme').click()")
    wait_for(page, "document.documentElement.dataset.theme === 'dark'")
