"""The competition's protocol: messages, the rules of a session, server and client."""

from __future__ import annotations

import asyncio
import itertools
import json
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamp.errors import PpddlError, RemoteError, SettingsError
from lamp.execution import EpisodeEnd, LandmarkPlan, Uct, run_episodes
from lamp.ippc import messages
from lamp.ippc.client import Address, Manner, fair_share, play
from lamp.ippc.messages import RoundInit
from lamp.ippc.problems import models_of
from lamp.ippc.score import Score
from lamp.ippc.server import Server
from lamp.ippc.session import Session
from lamp.ippc.setting import HOST, Setting
from lamp.ippc.stream import Messages
from lamp.search import Decision, SearchSettings, Stop
from lamp.task import State, Task
from tests.support.cli import LAMP, lamp
from tests.support.competition import (
    Clock,
    Player,
    Wanderer,
    benchmark,
    parsed,
    reports,
    scripted,
    served,
    walk,
)
from tests.support.paths import ROOT

REQUEST = "<session-request><name>N</name><problem>p</problem></session-request>"
ROUND = "<round-request/>"
GO_B = "<act><action><name>go</name><term>a</term><term>b</term></action></act>"
GO_C = "<act><action><name>go</name><term>b</term><term>c</term></action></act>"
BACK = "<act><action><name>go</name><term>b</term><term>a</term></action></act>"


# Messages out of bytes

TRANSCRIPT = (
    f'<?xml version="1.0"?>{REQUEST}\n{ROUND} \r\n{GO_B}\0<done/>'
    f'<act kind="x">\n <action> <name>gö</name> </action>\n</act>{ROUND}'
).encode()


def taken(pieces: list[bytes], most: int = 1000) -> list[str]:
    """The names and texts of all messages in pieces of a stream."""
    stream, found = Messages(most), []
    for piece in pieces:
        stream.feed(piece)
        while (message := stream.take()) is not None:
            found.append(f"{message.tag}:{''.join(message.itertext())}")
    return found


WHOLE = [
    "session-request:Np",
    "round-request:",
    "act:goab",
    "done:",
    "act:\n  gö \n",
    "round-request:",
]


def test_messages_follow_each_other_with_or_without_anything_between() -> None:
    assert taken([TRANSCRIPT]) == WHOLE


@given(st.lists(st.integers(0, len(TRANSCRIPT)), max_size=40))
def test_any_split_of_a_stream_gives_the_same_messages(cuts: list[int]) -> None:
    at = [0, *sorted(cuts), len(TRANSCRIPT)]
    pieces = [TRANSCRIPT[one:other] for one, other in itertools.pairwise(at)]
    assert taken(pieces) == WHOLE


BOMB = '<!DOCTYPE z [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><z>&b;</z>'


@pytest.mark.parametrize(
    "text",
    [
        BOMB,
        "<!DOCTYPE",
        "<a><!-- note --></a>",
        "<a><![CDATA[x]]></a>",
        "<a><?php x?></a>",
        "<a>&b;</a>",
        "<a>\xff</a>",
        "hello",
        "<a></b>",
        "</a>",
        "<>",
        "<a" + " " * 1000,
        "<a>" + "x" * 1000,
        "<a>" * 17,
    ],
)
def test_what_is_not_a_plain_small_element_is_refused(text: str) -> None:
    data = text.encode("latin-1")
    for pieces in ([data], [data[at : at + 1] for at in range(len(data))]):
        with pytest.raises(RemoteError):
            taken(pieces)


@given(st.binary(max_size=60))
def test_any_bytes_are_messages_or_refused(data: bytes) -> None:
    stream = Messages(50)
    stream.feed(data)
    try:
        while stream.take() is not None:
            pass
    except RemoteError as error:
        assert error.hint


# The rules of a session


def answers(session: Session, *texts: str) -> list[str]:
    """What is said to the last of some messages."""
    return [session.answers(parsed(text)) for text in texts][-1]


def tags(texts: list[str]) -> list[str]:
    return [parsed(text).tag for text in texts]


