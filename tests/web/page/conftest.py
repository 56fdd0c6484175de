"""A tab of the browser for each test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.support.browser import opened_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty tab; the pages that the test opens in it must not write errors to the console."""
    errors: list[str] = []
    with opened_page(browser, errors) as page:
        yield page
        assert errors == []
