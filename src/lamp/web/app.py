"""The app: the page's files, what it can ask for, and its sessions."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path
from typing import Any

from anyio import create_task_group, to_thread
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from lamp.errors import LampError
from lamp.reporting import REPORT_POLICY
from lamp.web.access import AccessControl, Address
from lamp.web.catalogue import texts_of
from lamp.web.limits import SESSIONS
from lamp.web.results import Results
from lamp.web.session import Session
from lamp.web.worker_targets import send_catalogue, start_and_end
from lamp.web.workers import Worker, ask

FULL = 4429
"""The code with which a connection is closed where there are too many."""


def make_app(address: Address, folder: Path | None = None) -> Starlette:
    """The app for an address, with the results in a folder."""
    doors = Doors(Results(folder))
    static = resources.files("lamp.web").joinpath("static")
    return Starlette(
        routes=[
            Route("/", doors.page),
            Route("/api/catalogue", doors.catalogue),
            Route("/api/problem", doors.problem),
            Route("/api/results", doors.results),
            Route("/api/results/report", doors.report),
            WebSocketRoute("/session", doors.session),
            Mount("/static", StaticFiles(directory=str(static))),
        ],
        middleware=[Middleware(AccessControl, address=address)],
        lifespan=_warmed_up,
    )


@asynccontextmanager
async def _warmed_up(app: Starlette) -> AsyncIterator[None]:  # noqa: ARG001 (Starlette's protocol)
    """Make what workers are forked from ready, while the first page is being looked at."""
    async with create_task_group() as tasks:
        tasks.start_soon(to_thread.run_sync, _warm_up)
        yield
        tasks.cancel_scope.cancel()


def _warm_up() -> None:
    worker = Worker(start_and_end)
    worker.start()
    worker.receive()
    worker.reap()


class Doors:
    """What the server answers."""

    def __init__(self, results: Results) -> None:
        self._results = results
        self._sessions = 0
        self._catalogue: dict[str, Any] = {}

    async def page(self, request: Request) -> Response:  # noqa: ARG002 (Starlette's protocol)
        """The page."""
        text = resources.files("lamp.web").joinpath("static", "index.html").read_text("utf-8")
        return HTMLResponse(text)

    async def catalogue(self, request: Request) -> Response:  # noqa: ARG002
        """All that can be chosen."""
        if not self._catalogue:
            found = await to_thread.run_sync(lambda: ask(send_catalogue, {}))
            self._catalogue = found or {}
        return JSONResponse(self._catalogue | {"results": self._results.is_given})

    async def problem(self, request: Request) -> Response:
        """A benchmark as PPDDL."""
        try:
            return JSONResponse(
                await to_thread.run_sync(texts_of, request.query_params.get("name", ""))
            )
        except LampError as error:
            return _mistake(error.cause, error.hint)

    async def results(self, request: Request) -> Response:  # noqa: ARG002
        """How far the experiments are."""
        return JSONResponse({"folders": await to_thread.run_sync(self._results.overview)})

    async def report(self, request: Request) -> Response:
        """The report of a results folder, as a page of its own."""
        answer = await self._results.report(request.query_params.get("name", ""))
        if answer is None:
            return _mistake("there is no such results folder", "Choose one of the list.")
        if "html" not in answer:
            return _mistake(answer["text"], answer["remedy"])
        policy = f"{REPORT_POLICY}; frame-ancestors 'self'"
        html = answer["html"].encode(errors="replace")  # names of files may be any bytes
        return HTMLResponse(html, headers={"Content-Security-Policy": policy})

    async def session(self, websocket: WebSocket) -> None:
        """One page's planning."""
        await websocket.accept()
        if self._sessions >= SESSIONS:
            await websocket.close(FULL, f"there are {SESSIONS} sessions already")
            return
        self._sessions += 1
        try:
            await Session(websocket).run()
        finally:
            self._sessions -= 1


def _mistake(text: str, remedy: str) -> Response:
    return JSONResponse({"error": {"text": text, "remedy": remedy}}, 404)