def test_a_session_is_word_for_word_what_the_original_server_says() -> None:
    clock = Clock()
    session = Session(1, walk(), Setting(2, 60000, 50), clock=clock)
    said = [session.opening()]
    for text in (ROUND, GO_B, GO_C, ROUND, "<done/>"):
        clock.now += 0.25
        said += answers(session, text)
    sign = "<atom><predicate>sign</predicate><term>c</term></atom>"
    at = "<atom><predicate>at</predicate><term>{}</term></atom>"
    assert said == [
        (
            "<session-init><sessionID>1</sessionID><setting><rounds>2</rounds>"
            "<allowed-time>60000</allowed-time><allowed-turns>50</allowed-turns></setting>"
            "</session-init>"
        ),
        (
            "<round-init><sessionID>1</sessionID><round>1</round><time-left>59750</time-left>"
            "<rounds-left>1</rounds-left></round-init>"
        ),
        f"<state>{sign}{at.format('a')}</state>",
        f"<state>{sign}{at.format('b')}</state>",
        (
            f"<end-round><sessionID>1</sessionID><round>1</round>"
            f"<state><is-goal/>{sign}{at.format('c')}</state><goal-reached/>"
            "<time-spent>500</time-spent><turns-used>2</turns-used></end-round>"
        ),
        (
            "<round-init><sessionID>1</sessionID><round>2</round><time-left>59000</time-left>"
            "<rounds-left>0</rounds-left></round-init>"
        ),
        f"<state>{sign}{at.format('a')}</state>",
        (
            f"<end-round><sessionID>1</sessionID><round>2</round><state>{sign}{at.format('a')}</state>"
            "<time-spent>250</time-spent><turns-used>0</turns-used></end-round>"
        ),
        (
            "<end-session><sessionID>1</sessionID><rounds>2</rounds><goals><failed>1</failed>"
            "<reached><successes>1</successes><time-average>500</time-average>"
            "<turn-average>2</turn-average></reached></goals>"
            "<metric-average>0.5</metric-average></end-session>"
        ),
    ]
    assert session.is_over


def test_a_goal_that_holds_initially_ends_the_round_at_once() -> None:
    session = Session(1, walk("(at a)"), Setting(1, 1000, 5))
    init, end, score = answers(session, ROUND)
    assert tags([init, end, score]) == ["round-init", "end-round", "end-session"]
    assert "<is-goal/>" in end
    assert "<goal-reached/>" in end
    assert "<turn-average>0</turn-average>" in score


def test_a_round_ends_when_its_turns_are_used() -> None:
    session = Session(1, walk(), Setting(2, 60000, 3))
    (end,) = answers(session, ROUND, GO_B, BACK, GO_B)
    assert "<turns-used>3</turns-used>" in end
    assert "goal-reached" not in end


def test_an_action_that_comes_too_late_is_not_executed() -> None:
    clock = Clock()
    session = Session(1, walk(), Setting(3, 1000, 9), clock=clock)
    answers(session, ROUND, GO_B)
    clock.now = 1.0
    (end,) = answers(session, GO_C)
    assert "<time-spent>1000</time-spent><turns-used>1</turns-used>" in end
    assert "goal-reached" not in end


def test_without_time_left_every_other_round_must_be_requested_and_ends_at_once() -> None:
    clock = Clock()
    session = Session(1, walk(), Setting(3, 1000, 9), clock=clock)
    answers(session, ROUND)
    clock.now = 5.0
    answers(session, GO_B)
    init, end = answers(session, ROUND)
    assert "<time-left>0</time-left>" in init
    assert "<time-spent>0</time-spent><turns-used>0</turns-used>" in end
    assert not session.is_over
    assert tags(answers(session, ROUND)) == ["round-init", "end-round", "end-session"]


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (GO_C, 'disabled action "(go b c)"'),
        (GO_B.replace(">b<", ">c<"), 'bad action "(go a c)"'),
        (GO_B.replace("go", "fly"), 'bad action "(fly a b)"'),
        ("<act><action><name>go</name></action></act>", 'bad action "(go)"'),
    ],
)
def test_a_wrong_action_is_an_error_and_ends_the_round_alone(act: str, words: str) -> None:
    session = Session(1, walk(), Setting(2, 1000, 9))
    error, end = answers(session, ROUND, act)
    assert parsed(error).text == words
    assert "<turns-used>0</turns-used>" in end
    assert tags(answers(session, ROUND)) == ["round-init", "state"]


