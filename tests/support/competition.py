"""Competitions for tests: a problem that is easy to follow, messages, players, and servers."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import TextIO
from xml.etree.ElementTree import Element

from lamp.benchmarks import load
from lamp.ippc import messages
from lamp.ippc.client import Address
from lamp.ippc.game import Game
from lamp.ippc.server import Report, Server
from lamp.ippc.setting import HOST, Setting
from lamp.ippc.stream import Messages
from lamp.landmarks import LandmarkGraph
from lamp.search import Decision, LandmarkPlan, SearchSettings
from lamp.task import State, Task
from tests.support.processes import LIMIT
from tests.support.tasks import model_of

WALK = """
(:predicates (at ?x) (road ?x ?y) (sign ?x) (paint))
(:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
  :effect (and (not (at ?x)) (at ?y)))
(:action remove :parameters (?x) :precondition (and (paint) (sign ?x)) :effect (not (sign ?x)))
"""
"""Roads are static; signs could be removed with paint, of which there is none."""

REQUEST = "<session-request><name>N</name><problem>p</problem></session-request>"
ROUND = "<round-request/>"
GO_TO_B = "<act><action><name>go</name><term>a</term><term>b</term></action></act>"
GO_TO_C = "<act><action><name>go</name><term>b</term><term>c</term></action></act>"
GO_BACK = "<act><action><name>go</name><term>b</term><term>a</term></action></act>"
ENTITIES = '<!DOCTYPE z [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><z>&b;</z>'
"""Entities made of entities: this is how a small text becomes a huge one."""


def walk(goal: str = "(at c)") -> Game:
    """Two steps from a over b to c, past a sign that stays; its name is p."""
    words = "(:objects a b c) (:init (at a) (road a b) (road b c) (road b a) (road c b) (sign c))"
    return Game(model_of(WALK, f"{words} (:goal {goal})"))


def benchmark_game(name: str) -> Game:
    """A problem of the paper."""
    return Game(load(name))


def parsed(text: str) -> Element:
    """One message."""
    stream = Messages(2**20)
    stream.feed(text.encode())
    message = stream.take()
    assert message is not None
    return message


class Clock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


class RandomPlanner(LandmarkPlan):
    """Takes applicable actions at random; needs no compiled code."""

    def __init__(self, task: Task, settings: SearchSettings | None = None) -> None:
        self._rng = Random(0)
        super().__init__(task, LandmarkGraph.of([], [], task), settings or SearchSettings())

    def start(self, seed: int | None = None) -> None:
        """Begin an episode with random numbers of its seed."""
        super().start(seed)
        self._rng = Random(self.seed)

    def choose_landmark(self, state: State) -> int:
        """The goal."""
        return self.graph.goal

    def choose_action(self, state: State) -> Decision:
        """Any applicable one."""
        actions = self.task.applicable(state)
        return Decision(self._rng.choice(actions) if actions else None, self.graph.goal)


@contextmanager
def served(*games: Game, setting: Setting) -> Iterator[tuple[Address, Server]]:
    """A server in a thread of its own, with seed 0, and its address."""
    server = Server(games, setting, seed=0, idle=LIMIT)
    opened: list[int] = []
    ready = threading.Event()
    loop = asyncio.new_event_loop()
    end = asyncio.Event()

    async def run() -> None:
        async with server:
            opened.append(await server.open(HOST, 0))
            ready.set()
            await end.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(run(),))
    thread.start()
    try:
        assert ready.wait(LIMIT)
        yield Address(HOST, opened[0]), server
    finally:
        loop.call_soon_threadsafe(end.set)
        thread.join(LIMIT)
        loop.close()
    assert not thread.is_alive()


def reports(server: Server, number: int) -> list[Report]:
    """The reports of a server whose sessions have ended."""
    return [server.reports.get_nowait() for _ in range(number)]


@contextmanager
def scripted(speak: Callable[[socket.socket], None]) -> Iterator[Address]:
    """A server that says what a script says to its one client, and closes the line after it."""
    with socket.create_server((HOST, 0)) as listener:

        def serve() -> None:
            line, _ = listener.accept()
            with line:
                speak(line)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield Address(HOST, listener.getsockname()[1])
        finally:
            thread.join(LIMIT)
        assert not thread.is_alive()


@contextmanager
def refusing_address() -> Iterator[Address]:
    """An address at which no server listens, and at which none can begin to."""
    with socket.socket() as reserved:
        reserved.bind((HOST, 0))
        yield Address(HOST, reserved.getsockname()[1])


@contextmanager
def connection(address: Address) -> Iterator[tuple[socket.socket, TextIO]]:
    """A connection with a server: to write to, and to read lines from."""
    with socket.create_connection(address, LIMIT) as line, line.makefile() as file:
        yield line, file


class Player:
    """A client that plays at random, in the loop of the test, and can be cut off."""

    def __init__(self, game: Game, port: int, rng: Random) -> None:
        self._game = game
        self._port = port
        self._rng = rng
        self._messages = Messages(2**20)

    async def play(self, rounds: int, max_messages: int | None = None) -> bool:
        """Whether all rounds were played; the connection is cut after `max_messages`."""
        reader, writer = await asyncio.open_connection(HOST, self._port)
        try:
            return await self._play(reader, writer, rounds, max_messages)
        finally:
            if max_messages is not None and self._rng.random() < 0.5:
                writer.transport.abort()
            writer.close()
            await asyncio.gather(writer.wait_closed(), return_exceptions=True)

    async def _play(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        rounds: int,
        max_messages: int | None,
    ) -> bool:
        text, sent = messages.session_request("player", self._game.name), 0
        while True:
            if sent == max_messages:
                writer.write(text[: self._rng.randint(0, len(text))].encode())
                return False
            writer.write(text.encode())
            sent += bool(text)
            message = await self._next(reader)
            if message.tag == "end-session":
                return True
            rounds -= message.tag == "end-round"
            text = self._answer(message, rounds)

    async def _next(self, reader: asyncio.StreamReader) -> Element:
        """The next message, in small pieces."""
        while (message := self._messages.take()) is None:
            data = await reader.read(self._rng.randint(1, 500))
            assert data
            self._messages.feed(data)
        return message

    def _answer(self, message: Element, rounds: int) -> str:
        """What is said to a message, if anything is."""
        if message.tag == "round-init" or not rounds:
            return ""
        if message.tag != "state":
            return messages.ROUND_REQUEST
        actions = self._game.task.applicable(self._game.state_of(message))
        return messages.act(self._rng.choice(actions)) if actions else messages.DONE
