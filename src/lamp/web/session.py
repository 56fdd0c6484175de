"""A session: one connection of a page, and the worker process that plans for it."""

from __future__ import annotations

import contextlib
import json
from typing import Any

from anyio import CancelScope, CapacityLimiter, create_task_group, to_thread
from anyio.abc import TaskGroup
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from lamp.web.limits import COMMAND_LETTERS, SESSIONS, TEXT_BYTES
from lamp.web.worker_targets import serve_session
from lamp.web.workers import Worker

COMMANDS = ("load", "start", "step", "run", "pause", "stop")
THREADS = CapacityLimiter(4 * SESSIONS)
"""Threads that wait for workers: one hears and one may speak, for each old and new one."""


class InvalidMessage(Exception):
    """A message that no page of ours sends."""


class Session:
    """One connection of a page."""

    def __init__(self, websocket: WebSocket, *, unit_costs: bool = False) -> None:
        self._websocket = websocket
        self._unit_costs = unit_costs
        self._worker: Worker | None = None

    async def run(self) -> None:
        """Hand commands to the worker, and its messages to the page, until the page is gone."""
        try:
            async with create_task_group() as tasks:
                await self._listen(tasks)
                tasks.cancel_scope.cancel()
        finally:
            await self._end_worker()

    async def _listen(self, tasks: TaskGroup) -> None:
        while (message := await self._websocket.receive())["type"] == "websocket.receive":
            text = message.get("text") or ""  # bytes are no command
            try:
                command = _parsed(text)
            except InvalidMessage as error:
                await self._send_error(str(error), "This page may be of another version.")
                continue
            if command["type"] == "load":
                await self._begin(tasks)
                if self._unit_costs:
                    text = json.dumps(command | {"unit_costs": True})
            await self._forward(text)

    async def _begin(self, tasks: TaskGroup) -> None:
        """Start anew: whatever the old worker was at, and all its memory, goes with it."""
        await self._end_worker()
        self._worker = Worker(serve_session)
        await to_thread.run_sync(self._worker.start, limiter=THREADS)
        tasks.start_soon(self._relay, self._worker)

    async def _forward(self, text: str) -> None:
        if not self._worker:
            await self._send_error("there is no problem yet", "Load one first.")
            return
        await to_thread.run_sync(self._worker.send, text, limiter=THREADS, abandon_on_cancel=True)

    async def _relay(self, worker: Worker) -> None:
        """Forward the messages of a worker one by one: a slow page slows its worker down."""
        while True:
            text = await to_thread.run_sync(worker.receive, limiter=THREADS, abandon_on_cancel=True)
            if worker is not self._worker:
                return
            if text is None:
                break
            await self._send(text)
        self._worker = None
        code = await to_thread.run_sync(worker.join, limiter=THREADS)
        await self._send_error(
            f"the process that planned has died (exit code {code})",
            "If memory is short, set megabytes, or choose a smaller problem. Load it again.",
        )

    async def _send_error(self, text: str, remedy: str) -> None:
        message: dict[str, Any] = {"type": "error", "text": text, "remedy": remedy, "where": None}
        await self._send(json.dumps(message))

    async def _send(self, text: str) -> None:
        if self._websocket.application_state is WebSocketState.CONNECTED:
            # The reader of the pipe will see that the page is gone.
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await self._websocket.send_text(text)

    async def _end_worker(self) -> None:
        worker, self._worker = self._worker, None
        if worker:
            worker.end()
            with CancelScope(shield=True):
                await to_thread.run_sync(worker.join, limiter=THREADS)


def _parsed(text: str) -> dict[str, Any]:
    """A command that a page may give."""
    try:
        command = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidMessage("the message is not JSON") from None
    if not isinstance(command, dict) or command.get("type") not in COMMANDS:
        raise InvalidMessage("the message is none of ours")
    if command["type"] != "load" and len(text) > COMMAND_LETTERS:
        raise InvalidMessage("the message is too long")
    for name in ("domain", "problem", "name"):
        value = command.get(name, "")
        if not isinstance(value, str):
            raise InvalidMessage(f"{name} is not a text")
        if len(value.encode(errors="replace")) > TEXT_BYTES:
            raise InvalidMessage(f"{name} is larger than {TEXT_BYTES:,} bytes")
    return command
