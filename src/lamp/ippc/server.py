"""The server: many clients at once, each with sessions of its own, in one thread.

A client that is silent, cut off or not understood ends nothing but its own session.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Self
from xml.etree.ElementTree import Element

from lamp.errors import RemoteError, SettingsError, readable
from lamp.ippc import messages
from lamp.ippc.connection import GONE, ClientConnection
from lamp.ippc.game import Game
from lamp.ippc.score import Score
from lamp.ippc.session import Session
from lamp.ippc.setting import DEFAULT_SETTING, IDLE_SECONDS, Setting

MOST_CLIENTS = 500
"""At once: others are asked to come back."""


@dataclass(frozen=True, slots=True)
class Report:
    """A session that has ended."""

    number: int
    client: str
    problem: str
    score: Score
    error: str = ""
    """Why not all rounds were played."""


class Server:
    """Serves some problems; `async with`, since it holds a port."""

    def __init__(
        self,
        games: Iterable[Game],
        setting: Setting = DEFAULT_SETTING,
        seed: int | None = None,
        idle: float = IDLE_SECONDS,
    ) -> None:
        self._games = {game.name: game for game in games}
        self._setting = setting
        self._seed = seed
        self._idle = idle
        self._clients: set[asyncio.Task[None]] = set()
        self._sessions = 0
        self._listener: asyncio.Server | None = None
        self.reports: asyncio.Queue[Report] = asyncio.Queue()
        """One for each session, as they end."""

    async def open(self, host: str, port: int) -> int:
        """Begin to listen; the port comes back, which for port 0 is any that is free."""
        try:
            self._listener = await asyncio.start_server(self._meet, host, port)
        except OSError as error:
            raise SettingsError(
                f"cannot listen at {host}, port {port}: {error.strerror or error}",
                remedy="Choose another --port, or another --host",
            ) from None
        return int(self._listener.sockets[0].getsockname()[1])

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._listener:
            self._listener.close()
        for client in self._clients:
            client.cancel()
        await asyncio.gather(*self._clients, return_exceptions=True)

    def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Begin to talk with a client."""
        task = asyncio.create_task(self._host(ClientConnection(reader, writer, self._idle)))
        self._clients.add(task)
        task.add_done_callback(self._clients.discard)

    async def _host(self, connection: ClientConnection) -> None:
        """Talk with a client until it has gone, or has to go."""
        async with connection:
            await self._talk(connection)

    async def _talk(self, connection: ClientConnection) -> None:
        try:
            if len(self._clients) > MOST_CLIENTS:
                raise RemoteError("too many clients", remedy="Come back later")
            while (request := await connection.receive()) is not None:
                await self._serve(connection, request)
        except RemoteError as error:
            await connection.refuse(error)

    async def _serve(self, connection: ClientConnection, request: Element) -> None:
        """A session, however it ends; another one may follow on the same connection."""
        client, game = self._requested(request)
        self._sessions += 1
        session = Session(self._sessions, game, self._setting, self._seed)
        error = "the server has ended"
        try:
            await self._play(connection, session)
            error = ""
        except RemoteError as refused:
            error = refused.cause
            raise
        finally:
            score = session.score
            self.reports.put_nowait(Report(session.number, client, game.name, score, error))

    async def _play(self, connection: ClientConnection, session: Session) -> None:
        await connection.send([session.opening()])
        while not session.is_over:
            message = await connection.receive(max(0, session.milliseconds_left) / 1000)
            if message is None:
                raise RemoteError(GONE, remedy="Play all rounds")
            await connection.send(session.answers(message))

    def _requested(self, request: Element) -> tuple[str, Game]:
        """The client's name, and the problem it wants to play."""
        if request.tag != "session-request":
            raise RemoteError(
                f"<{readable(request.tag)}> comes where <session-request> is expected",
                remedy="docs/ippc.md shows which message comes when",
            )
        client = readable(messages.words_of(messages.child_of(request, "name")))
        problem = messages.words_of(messages.child_of(request, "problem"))
        game = self._games.get(problem.lower())
        if game is None:
            raise RemoteError(
                f'bad problem "{problem}"', remedy=f"There are {', '.join(self._games)}"
            )
        return client, game
