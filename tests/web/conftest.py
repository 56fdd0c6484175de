"""A server for all tests of a process, and a browser for each module: both are slow to start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.browser import started_browser
from tests.support.page_server import served, store_results
from tests.support.processes import MARK

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.support.page_server import Server, Session


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of results that the server shows: `small` is in it, and tests may add others."""
    folder = tmp_path_factory.mktemp("results")
    store_results(folder / "small", runs=3)
    return folder


@pytest.fixture(scope="session")
def server(results: Path) -> Iterator[Server]:
    """The server; as it outlasts the tests of a module, it is not among their processes."""
    with served(results, env={MARK: "server of several modules"}) as server:
        yield server


@pytest.fixture
def session(server: Server) -> Iterator[Session]:
    """A session with the server, as a page has it."""
    with server.session() as session:
        yield session


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser; it ends with the module, as no test can use `asyncio.run` while it runs."""
    with started_browser() as browser:
        yield browser
