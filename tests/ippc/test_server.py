"""The server: sessions over connections, and clients that misbehave."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from lamp.errors import RemoteError
from lamp.execution import EpisodeEnd, run_episodes
from lamp.ippc.client import play
from lamp.ippc.server import Report, Server
from lamp.ippc.setting import HOST, MAX_INT32, Setting
from lamp.search import LandmarkPlan, SearchSettings, Uct
from lamp.task import Task
from tests.support.competition import (
    ENTITIES,
    REQUEST,
    ROUND,
    Player,
    RandomPlanner,
    benchmark_game,
    connection,
    parsed,
    reports,
    served,
    walk,
)
from tests.support.processes import LIMIT


@pytest.fixture(autouse=True)
def long_last_message(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last message arrives, however busy the machine is."""
    monkeypatch.setattr("lamp.ippc.connection.LAST_MESSAGE_SECONDS", LIMIT)


@pytest.mark.parametrize(
    ("name", "make"), [("triangle_tireworld:p1", RandomPlanner), ("elevators:p1", Uct)]
)
def test_thirty_rounds_have_the_statistics_of_thirty_episodes_with_the_same_seeds(
    name: str, make: Callable[[Task, SearchSettings], LandmarkPlan]
) -> None:
    game = benchmark_game(name)
    planner = make(game.task, SearchSettings(budget=40, rollouts=50))
    with served(game, setting=Setting(30, MAX_INT32, 40)) as (address, server):
        score = play(address, game, planner).score
    (report,) = reports(server, 1)
    episodes = [episode for episode, _ in run_episodes(planner, range(30))]
    reached = [episode.cost for episode in episodes if episode.end is EpisodeEnd.GOAL]
    assert report.score == score
    assert score.successes == len(reached) > 0
    assert score.turns == pytest.approx(sum(reached) / len(reached))


def test_several_sessions_may_follow_on_one_connection() -> None:
    session = [REQUEST, *[ROUND, "<done/>"] * 2] * 2
    with (
        served(walk(), setting=Setting(2, MAX_INT32, 9)) as (address, server),
        connection(address) as (line, file),
    ):
        line.sendall("".join(session).encode())
        tags = [parsed(file.readline()).tag for _ in range(16)]
    rounds = ["round-init", "state", "end-round"] * 2
    assert tags == ["session-init", *rounds, "end-session"] * 2
    assert [report.number for report in reports(server, 2)] == [1, 2]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<session-request", "larger than"),
        (ENTITIES, "declarations"),
        ("nonsense", "outside"),
        (f"{REQUEST}<round-request>", "larger than"),
        (REQUEST.replace(">p<", ">q<"), 'bad problem "q"'),
        (ROUND, "&lt;session-request&gt; is expected"),
        ("<session-request><name>n</name></session-request>", "no &lt;problem&gt;"),
    ],
)
def test_malformed_input_is_answered_and_ends_only_its_session(text: str, words: str) -> None:
    filling = " " * 2**18 if "larger" in words else ""
    game = walk()
    with served(game, setting=Setting(2, MAX_INT32, 9)) as (address, server):
        with connection(address) as (line, file):
            line.sendall((text + filling).encode())
            *_, last = file
        assert last.startswith("<error>")
        assert words in last
        assert play(address, game, RandomPlanner(game.task)).score.played == 2
    assert not reports(server, 1 + text.startswith(f"{REQUEST}<"))[-1].error


def test_a_silent_client_gets_an_error_message_and_is_disconnected() -> None:
    async def be_silent() -> tuple[str, Report]:
        async with Server([walk()], Setting(2, 50, 9), idle=1.0) as server:
            address = HOST, await server.open(HOST, 0)
            line = socket.create_connection(address)
            line.sendall(REQUEST.encode())  # before the server has a turn and begins to wait
            reader, writer = await asyncio.open_connection(sock=line)
            text = (await reader.read()).decode()
            writer.close()
            await writer.wait_closed()
            return text, await server.reports.get()

    text, report = asyncio.run(be_silent())
    assert [parsed(line).tag for line in text.splitlines()] == ["session-init", "error"]
    assert report.error == "silent for too long"


def test_clients_beyond_the_limit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lamp.ippc.server.MOST_CLIENTS", 0)
    game = walk()
    with (
        served(game, setting=Setting(2, MAX_INT32, 9)) as (address, _),
        pytest.raises(RemoteError, match=f"{address} says: too many clients"),
    ):
        play(address, game, RandomPlanner(game.task))


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.needs("linux")
def test_fifty_concurrent_sessions_of_which_ten_disconnect_leak_no_files_or_tasks() -> None:
    games = [benchmark_game("triangle_tireworld:p1"), benchmark_game("elevators:p1")]
    rng = Random(7)
    threads = threading.active_count()

    async def compete() -> list[bool]:
        server = Server(games, Setting(5, MAX_INT32, 20), seed=0, idle=LIMIT)
        async with server, asyncio.timeout(LIMIT):
            port = await server.open(HOST, 0)
            before = open_files(), len(asyncio.all_tasks())
            players = [
                Player(games[number % 2], port, rng).play(
                    5, rng.randint(0, 10) if number < 10 else None
                )
                for number in rng.sample(range(50), 50)
            ]
            ended = await asyncio.gather(*players)
            while (open_files(), len(asyncio.all_tasks())) != before:
                await asyncio.sleep(0.01)  # the server goes on, and nothing of them is left
        complete = [
            report for report in reports(server, server.reports.qsize()) if not report.error
        ]
        assert len(complete) == sum(ended)
        return ended

    before = open_files()
    assert sum(asyncio.run(compete())) == 40
    assert open_files() == before
    assert threading.active_count() == threads