def test_an_act_is_understood_in_any_shape() -> None:
    act = """<act n="1">
      <note/><action> <term>A</term> <name> GO </name><term x="y">b
      </term></action></act>"""
    session = Session(1, walk(), Setting(1, 1000, 9))
    (state,) = answers(session, ROUND, act)
    assert "<term>b</term>" in state


@pytest.mark.parametrize(
    "texts", [["<done/>"], [GO_B], [ROUND, ROUND], [ROUND, "<act/>"], [ROUND, "<hello/>"]]
)
def test_a_message_that_is_not_expected_is_refused(texts: list[str]) -> None:
    session = Session(1, walk(), Setting(1, 1000, 9))
    with pytest.raises(RemoteError):
        answers(session, *texts)


def test_a_score_without_successes_has_no_averages() -> None:
    text = Score.of(3, []).message(7)
    assert "<reached><successes>0</successes></reached>" in text
    assert "<failed>3</failed>" in text


# States


def test_the_state_of_a_message_is_the_state_that_was_told() -> None:
    game = benchmark("tireworld:p1")
    for action in game.task.applicable(game.task.initial):
        for state in game.task.apply(game.task.initial, action):
            assert game.state_of(parsed(game.state_text(state))) == state


def test_constant_atoms_and_numbers_are_not_looked_at() -> None:
    atoms = "<atom><predicate>AT</predicate><term>a</term></atom>" + "".join(
        f"<atom><predicate>{name}</predicate>{terms}</atom>"
        for name, terms in [("road", "<term>a</term><term>b</term>"), ("sign", "<term>c</term>")]
    )
    numbers = "<fluent><function>reward</function><value>3</value></fluent>"
    game = walk()
    assert game.state_of(parsed(f"<state>{numbers}{atoms}</state>")) == game.task.initial


@pytest.mark.parametrize("name", ["at", "road", "sign", "paint"])
def test_an_atom_that_cannot_be_true_is_an_error(name: str) -> None:
    atom = f"<state><atom><predicate>{name}</predicate><term>d</term></atom></state>"
    with pytest.raises(RemoteError, match=rf"\({name} d\) is true"):
        walk().state_of(parsed(atom))


# Client and server


@pytest.mark.parametrize(
    ("name", "make"), [("triangle_tireworld:p1", Wanderer), ("elevators:p1", Uct)]
)
def test_thirty_rounds_have_the_statistics_of_thirty_episodes_with_the_same_seeds(
    name: str, make: Callable[[Task, SearchSettings], LandmarkPlan]
) -> None:
    game = benchmark(name)
    planner = make(game.task, SearchSettings(budget=40, rollouts=50))
    with served(game, setting=Setting(30, 900_000, 40)) as (address, server):
        score = play(address, game, planner).score
    (report,) = reports(server, 1)
    episodes = [episode for episode, _ in run_episodes(planner, range(30))]
    reached = [episode.cost for episode in episodes if episode.end is EpisodeEnd.GOAL]
    assert report.score == score
    assert score.successes == len(reached) > 0
    assert score.turns == pytest.approx(sum(reached) / len(reached))


def test_several_sessions_may_follow_on_one_line() -> None:
    session = [REQUEST, *[ROUND, "<done/>"] * 2] * 2
    with (
        served(walk(), setting=Setting(2, 60_000, 9)) as (address, server),
        socket.create_connection(address, 30) as line,
        line.makefile() as file,
    ):
        line.sendall("".join(session).encode())
        lines = [parsed(file.readline()).tag for _ in range(16)]
    rounds = ["round-init", "state", "end-round"] * 2
    assert lines == ["session-init", *rounds, "end-session"] * 2
    assert [report.number for report in reports(server, 2)] == [1, 2]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<session-request", "larger than"),
        (BOMB, "declarations"),
        ("nonsense", "outside"),
        (f"{REQUEST}<round-request>", "larger than"),
        (REQUEST.replace(">p<", ">q<"), 'bad problem "q"'),
        (ROUND, "&lt;session-request&gt; is expected"),
        ("<session-request><name>n</name></session-request>", "no &lt;problem&gt;"),
    ],
)
def test_malformed_input_is_answered_and_ends_one_session_alone(text: str, words: str) -> None:
    filling = " " * 2**18 if "larger" in words else ""
    game = walk()
    with served(game, setting=Setting(2, 60_000, 9)) as (address, server):
        with socket.create_connection(address, 30) as line, line.makefile() as file:
            line.sendall((text + filling).encode())
            *_, last = file
        assert last.startswith("<error>")
        assert words in last
        assert play(address, game, Wanderer(game.task)).score.played == 2
    assert not reports(server, 1 + text.startswith(f"{REQUEST}<"))[-1].error


