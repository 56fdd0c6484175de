"""Serving: a port, a browser that opens, and an orderly end."""

from __future__ import annotations

import ipaddress
import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from lamp.errors import SettingsError
from lamp.web.access import Address
from lamp.web.app import make_app
from lamp.web.limits import MESSAGE_BYTES

PORT = 8123
"""Where the page is, if that is free; otherwise one of the next."""
NEXT = 20
GRACEFUL_SHUTDOWN_SECONDS = 2
"""Seconds for connections to end by themselves, once the server is to end."""


def serve(
    folder: Path | None,
    where: tuple[str, int | None],
    announce: Callable[[str], None],
    *,
    browser: bool,
    unit_costs: bool = False,
) -> None:
    """Serve at a host and port until interrupted; `announce` is told the address of the page.

    With `unit_costs`, all problems are loaded as if they had no costs.
    """
    host, port = where
    listener = _listener(host, port)
    token = "" if _is_loopback(listener) else secrets.token_urlsafe(24)
    address = Address(host, listener.getsockname()[1], token)
    announce(address.url)
    config = uvicorn.Config(
        make_app(address, folder, unit_costs=unit_costs),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=MESSAGE_BYTES,
        timeout_graceful_shutdown=GRACEFUL_SHUTDOWN_SECONDS,
    )
    if browser:
        # Some browsers come back only when they are closed.
        threading.Thread(target=webbrowser.open, args=[address.url], daemon=True).start()
    try:
        uvicorn.Server(config).run(sockets=[listener])
    except KeyboardInterrupt:
        pass  # the usual way to end it
    finally:
        listener.close()


def _is_loopback(listener: socket.socket) -> bool:
    """Whether only this machine can connect."""
    return ipaddress.ip_address(listener.getsockname()[0]).is_loopback


def _listener(host: str, port: int | None) -> socket.socket:
    """A socket that listens at a port, or without one at the usual port or one of the next."""
    ports = [port] if port is not None else range(PORT, PORT + NEXT)
    reason = ""
    for candidate in ports:
        try:
            return _bound(host, candidate)
        except socket.gaierror as error:  # at other ports, the host is no other
            reason = error.strerror or str(error)
            break
        except OSError as error:
            reason = error.strerror or str(error)
        except UnicodeError:
            reason = "that is no name of a machine"
            break
    raise SettingsError(
        f"cannot listen at {host}, port {port or f'{PORT} to {PORT + NEXT - 1}'}: {reason}",
        remedy="Choose another --port, or another --host",
    )


def _bound(host: str, port: int) -> socket.socket:
    """A socket that listens at a port."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener
