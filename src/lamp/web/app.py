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
from lamp.web.limits import SESSIONS
from lamp.web.results import Results
from lamp.web.session import Session
from lamp.web.worker_targets import send_catalogue, start_and_end
from lamp.web.workers import Worker, call_worker

FULL = 4429
"""The code with which a connection is closed where there are too many."""


def make_app(
    address: Address, folder: Path | None = None, *, unit_costs: bool = False
) -> Starlette:
    """The app for an address, with the results in a folder."""
    endpoints = Endpoints(Results(folder), unit_costs=unit_costs)
    static = resources.files("lamp.web").joinpath("static")
    return Starlette(
        routes=[
            Route("/", endpoints.page),
            Route("/api/catalogue", endpoints.catalogue),
            Route("/api/problem", endpoints.problem),
            Route("/api/results", endpoints.results),
            Route("/api/results/report", endpoints.report),
            WebSocketRoute("/session", endpoints.session),
            Mount("/static", StaticFiles(directory=str(static))),
        ],
        middleware=[Middleware(AccessControl, address=address)],
        lifespan=_lifespan,
    )


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:  # noqa: ARG001 (Starlette's protocol)
    """Start the fork server while the first page is shown."""
    async with create_task_group() as tasks:
        tasks.start_soon(to_thread.run_sync, _start_fork_server)
        yield
        tasks.cancel_scope.cancel()


def _start_fork_server() -> None:
    worker = Worker(start_and_end)
    worker.start()
    worker.receive()
    worker.join()


class Endpoints:
    """The answers to requests."""

    def __init__(self, results: Results, *, unit_costs: bool = False) -> None:
        self._results = results
        self._unit_costs = unit_costs
        self._sessions = 0
        self._catalogue: dict[str, Any] = {}

    async def page(self, request: Request) -> Response:  # noqa: ARG002 (Starlette's protocol)
        """The page."""
        text = resources.files("lamp.web").joinpath("static", "index.html").read_text("utf-8")
        return HTMLResponse(text)

    async def catalogue(self, request: Request) -> Response:  # noqa: ARG002
        """All that can be chosen."""
        if not self._catalogue:
            answer = await to_thread.run_sync(lambda: call_worker(send_catalogue, {}))
            self._catalogue = answer or {}
        return JSONResponse(self._catalogue | {"results": self._results.is_given})

    async def problem(self, request: Request) -> Response:
        """A benchmark as PPDDL."""
        try:
            return JSONResponse(
                await to_thread.run_sync(_texts_of, request.query_params.get("name", ""))
            )
        except LampError as error:
            return _error_response(error.cause, error.hint)

    async def results(self, request: Request) -> Response:  # noqa: ARG002
        """How far the experiments are."""
        return JSONResponse({"folders": await to_thread.run_sync(self._results.overview)})

    async def report(self, request: Request) -> Response:
        """The report of a results folder, as a page of its own."""
        answer = await self._results.report(request.query_params.get("name", ""))
        if answer is None:
            return _error_response("there is no such results folder", "Choose one of the list.")
        if "html" not in answer:
            return _error_response(answer["text"], answer["remedy"])
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
            await Session(websocket, unit_costs=self._unit_costs).run()
        finally:
            self._sessions -= 1


def _texts_of(name: str) -> dict[str, str]:
    from lamp.web.catalogue import texts_of  # noqa: PLC0415 (the first page need not wait for it)

    return texts_of(name)


def _error_response(text: str, remedy: str) -> Response:
    return JSONResponse({"error": {"text": text, "remedy": remedy}}, 404)
