"""A browser for the tests: the system's Chromium without a window, driven by Playwright.

Playwright's own browsers are not downloaded.
"""

from __future__ import annotations

import itertools
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tests.support.processes import LIMIT, MARK, kill_all, marked_processes, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",  # CI runs as root, and every page is ours
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
)
POLL_MILLISECONDS = 30

_NUMBERS = itertools.count()


def find_browser() -> str | None:
    """The path of a Chromium, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@contextmanager
def started_browser() -> Iterator[Browser]:
    """A browser with a new profile; at the end of the block, all its processes have ended.

    While it runs, an event loop runs in this thread, and `asyncio.run` fails.
    """
    from playwright.sync_api import sync_playwright

    mark = f"browser of {os.getpid()} {next(_NUMBERS)}"
    options: dict[str, Any] = {"executable_path": find_browser(), "args": [*FLAGS]}
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(**options, env={**os.environ, MARK: mark})
            yield browser
            browser.close()
    finally:
        kill_all(marked_processes(mark))
        wait_until(lambda: not marked_processes(mark), "the processes of the browser to end")


@contextmanager
def opened_page(
    browser: Browser,
    errors: list[str],
    *,
    width: int = 1280,
    height: int = 900,
    dark: bool = False,
) -> Iterator[Page]:
    """An empty tab of some size, light or dark, with a storage of its own.

    What pages in it throw, or write to the console as an error, is appended to `errors`.
    """
    with browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
    ) as context:
        context.set_default_timeout(1000 * LIMIT)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        yield page


def wait_for(page: Page, expression: str) -> Any:
    """Wait until an expression of JavaScript is true in a page; its value.

    Playwright's `wait_for_function` evaluates a string in the page, which the page's
    Content-Security-Policy forbids; single evaluations are exempt from it.
    """
    end = time.monotonic() + LIMIT
    while not page.evaluate(f"Boolean({expression})"):
        assert time.monotonic() < end, f"{expression} never held; {page.inner_text('body')}"
        page.wait_for_timeout(POLL_MILLISECONDS)
    return page.evaluate(expression)


def text_of(page: Page, selector: str) -> str:
    """The text of an element, shown or not."""
    return page.text_content(selector) or ""