def test_a_silent_client_is_told_and_let_go() -> None:
    with (
        served(walk(), setting=Setting(2, 50, 9), idle=1.0) as (address, server),
        socket.create_connection(address, 30) as line,
        line.makefile() as file,
    ):
        line.sendall(REQUEST.encode())
        assert [parsed(text).tag for text in file] == ["session-init", "error"]
    assert reports(server, 1)[0].error == "silent for too long"


def test_clients_beyond_the_limit_are_asked_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lamp.ippc.server.MOST_CLIENTS", 0)
    game = walk()
    with (
        served(game, setting=Setting(2, 60_000, 9)) as (address, _),
        pytest.raises(RemoteError, match=f"{address} says: too many clients"),
    ):
        play(address, game, Wanderer(game.task))


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="open files are not known here")
def test_fifty_sessions_at_once_of_which_ten_are_cut_off_leave_nothing_behind() -> None:
    games = [benchmark("triangle_tireworld:p1"), benchmark("elevators:p1")]
    rng = Random(7)
    threads = threading.active_count()

    async def compete() -> list[bool]:
        server = Server(games, Setting(5, 900_000, 20), seed=0)
        async with server, asyncio.timeout(120):
            port = await server.open(HOST, 0)
            before = open_files(), len(asyncio.all_tasks())
            players = [
                Player(games[at % 2], port, rng).play(5, rng.randint(0, 10) if at < 10 else None)
                for at in rng.sample(range(50), 50)
            ]
            ended = await asyncio.gather(*players)
            while (open_files(), len(asyncio.all_tasks())) != before:
                await asyncio.sleep(0.01)  # the server goes on, and nothing of them is left
        complete = [one for one in reports(server, server.reports.qsize()) if not one.error]
        assert len(complete) == sum(ended)
        return ended

    before = open_files()
    assert sum(asyncio.run(compete())) == 40
    assert open_files() == before
    assert threading.active_count() == threads


# The client alone


def test_a_client_does_not_wait_for_a_silent_server_for_ever() -> None:
    game = walk()

    def speak(line: socket.socket) -> None:
        while line.recv(1000):
            pass

    with (
        scripted(speak) as address,
        pytest.raises(RemoteError, match=r"not answered for 0\.1 seconds"),
    ):
        play(address, game, Wanderer(game.task), Manner(timeout=0.1))


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
def test_a_server_that_says_something_else_is_an_error(text: str, words: str) -> None:
    game = walk()

    def speak(line: socket.socket) -> None:
        line.recv(1000)
        line.sendall(text.encode())

    with scripted(speak) as address, pytest.raises(RemoteError, match=words):
        play(address, game, Wanderer(game.task))


def test_nobody_at_the_address_is_an_error() -> None:
    with socket.create_server((HOST, 0)) as listener:
        address = Address(HOST, listener.getsockname()[1])
    with pytest.raises(RemoteError, match="no connection"):
        play(address, walk(), Wanderer(walk().task))


def test_the_client_says_word_for_word_what_the_original_server_understands() -> None:
    game = walk()
    heard: list[str] = []
    one = "<session-init><sessionID>1</sessionID><setting><rounds>1</rounds><allowed-time>9000"
    one += "</allowed-time><allowed-turns>9</allowed-turns></setting></session-init>\n"
    two = messages.round_init(1, 1, RoundInit(9000, 0)) + "\n"
    two += game.state_text(game.task.initial) + "\n"
    three = "<error>no</error>\n<end-round><time-spent>3</time-spent><turns-used>0</turns-used>"
    three += "</end-round>\n<end-session></end-session>\n"

    def speak(line: socket.socket) -> None:
        for text in (one, two, three):
            heard.append(line.recv(1000).decode())
            line.sendall(text.encode())

    with scripted(speak) as address:
        (end,) = play(address, game, Wanderer(game.task), Manner("N")).ends
    assert heard == [REQUEST, ROUND, GO_B]
    assert end.error == "no"
    assert not end.reached


