"""Which requests the server accepts: a wrapper around the app that checks every request first.

A foreign page that is open in the same browser must not reach this server: the name in the Host
header has to be ours (or a foreign name could be pointed at this address, DNS rebinding), and so
has the origin of every connection. Where other machines can reach the port, a token is required.
"""

from __future__ import annotations

import hmac
import re
from typing import NamedTuple
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
ANYWHERE = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 (recognised, not used)
"""Addresses that stand for all those of the machine."""
TOKEN = "lamp_token"  # noqa: S105 (a name)
HOST = re.compile(r"(?P<name>[a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]+)?")
REFUSED = 4403
"""The code with which a connection is closed that may not be."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Address(NamedTuple):
    """Where the server listens, and the token that requests need."""

    host: str
    port: int
    token: str = ""
    """Nothing where only this machine can come."""

    @property
    def url(self) -> str:
        """Where a browser finds the page."""
        host = "127.0.0.1" if self.host in ANYWHERE else self.host
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{self.port}/" + (f"?token={self.token}" if self.token else "")

    def is_ours(self, host: str) -> bool:
        """Whether a Host header names this server; the port may be that of a tunnel."""
        matched = HOST.fullmatch(host.lower())
        if not matched:
            return False
        name = matched["name"].strip("[]")
        # Where every host may connect, by any name, the token decides.
        return name in LOOPBACK or name == self.host.lower() or self.host in ANYWHERE


class AccessControl:
    """The app, for those who may."""

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self._app = app
        self._address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, refuse, or hand on."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        answer = self._answer(scope)
        if answer is None:
            await self._app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": REFUSED, "reason": "refused"})
        else:
            await answer(scope, receive, _with_headers(send))

    def _answer(self, scope: Scope) -> Response | None:
        """What is answered in place of the app, or nothing where the app may answer."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._address.is_ours(host):
            return PlainTextResponse("This server does not go by that name.", 400)
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            return PlainTextResponse("This page may not talk to this server.", 403)
        if not self._address.token:
            return None
        return self._without_token(scope)

    def _without_token(self, scope: Scope) -> Response | None:
        """A refusal, or a cookie for who brings the token in the address; nothing with a cookie."""
        cookie = f"{TOKEN}_{self._address.port}"  # browsers tell apart names, but not ports
        if self._is_token(HTTPConnection(scope).cookies.get(cookie, "")):
            return None
        token = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])[0]
        if scope["type"] == "http" and self._is_token(token):
            answer = RedirectResponse("/", 303)
            answer.set_cookie(cookie, self._address.token, httponly=True, samesite="lax")
            return answer
        return PlainTextResponse("Use the address with the token that lamp serve has printed.", 401)

    def _is_token(self, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self._address.token.encode())


def _with_headers(send: Send) -> Send:
    """Add to every answer what a browser must know to be careful."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.update(HEADERS)
            headers.setdefault("Content-Security-Policy", POLICY)
            headers.setdefault("Cache-Control", "no-cache")
        await send(message)

    return sending
