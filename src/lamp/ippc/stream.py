"""Bytes to messages: one XML element each, however the stream is cut, and nothing else of XML.

What could harm a reader never reaches the parser: no document types, hence no entities, no deep
nesting, and no message beyond a size.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element

from lamp.errors import RemoteError

REMEDY = "A message is one XML element, as docs/ippc.md shows"
BETWEEN = b" \t\r\n\0"
"""What may stand between messages; some clients end theirs with a zero."""
DEEPEST = 16
"""Elements within each other; the protocol has five."""


class Messages:
    """The messages of one side of a connection; after an error, nothing more can be read."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._bytes = bytearray()
        self._seen = 0
        """Everything before has been looked at."""
        self._depth = 0

    def feed(self, data: bytes) -> None:
        """Take more bytes."""
        self._bytes += data

    def take(self) -> Element | None:
        """The next message, or nothing before more bytes have come."""
        while tag := self._tag():
            if tag.startswith(b"<?"):
                self._skip()
                continue
            self._depth += _step(tag)
            if not 0 <= self._depth <= DEEPEST:
                raise RemoteError("elements do not fit into each other", remedy=REMEDY)
            if self._depth == 0:
                return _parsed(self._cut())
        return None

    def _tag(self) -> bytes | None:
        """The next tag, if all of it is there."""
        start = self._bytes.find(b"<", self._seen)
        if self._depth == 0:
            start = self._begin(start)
        if start >= 0 and self._bytes.startswith(b"<!", start):
            raise RemoteError("declarations and comments are not read", remedy=REMEDY)
        end = self._bytes.find(b">", start) if start >= 0 else -1
        self._seen = end + 1 if end >= 0 else start if start >= 0 else len(self._bytes)
        if max(self._seen, 0 if end >= 0 else len(self._bytes)) > self._most:
            raise RemoteError(f"a message is larger than {self._most:,} bytes", remedy=REMEDY)
        return bytes(self._bytes[start : end + 1]) if end >= 0 else None

    def _begin(self, start: int) -> int:
        """Forget what stands before a message; where it begins now."""
        before = self._bytes if start < 0 else self._bytes[:start]
        if before.strip(BETWEEN):
            raise RemoteError("there is text outside of all elements", remedy=REMEDY)
        del self._bytes[: len(before)]
        self._seen = 0
        return min(start, 0)

    def _skip(self) -> None:
        """Forget an XML declaration, which may stand before a message."""
        if self._depth:
            raise RemoteError("an instruction stands inside of an element", remedy=REMEDY)
        self._cut()

    def _cut(self) -> bytes:
        """Everything up to where we are, which is forgotten."""
        data = bytes(self._bytes[: self._seen])
        del self._bytes[: self._seen]
        self._seen = 0
        return data


def _step(tag: bytes) -> int:
    """By how much a tag goes deeper."""
    if not re.match(rb"</?[A-Za-z_]", tag):
        raise RemoteError("a tag has no name", remedy=REMEDY)
    if tag.startswith(b"</"):
        return -1
    return 0 if tag.endswith(b"/>") else 1


def _parsed(data: bytes) -> Element:
    try:
        return ET.fromstring(data)  # noqa: S314 (no declaration has come so far)
    except ET.ParseError as error:
        raise RemoteError(f"a message is not XML: {error}", remedy=REMEDY) from None
