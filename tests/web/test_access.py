"""Which requests the server answers: by the name of the host, the origin, the token, the cookie."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.support.page_server import served

if TYPE_CHECKING:
    from tests.support.page_server import Server

pytestmark = pytest.mark.needs("web")
needs_server = pytest.mark.slow


@pytest.fixture(scope="module")
def open_servers() -> Iterator[tuple[Server, Server]]:
    """Two servers that other machines can reach."""
    with served("--host", "0.0.0.0") as first, served("--host", "0.0.0.0") as second:
        yield first, second


def token_of(server: Server) -> str:
    """The token in the address that the server has printed."""
    return server.url.partition("?token=")[2]


def cookie_of(server: Server) -> str:
    """The cookie for a browser that comes with the token, without its attributes."""
    return server.get(f"/?token={token_of(server)}").headers["set-cookie"].partition(";")[0]


@needs_server
@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "localhost:9999", "LOCALHOST"])
def test_requests_to_names_of_this_machine_are_answered(server: Server, host: str) -> None:
    assert server.get("/", Host=host).status == 200


@needs_server
@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil", "", "[", "@localhost"]
)
def test_requests_to_other_names_are_refused(server: Server, host: str) -> None:
    assert server.get("/", Host=host).status == 400
    assert server.get("/api/catalogue", Host=host).status == 400


@needs_server
@pytest.mark.parametrize("origin", ["http://evil.example", "http://localhost:1", "null"])
def test_pages_of_other_origins_cannot_open_a_session(server: Server, origin: str) -> None:
    from websockets.exceptions import InvalidStatus

    with pytest.raises(InvalidStatus):
        server.session(origin=origin)


@needs_server
def test_the_server_s_own_page_can_open_a_session(server: Server) -> None:
    with server.session(origin=server.url.rstrip("/")) as session:
        assert session.load("elevators:p2")["facts"] > 0


@needs_server
def test_a_server_for_this_machine_alone_has_no_token(server: Server) -> None:
    assert "token" not in server.url


@needs_server
def test_a_server_for_other_machines_requires_its_token(
    open_servers: tuple[Server, Server],
) -> None:
    from websockets.exceptions import InvalidStatus

    server, _ = open_servers
    assert len(token_of(server)) >= 32
    assert server.get("/").status == 401
    assert server.get("/api/catalogue").status == 401
    assert server.get("/?token=wrong").status == 401
    with pytest.raises(InvalidStatus):
        server.session()


@needs_server
def test_the_token_is_exchanged_for_a_cookie_that_opens_the_page_and_sessions(
    open_servers: tuple[Server, Server],
) -> None:
    server, _ = open_servers
    answer = server.get(f"/?token={token_of(server)}")
    assert answer.status == 303
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=lax" in answer.headers["set-cookie"]
    cookie = cookie_of(server)
    assert server.get("/", Cookie=cookie).status == 200
    with server.session(additional_headers={"Cookie": cookie}) as session:
        session.send("step")
        assert "no problem yet" in session.until("error")["text"]


@needs_server
def test_cookies_of_other_servers_on_the_same_host_are_ignored(
    open_servers: tuple[Server, Server],
) -> None:
    cookies = [cookie_of(server) for server in open_servers]
    assert len({cookie.partition("=")[0] for cookie in cookies}) == 2
    for server in open_servers:
        assert server.get("/", Cookie="; ".join(['theirs={"a": [1]}', *cookies])).status == 200


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:80/"),
        ("::1", "http://[::1]:80/"),
        ("", "http://127.0.0.1:80/"),
    ],
)
def test_the_printed_address_is_a_valid_url(host: str, url: str) -> None:
    from lamp.web.access import Address

    assert Address(host, 80).url == url
