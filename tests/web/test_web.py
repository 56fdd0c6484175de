"""The server of `lamp serve`: who may ask, what is answered, and what happens to its workers."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lamp
from lamp.benchmarks import NAMES
from lamp.execution import PlannerKind
from lamp.execution.records import step_record
from lamp.search import SETTINGS
from tests.support.cli import LAMP

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("uvicorn", reason="the extra web is not installed")
pytest.importorskip("websockets", reason="the extra web is not installed")

from websockets.exceptions import ConnectionClosed, InvalidStatus

from lamp.web.catalogue import PLANNERS
from lamp.web.guard import Address
from lamp.web.limits import COMMANDS, SESSIONS, TEXT_BYTES
from tests.support.page_server import Server, Session, served

BROKEN = """(define (domain broken)
  (:predicates (there))
  (:action go
    :effect (probabilistic 0.7 (there) 0.5 (not (there)))))"""
PROBLEM = "(define (problem p) (:domain broken) (:goal (there)))"
SLOW = {"rollouts": 10**9}
NAMES_OF_MANY = [f"o{at}" for at in range(40)]
ENDLESS = {
    "domain": """(define (domain endless) (:predicates (p ?a ?b) (q))
      (:action go :parameters (?a ?b ?c ?d ?e) :effect (q)
       :precondition (and (p ?a ?b) (p ?b ?c) (p ?c ?d) (p ?d ?e) (not (p ?a ?e)))))""",
    "problem": f"""(define (problem p) (:domain endless) (:goal (q))
      (:objects {" ".join(NAMES_OF_MANY)})
      (:init {" ".join(f"(p {a} {b})" for a in NAMES_OF_MANY for b in NAMES_OF_MANY)}))""",
}
"""A problem whose grounding takes minutes."""
needs_proc = pytest.mark.skipif(
    not Path("/proc/self/task").is_dir(), reason="needs /proc to see processes"
)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served() as found:
        yield found


@pytest.fixture
def session(server: Server) -> Iterator[Session]:
    with server.session() as found:
        yield found


def workers_of(server: Server) -> set[int]:
    """The processes that the server, or what it forks from, has made."""
    return set(server.processes()) - {server.process.pid}


def at_rest(server: Server) -> set[int]:
    """What is left when no session is: who forks workers, and who cleans up after it."""
    assert wait_until(lambda: len(workers_of(server)) == 2)
    return workers_of(server)


def wait_until(holds: Any, seconds: float = 30.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return bool(holds())


# Who may ask


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "localhost:9999", "LOCALHOST"])
def test_names_of_this_machine_are_answered(server: Server, host: str) -> None:
    assert server.get("/", Host=host).status == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil", "", "[", "@localhost"]
)
def test_other_names_are_refused(server: Server, host: str) -> None:
    assert server.get("/", Host=host).status == 400
    assert server.get("/api/catalogue", Host=host).status == 400


def test_other_pages_may_not_open_a_session(server: Server) -> None:
    for origin in ("http://evil.example", "http://localhost:1", "null"):
        with pytest.raises(InvalidStatus):
            server.session(origin=origin)


def test_our_own_page_may_open_a_session(server: Server) -> None:
    with server.session(origin=server.url.rstrip("/")) as found:
        assert found.load("elevators:p2")["facts"] > 0


def test_browsers_are_told_to_run_only_our_scripts(server: Server) -> None:
    policy = server.get("/").headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "default-src 'none'" in policy
    assert server.get("/").headers["x-content-type-options"] == "nosniff"


def test_on_this_machine_alone_there_is_no_token(server: Server) -> None:
    assert "token" not in server.url


def test_for_other_machines_a_token_is_asked_for() -> None:
    with served("--host", "0.0.0.0") as server:
        token = server.url.partition("token=")[2]
        assert len(token) >= 32
        assert server.get("/").status == 401
        assert server.get("/api/catalogue").status == 401
        assert server.get("/?token=wrong").status == 401
        with pytest.raises(InvalidStatus):
            server.session()
        given = server.get(f"/?token={token}")
        assert given.status == 303
        cookie = given.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        kept = cookie.partition(";")[0]
        assert server.get("/", Cookie=kept).status == 200
        with server.session(additional_headers={"Cookie": kept}) as session:
            session.load("elevators:p2")


def test_cookies_of_others_do_no_harm() -> None:
    with served("--host", "0.0.0.0") as one, served("--host", "0.0.0.0") as other:
        kept = [cookie_of(server).partition(";")[0] for server in (one, other)]
        assert len({cookie.partition("=")[0] for cookie in kept}) == 2
        for server in (one, other):
            assert server.get("/", Cookie="; ".join(['theirs={"a": [1]}', *kept])).status == 200


def cookie_of(server: Server) -> str:
    """What a browser is given that comes with the token."""
    return server.get("/?" + server.url.partition("?")[2]).headers["set-cookie"]


def test_no_file_but_those_of_the_page_is_given(server: Server) -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/app.py"):
        assert server.get(path).status == 404


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:80/"),
        ("::1", "http://[::1]:80/"),
        ("", "http://127.0.0.1:80/"),
    ],
)
def test_an_address_is_one_that_a_browser_understands(host: str, url: str) -> None:
    assert Address(host, 80).url == url


# What is offered


def test_all_problems_planners_and_settings_are_offered(server: Server) -> None:
    found = server.json("/api/catalogue")
    assert [one for family in found["families"] for one in family["problems"]] == list(NAMES)
    assert [one["name"] for one in found["planners"]] == [kind.value for kind in PlannerKind]
    assert list(PLANNERS) == [kind.value for kind in PlannerKind]
    assert [one["name"] for one in found["settings"]] == list(SETTINGS)
    symbols = {one["name"]: one["symbol"] for one in found["settings"] if one["symbol"]}
    assert symbols == {
        "greediness": "α",
        "horizon": "d",
        "exploration": "C",
        "goal_utility": "K_g",
        "risk_factor": "λ",
        "utility": "u",
    }


def test_a_setting_that_takes_a_word_besides_numbers_says_so(server: Server) -> None:
    found = {one["name"]: one for one in server.json("/api/catalogue")["settings"]}
    greediness = found["greediness"]
    assert (greediness["kind"], greediness["word"]) == ("number", "auto")
    assert (greediness["default"], greediness["paper"]) == ("auto", 0.5)
    assert all(one["word"] is None for name, one in found.items() if name != "greediness")


def test_a_benchmark_can_be_had_as_text_and_loads_as_such(server: Server) -> None:
    texts = server.json("/api/problem?name=triangle_tireworld:p2")
    with server.session() as session:
        session.say("load", **texts)
        assert session.until("problem")["actions"] == 34
    assert server.get("/api/problem?name=nonsense:p99").status == 404


# Sessions


def test_an_episode_of_the_page_is_that_of_the_command_line(session: Session) -> None:
    session.load("triangle_tireworld:p2")
    *_, last = messages = session.episode(greediness=0.5, rollouts=50, seed=4)
    task = lamp.load("triangle_tireworld:p2")
    planner = lamp.Lamp(task, greediness=0.5, rollouts=50, seed=4)
    steps: list[Any] = []
    episode = planner.run(watch=steps.append)
    assert last["outcome"] == episode.end.value
    expected = [step_record(step, planner, 0) for step in steps]
    for message, record in zip(messages[1:-1], expected, strict=True):
        for name in record.keys() - {"kind", "seconds"}:
            assert message[name] == record[name]


@pytest.mark.parametrize("kind", list(PlannerKind))
def test_every_planner_plans_and_names_landmarks_of_the_graph(
    session: Session, kind: PlannerKind
) -> None:
    session.say("load", name="elevators:p2")
    names = session.until("landmarks")["names"]
    session.say("start", planner=kind.value, settings={"rollouts": 200})
    session.say("run", delay=0)
    ready = session.until("ready")
    assert ready["pursued"]
    while (message := session.until("step", "end"))["is"] == "step":
        assert message["target"] in ready["pursued"]
        assert 0 <= message["subgoal"] < len(names)
        assert all(0 <= one < len(names) for one in message["pending"])
    assert message["outcome"] == "goal"


def test_the_probability_of_what_happened_is_told(session: Session) -> None:
    session.load("triangle_tireworld:p2")
    chances = {
        message["action"].split()[0]: message["outcome"]
        for message in session.episode(rollouts=100, greediness=0)
        if message["is"] == "step"
    }
    assert chances["(move-car"] == {"probability": "1/2", "of": 2}
    assert chances["(loadtire"] == {"probability": "1", "of": 1}


def test_a_step_is_one_step(session: Session) -> None:
    session.load("elevators:p2")
    session.say("start")
    session.until("ready")
    for number in (1, 2):
        session.say("step")
        assert session.until("step")["step"] == number
        assert session.until("state")["running"] is False


def test_a_pause_ends_running_and_running_goes_on_from_there(session: Session) -> None:
    session.load("prob_blocksworld:p9")
    session.say("start", settings={"rollouts": 5})
    session.say("run", delay=0.05)
    session.until("step")
    session.say("pause")
    last = 1
    while (message := session.until("step", "state"))["is"] == "step" or message["running"]:
        last = message.get("step", last)
    session.say("step")
    assert session.until("step")["step"] == last + 1


def test_stop_cuts_a_long_decision_short(session: Session) -> None:
    session.load("zenotravel:p5")
    session.say("start", settings=SLOW)
    session.say("step")
    thinking = session.until("thinking")
    assert thinking["rollouts"] > 0
    session.say("stop")
    assert session.until("end")["outcome"] == "interrupted"


def test_another_start_ends_the_decision_under_way(session: Session) -> None:
    session.load("elevators:p2")
    session.say("start", settings=SLOW)
    session.say("step")
    session.until("thinking")
    session.say("start", settings={"rollouts": 10})
    assert session.until("end")["outcome"] == "interrupted"
    assert session.until("ready")["settings"]["rollouts"] == 10
    session.say("step")
    assert session.until("step")["rollouts"] <= 20


def test_another_problem_ends_whatever_is_under_way(session: Session) -> None:
    session.load("zenotravel:p5")
    session.say("start", settings=SLOW)
    session.say("step")
    session.until("thinking")
    assert session.load("elevators:p2")["domain"] == "elevators"
    assert session.episode(rollouts=10)[-1]["is"] == "end"


def test_a_mistake_in_a_text_is_told_with_its_line(session: Session) -> None:
    session.say("load", domain=BROKEN, problem=PROBLEM)
    error = session.until("error")
    assert error["where"] == "domain"
    assert error["line"] == 4
    assert "1.2" in error["text"]
    session.say("load", domain=BROKEN.replace("0.5", "0.3"), problem=PROBLEM)
    assert session.until("problem")["problem"] == "p"


def test_a_mistake_in_the_problem_is_told_there(session: Session) -> None:
    session.say(
        "load", domain=BROKEN.replace("0.5", "0.3"), problem=PROBLEM.replace("(there)", "(x)")
    )
    error = session.until("error")
    assert (error["where"], error["line"]) == ("problem", 1)


@pytest.mark.parametrize(
    "settings",
    [
        {"greediness": 2},
        {"greediness": 10**400},
        {"risk_factor": -(10**400)},
        {"rollouts": "many"},
        {"nonsense": 1},
        {"seed": -1},
        {"self": 1},
    ],
)
def test_wrong_settings_are_refused_and_the_session_goes_on(
    session: Session, settings: dict[str, Any]
) -> None:
    session.load("elevators:p2")
    session.say("start", settings=settings)
    error = session.until("error")
    assert error["where"] == "settings"
    assert next(iter(settings)) in error["text"]
    assert session.episode(rollouts=10)[-1]["is"] == "end"


@pytest.mark.parametrize(
    "message",
    [
        "nonsense",
        "[]",
        "[" * 100_000,
        '{"do": "report", "folder": "/etc"}',
        '{"do": 5}',
        '{"do": ["load"]}',
        '{"do": "load", "domain": 7}',
        '{"do": "start"}',
        json.dumps({"do": "load", "domain": ";" * (TEXT_BYTES + 1)}),
        json.dumps({"do": "step", "more": "x" * 100_000}),
        b'{"do": "step"}',
    ],
)
def test_messages_of_nobody_are_refused_and_the_session_goes_on(
    session: Session, message: str | bytes
) -> None:
    session.connection.send(message)
    assert session.until("error")["text"]
    assert session.load("elevators:p2")["domain"] == "elevators"


@pytest.mark.parametrize("do", ["step", "run", "stop", "pause"])
def test_commands_out_of_turn_do_no_harm(session: Session, do: str) -> None:
    session.load("elevators:p2")
    session.say(do)
    assert session.until("error", "state")
    assert session.episode(rollouts=10)[-1]["is"] == "end"


def test_a_message_beyond_the_limit_ends_the_connection(server: Server) -> None:
    with server.session() as session:
        with contextlib.suppress(ConnectionClosed):
            session.connection.send("x" * 6 * 2**20)
        with pytest.raises(ConnectionClosed):
            session.hear()
    assert server.get("/").status == 200


def test_texts_are_only_read(session: Session, tmp_path: Path) -> None:
    target = tmp_path / "made"
    evil = f"__import__('os').mkdir('{target}')"
    session.say("load", domain=f"(define (domain {evil}) (:predicates (p)))", problem=PROBLEM)
    session.until("error")
    assert not target.exists()


def test_sessions_do_not_disturb_each_other(server: Server) -> None:
    with server.session() as one, server.session() as other:
        one.load("zenotravel:p5")
        one.say("start", settings=SLOW)
        one.say("step")
        one.until("thinking")
        other.load("elevators:p2")
        assert other.episode(rollouts=10)[-1]["is"] == "end"
        one.until("thinking")


@needs_proc
def test_too_many_sessions_are_refused(server: Server) -> None:
    sessions = [server.session() for _ in range(SESSIONS)]
    try:
        with server.session() as more, pytest.raises(ConnectionClosed, match="sessions already"):
            more.hear()
    finally:
        for one in sessions:
            one.close()
    at_rest(server)
    with server.session() as again:
        assert again.load("elevators:p2")


# Workers


@needs_proc
def test_closing_a_page_ends_its_work(server: Server) -> None:
    before = at_rest(server)
    session = server.session()
    session.load("zenotravel:p5")
    session.say("start", settings=SLOW)
    session.say("step")
    session.until("thinking")
    assert workers_of(server) > before
    session.close()
    assert wait_until(lambda: workers_of(server) <= before)


@needs_proc
def test_closing_a_page_ends_its_work_however_much_was_asked_for(server: Server) -> None:
    before = at_rest(server)
    session = server.session()
    session.say("load", **ENDLESS)
    session.until("busy")
    for _ in range(900):
        session.say("step")
    session.connection.socket.shutdown(socket.SHUT_RDWR)
    assert wait_until(lambda: workers_of(server) <= before)


@needs_proc
def test_a_flood_of_commands_ends_the_worker_alone(server: Server) -> None:
    with server.session() as session:
        session.say("load", **ENDLESS)
        session.until("busy")
        for _ in range(COMMANDS + 1):
            session.say("step")
        assert "has died" in session.until("error")["text"]
        assert session.load("elevators:p2")["domain"] == "elevators"


@needs_proc
def test_pages_that_vanish_while_they_are_told_something_leave_no_trace() -> None:
    with served() as server:
        for _ in range(20):
            session = server.session()
            session.load("elevators:p2")
            session.say("start", settings={"rollouts": 1, "budget": 10**6})
            session.say("run", delay=0)
            session.until("step")
            session.connection.socket.close()
        at_rest(server)
        server.process.terminate()
        assert server.process.stderr
        assert server.process.stderr.read() == ""


@needs_proc
def test_without_what_workers_are_forked_from_they_end_and_others_can_be_had() -> None:
    with served() as server, server.session() as session:
        session.load("zenotravel:p5")
        session.say("start", settings=SLOW)
        session.say("step")
        session.until("thinking")
        workers = workers_of(server)
        os.kill(forker_of(server), signal.SIGKILL)
        assert wait_until(lambda: "has died" in session.hear().get("text", ""))
        assert session.load("elevators:p2")["domain"] == "elevators"
        assert len(workers & workers_of(server)) == 1, "only who cleans up is still there"
        assert not any(is_alive(one) for one in workers - workers_of(server))


def forker_of(server: Server) -> int:
    """What workers are forked from."""
    children = Path(f"/proc/{server.process.pid}/task").glob("*/children")
    (found,) = (
        int(one)
        for child in children
        for one in child.read_text().split()
        if "forkserver" in Path(f"/proc/{one}/cmdline").read_text()
    )
    return found


def is_alive(process: int) -> bool:
    """Whether a process is there and not only waits to be forgotten."""
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


@needs_proc
def test_a_worker_that_dies_is_told_of_and_another_one_can_be_had(server: Server) -> None:
    before = at_rest(server)
    with server.session() as session:
        session.load("elevators:p2")
        (worker,) = workers_of(server) - before
        os.kill(worker, signal.SIGKILL)
        assert "has died" in session.until("error")["text"]
        assert session.load("elevators:p2")["domain"] == "elevators"


@needs_proc
def test_a_server_that_is_killed_leaves_nothing_behind() -> None:
    with served() as server:
        session = server.session()
        session.load("zenotravel:p5")
        session.say("start", settings=SLOW)
        session.say("step")
        session.until("thinking")
        workers = workers_of(server)
        assert workers
        server.process.kill()
        assert wait_until(lambda: not any(Path(f"/proc/{one}").exists() for one in workers))
        session.close()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_ends_the_server_in_order() -> None:
    with served() as server, server.session() as session:
        session.load("elevators:p2")
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(timeout=30) == 0
        assert server.process.stderr
        assert server.process.stderr.read() == ""


@needs_proc
def test_ctrl_c_is_for_the_server_alone_even_while_it_begins() -> None:
    with served(start_new_session=True) as server:
        assert wait_until(lambda: len(workers_of(server)) == 2)
        os.killpg(server.process.pid, signal.SIGINT)
        assert server.process.wait(timeout=60) in (0, 130)
        assert server.process.stderr
        assert "Traceback" not in server.process.stderr.read()


# The command


@pytest.mark.parametrize("host", ["..", "a" * 70, "256.1.1.1"])
def test_a_host_that_cannot_be_is_told_of(host: str) -> None:
    done = subprocess.run(
        [*LAMP, "serve", "--no-open", "--host", host], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "--host" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="BROWSER is of Unix")
def test_a_browser_that_stays_in_front_finds_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = tmp_path / "browser.py"
    browser.write_text(
        "import sys, urllib.request\n"
        "page = urllib.request.urlopen(sys.argv[1]).read()\n"
        "open(sys.argv[0] + '.seen', 'wb').write(page)\n"
    )
    monkeypatch.setenv("BROWSER", f"{sys.executable} {browser} %s")
    with served("--open"):
        assert wait_until(lambda: Path(f"{browser}.seen").exists())


def test_a_port_that_is_taken_is_told_of() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [*LAMP, "serve", "--no-open", "--port", port],
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert port in done.stderr
    assert "--port" in done.stderr


def test_the_server_itself_stays_small() -> None:
    script = "import sys, lamp.web.serving; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


# Results


def test_without_a_folder_there_are_no_results(server: Server) -> None:
    assert server.json("/api/results") == {"folders": []}
    assert server.json("/api/catalogue")["results"] is False
    assert server.get("/api/results/report?name=x").status == 404


def test_results_are_reported_and_follow_the_rows(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    words = (
        'problems = ["elevators:p2"]\nruns = {}\n[settings]\nrollouts = 5\ngreediness = [0, 1]\n'
    )
    folder = tmp_path / "all" / "small"
    run = [*LAMP, "experiment", "run", str(grid), "--out", str(folder)]
    grid.write_text(words.format(2))
    subprocess.run(run, check=True, capture_output=True)
    with served(tmp_path / "all") as server:
        (found,) = server.json("/api/results")["folders"]
        assert (found["name"], found["done"], found["total"]) == ("small", 4, 4)
        report = server.get("/api/results/report?name=small")
        assert "elevators:p2" in report.text
        assert "script-src 'unsafe-inline'" in report.headers["content-security-policy"]
        assert server.get("/api/results/report?name=..").status == 404
        assert server.get("/api/results/report?name=../all/small").status == 404
        grid.write_text(words.format(3))
        subprocess.run(run, check=True, capture_output=True)
        (after,) = server.json("/api/results")["folders"]
        assert (after["done"], after["total"]) == (6, 6)
        assert after["stamp"] != found["stamp"]
        assert server.get("/api/results/report?name=small").text != report.text


def test_a_folder_that_is_broken_or_oddly_named_hides_no_other(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text('problems = ["elevators:p2"]\nruns = 1\n[settings]\nrollouts = 5\n')
    good = tmp_path / "all" / "good"
    run = [*LAMP, "experiment", "run", str(grid), "--out", str(good)]
    subprocess.run(run, check=True, capture_output=True)
    odd = tmp_path / "all" / os.fsdecode(b"odd\xff")
    try:
        shutil.copytree(good, odd)
    except OSError:
        pytest.skip("names of files must be texts here")
    broken = shutil.copytree(good, tmp_path / "all" / "broken") / "results.sqlite"
    with contextlib.closing(sqlite3.connect(broken)) as connection, connection:
        connection.execute("DELETE FROM meta")
    with served(tmp_path / "all") as server:
        found = {one["name"]: one for one in server.json("/api/results")["folders"]}
        assert [one["done"] for one in found.values()] == [0, 1, 1]
        assert found["broken"]["error"]
        assert server.get("/api/results/report?name=odd%EF%BF%BD").status == 200
