"""The client: its messages, how it divides its time, and servers that misbehave."""

from __future__ import annotations

import socket
from functools import partial
from types import SimpleNamespace

import pytest

from lamp.errors import RemoteError
from lamp.ippc import messages
from lamp.ippc.client import ClientOptions, fair_share, play
from lamp.ippc.messages import RoundInit
from lamp.ippc.session import Session
from lamp.ippc.setting import Setting
from lamp.search import Decision, SearchSettings, Stop
from lamp.task import State, Task
from tests.support.competition import (
    GO_TO_B,
    REQUEST,
    ROUND,
    Clock,
    RandomPlanner,
    refusing_address,
    scripted,
    served,
    walk,
)


def test_the_client_sends_exactly_the_messages_that_mdpsim_expects() -> None:
    game = walk()
    received: list[str] = []
    session_init = (
        "<session-init><sessionID>1</sessionID><setting><rounds>1</rounds><allowed-time>9000"
        "</allowed-time><allowed-turns>9</allowed-turns></setting></session-init>\n"
    )
    round_init = messages.round_init(1, 1, RoundInit(9000, 0)) + "\n"
    state = game.state_text(game.task.initial) + "\n"
    end = (
        "<error>no</error>\n<end-round><time-spent>3</time-spent><turns-used>0</turns-used>"
        "</end-round>\n<end-session></end-session>\n"
    )

    def serve(line: socket.socket) -> None:
        for text in (session_init, round_init + state, end):
            received.append(line.recv(1000).decode())
            line.sendall(text.encode())

    with scripted(serve) as address:
        (round_end,) = play(address, game, RandomPlanner(game.task), ClientOptions("N")).ends
    assert received == [REQUEST, ROUND, GO_TO_B]
    assert round_end.error == "no"
    assert not round_end.reached


def test_a_client_does_not_wait_for_a_silent_server_for_ever() -> None:
    game = walk()

    def serve(line: socket.socket) -> None:
        while line.recv(1000):
            pass

    with (
        scripted(serve) as address,
        pytest.raises(RemoteError, match=r"not answered for 0\.1 seconds"),
    ):
        play(address, game, RandomPlanner(game.task), ClientOptions(timeout=0.1))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "closed the connection"),
        ('<error>bad problem "p"</error>\n', 'says: bad problem "p"'),
        ("<hello/>", "sent <hello> where <session-init> was expected"),
        ("<session-init/>", "no <sessionID>"),
        ("HTTP/1.1 400 Bad Request", "outside of all elements"),
    ],
)
def test_an_unexpected_message_of_the_server_is_a_remote_error(text: str, words: str) -> None:
    game = walk()

    def serve(line: socket.socket) -> None:
        line.recv(1000)
        line.sendall(text.encode())

    with scripted(serve) as address, pytest.raises(RemoteError, match=words):
        play(address, game, RandomPlanner(game.task))


def test_an_address_without_a_server_is_an_error() -> None:
    game = walk()
    with refusing_address() as address, pytest.raises(RemoteError, match="no connection"):
        play(address, game, RandomPlanner(game.task))


def test_the_remaining_time_is_divided_equally_among_the_remaining_rounds() -> None:
    assert fair_share(RoundInit(9000, 2)) == 3.0
    assert fair_share(RoundInit(0, 0)) == 0.0


class Thinker(RandomPlanner):
    """Thinks until it is stopped; time passes only while it thinks."""

    def __init__(self, task: Task, clock: Clock) -> None:
        super().__init__(task, SearchSettings(budget=5))
        self._clock = clock

    def decide(self, state: State, stop: Stop | None = None) -> Decision:
        """Any action, as late as possible."""
        assert stop
        while not stop():
            self._clock.now += 0.001
        return super().decide(state)


def test_a_planner_that_uses_all_its_time_still_plays_all_rounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock()
    monkeypatch.setattr("lamp.ippc.client.time", SimpleNamespace(monotonic=clock))
    monkeypatch.setattr("lamp.util.deadline.time", SimpleNamespace(monotonic=clock))
    monkeypatch.setattr("lamp.ippc.server.Session", partial(Session, clock=clock))
    game = walk("(paint)")
    with served(game, setting=Setting(2, 4000, 5)) as (address, _):
        ends = play(address, game, Thinker(game.task, clock)).ends
    assert [end.turns for end in ends] == [5, 5]
    assert sum(end.milliseconds for end in ends) > 2000
