"""The server's end of a connection: messages in and out, each within some time."""

from __future__ import annotations

import asyncio
import contextlib
from types import TracebackType
from typing import Self
from xml.etree.ElementTree import Element

from lamp.errors import RemoteError
from lamp.ippc import messages
from lamp.ippc.stream import Messages

MOST_BYTES = 2**16
"""In a message of a client; an action has some hundred."""
PIECE = 2**16
LAST_MESSAGE_SECONDS = 2.0
"""Seconds for the last message to arrive."""
GONE = "the client has gone"


class ClientConnection:
    """A connection with a client; `async with`, so that it is closed in any case."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, idle: float
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._idle = idle
        self._messages = Messages(MOST_BYTES)

    async def receive(self, thinking: float = 0.0) -> Element | None:
        """The next message, or nothing when the client has gone.

        The client may think for some seconds, and be silent for a while beyond.
        """
        try:
            async with asyncio.timeout(thinking + self._idle):
                while (message := self._messages.take()) is None:
                    data = await self._reader.read(PIECE)
                    if not data:
                        return None
                    self._messages.feed(data)
                return message
        except TimeoutError:
            raise RemoteError("silent for too long", remedy="Send the next message") from None
        except OSError:
            return None

    async def send(self, texts: list[str]) -> None:
        """Send messages, one a line; a client that does not read them is not waited for long."""
        data = "".join(f"{text}\n" for text in texts).encode("utf-8", "replace")
        try:
            async with asyncio.timeout(self._idle):
                self._writer.write(data)
                await self._writer.drain()
        except TimeoutError:
            raise RemoteError("messages are not read", remedy="Read them") from None
        except OSError:
            raise RemoteError(GONE, remedy="Stay until the end") from None

    async def refuse(self, error: RemoteError) -> None:
        """Say what is wrong, and see to it that the words arrive.

        A connection that is closed while bytes are unread is reset, and what was said is lost.
        """
        with contextlib.suppress(OSError, RemoteError):
            async with asyncio.timeout(LAST_MESSAGE_SECONDS):
                await self.send([messages.error(error.cause)])
                self._writer.write_eof()
                while await self._reader.read(PIECE):
                    pass

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._writer.close()
        try:
            async with asyncio.timeout(LAST_MESSAGE_SECONDS):
                await self._writer.wait_closed()
        except OSError:  # also when time is out
            self._writer.transport.abort()
