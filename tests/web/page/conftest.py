"""A tab of the browser for each test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.support.browser import Browser, Page


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty tab; whatever the test opens in it must not write errors to the console."""
    with closing(browser.open("about:blank")) as page:
        yield page
        assert page.complaints == []