def test_time_is_shared_fairly_among_rounds() -> None:
    assert fair_share(RoundInit(9000, 2)) == 3.0
    assert fair_share(RoundInit(0, 0)) == 0.0


class Thinker(Wanderer):
    """Thinks until it is stopped."""

    def decide(self, state: State, stop: Stop | None = None) -> Decision:
        """Any action, late."""
        assert stop
        while not stop():
            time.sleep(0.001)
        return super().decide(state)


def test_a_planner_that_thinks_until_it_is_stopped_has_time_for_all_rounds() -> None:
    game = walk("(paint)")
    planner = Thinker(game.task, SearchSettings(budget=5))
    with served(game, setting=Setting(2, 4000, 5)) as (address, _):
        ends = play(address, game, planner).ends
    assert [end.turns for end in ends] == [5, 5]


# Commands


def test_a_server_serves_all_problems_of_its_files_and_names() -> None:
    folder = ROOT / "examples" / "courier"
    files = [str(folder / "problem.ppddl"), str(folder / "domain.ppddl")]
    models = models_of(["elevators:p1", *files])
    assert [model.domain.name for model in models] == ["elevators", "courier"]
    with pytest.raises(PpddlError, match="no file defines the domain courier"):
        models_of(files[:1])
    with pytest.raises(SettingsError, match="no problem"):
        models_of(files[1:])


def test_no_two_problems_of_a_server_have_one_name(tmp_path: Path) -> None:
    text = (ROOT / "examples" / "courier" / "problem.ppddl").read_text(encoding="utf-8")
    (tmp_path / "other.ppddl").write_text(text, encoding="utf-8")
    folder = ROOT / "examples" / "courier"
    files = [folder / "domain.ppddl", folder / "problem.ppddl", tmp_path / "other.ppddl"]
    with pytest.raises(SettingsError, match="two problems named two-parcels"):
        models_of([str(file) for file in files])


def started(*options: str) -> tuple[subprocess.Popen[str], str]:
    """A server as a process, and its address."""
    command = [*LAMP, "server", "triangle_tireworld:p1", "--port", "0", "--json", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    first = json.loads(process.stdout.readline())
    assert first["problems"] == ["triangle-tire-1"]
    return process, f"{first['host']}:{first['port']}"


def test_the_commands_play_with_each_other() -> None:
    server, address = started("--sessions", "1", "--rounds", "3", "--seed", "5")
    done = lamp("client", address, "triangle_tireworld:p1", "--seed", "5", "--json")
    output, errors = server.communicate(timeout=60)
    assert (done.returncode, server.returncode, errors) == (0, 0, "")
    found, report = json.loads(done.stdout), json.loads(output)
    assert found["session"] == report["session"] == 1
    assert len(found["ends"]) == 3
    names = ("rounds", "played", "successes", "mean_turns", "mean_milliseconds")
    assert [found[name] for name in names] == [report[name] for name in names]
    assert (report["client"], report["problem"], report["error"]) == ("lamp", "triangle-tire-1", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_in_the_middle_of_a_session(number: signal.Signals) -> None:
    server, address = started()
    host, _, port = address.rpartition(":")
    with socket.create_connection((host, int(port)), 30) as line, line.makefile() as file:
        line.sendall(REQUEST.replace(">p<", ">triangle-tire-1<").encode())
        assert parsed(file.readline()).tag == "session-init"
        server.send_signal(number)
        output, errors = server.communicate(timeout=60)
        assert not file.read()
    assert (server.returncode, output, errors) == (0, "", "")


def test_mistakes_of_a_call_have_their_exit_codes() -> None:
    assert lamp("client", "localhost", "elevators:p1").returncode == 2
    assert lamp("client", "localhost:x", "elevators:p1").returncode == 2
    assert lamp("server", "nowhere.ppddl").returncode == 1
    assert lamp("server").returncode == 2
    with socket.create_server((HOST, 0)) as listener:
        port = str(listener.getsockname()[1])
        done = lamp("server", "elevators:p1", "--port", port)
    assert done.returncode == 2
    assert "Choose another --port" in done.stderr
    done = lamp("client", f"{HOST}:{port}", "elevators:p1", "--planner", "uct", "--json")
    assert done.returncode == 76
    assert json.loads(done.stdout)["error"]["kind"] == "RemoteError"
