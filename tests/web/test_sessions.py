"""Sessions: loading problems, and running, pausing and stopping episodes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import lamp
from lamp.execution import Step, planner_names, step_record

if TYPE_CHECKING:
    from tests.support.page_server import Server, Session

pytestmark = [pytest.mark.needs("web"), pytest.mark.slow]


def test_a_session_has_the_same_episode_as_the_library(session: Session) -> None:
    session.load("triangle_tireworld:p2")
    *_, last = messages = session.episode(greediness=0.5, rollouts=50, seed=4)
    task = lamp.load("triangle_tireworld:p2")
    planner = lamp.Lamp(task, greediness=0.5, rollouts=50, seed=4)
    steps: list[Step] = []
    episode = planner.run(watch=steps.append)
    assert last["outcome"] == episode.end.value
    expected = [step_record(step, planner, 0) for step in steps]
    for message, record in zip(messages[1:-1], expected, strict=True):
        for name in record.keys() - {"kind", "seconds"}:
            assert message[name] == record[name]


@pytest.mark.parametrize("kind", planner_names())
def test_every_planner_plans_and_names_landmarks_of_the_graph(session: Session, kind: str) -> None:
    session.send("load", name="elevators:p2")
    names = session.until("landmarks")["names"]
    session.send("start", planner=kind, settings={"rollouts": 200})
    session.send("run", delay=0)
    ready = session.until("ready")
    assert ready["pursued"]
    while (message := session.until("step", "end"))["type"] == "step":
        assert message["landmark"] in ready["pursued"]
        assert 0 <= message["subgoal"] < len(names)
        assert all(0 <= landmark < len(names) for landmark in message["remaining"])
    assert message["outcome"] == "goal"


def test_a_step_contains_the_probability_of_its_outcome(session: Session) -> None:
    session.load("triangle_tireworld:p2")
    outcomes = {
        message["action"].split()[0]: message["outcome"]
        for message in session.episode(rollouts=100, greediness=0)
        if message["type"] == "step"
    }
    assert outcomes["(move-car"] == {"probability": "1/2", "of": 2}
    assert outcomes["(loadtire"] == {"probability": "1", "of": 1}


def test_the_command_step_takes_one_step(session: Session) -> None:
    session.load("elevators:p2")
    session.send("start")
    session.until("ready")
    for number in (1, 2):
        session.send("step")
        assert session.until("step")["step"] == number
        assert session.until("state")["running"] is False


def test_a_paused_episode_goes_on_where_it_was(session: Session) -> None:
    session.load("prob_blocksworld:p9")
    session.send("start", settings={"rollouts": 5})
    session.send("run", delay=0.05)
    session.until("step")
    session.send("pause")
    last = 1
    while (message := session.until("step", "state"))["type"] == "step" or message["running"]:
        last = message.get("step", last)
    session.send("step")
    assert session.until("step")["step"] == last + 1


def test_stop_cuts_a_long_decision_short(session: Session) -> None:
    session.search_without_end()
    session.send("stop")
    assert session.until("end")["outcome"] == "interrupted"


def test_another_start_ends_the_decision_under_way(session: Session) -> None:
    session.search_without_end("elevators:p2")
    session.send("start", settings={"rollouts": 10})
    assert session.until("end")["outcome"] == "interrupted"
    assert session.until("ready")["settings"]["rollouts"] == 10
    session.send("step")
    assert session.until("step")["rollouts"] <= 20


def test_another_problem_ends_the_decision_under_way(session: Session) -> None:
    session.search_without_end()
    assert session.load("elevators:p2")["domain"] == "elevators"
    assert session.episode(rollouts=10)[-1]["type"] == "end"


def test_sessions_do_not_disturb_each_other(server: Server) -> None:
    with server.session() as first, server.session() as second:
        first.search_without_end()
        second.load("elevators:p2")
        assert second.episode(rollouts=10)[-1]["type"] == "end"
        before = first.until("thinking")["rollouts"]
        while first.until("thinking")["rollouts"] <= before:
            pass


@pytest.mark.needs("linux")
def test_too_many_sessions_are_refused(server: Server) -> None:
    from websockets.exceptions import ConnectionClosed

    from lamp.web.limits import SESSIONS

    sessions = [server.session() for _ in range(SESSIONS)]
    try:
        with server.session() as more, pytest.raises(ConnectionClosed, match="sessions already"):
            more.receive()
    finally:
        for session in sessions:
            session.close()
    server.children_at_rest()
    with server.session() as session:
        assert session.load("elevators:p2")
