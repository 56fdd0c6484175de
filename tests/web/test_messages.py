"""Wrong messages to a session: each is answered with an error, and the session continues."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lamp.web.limits import TEXT_BYTES
from tests.support.page_server import SMALL_DOMAIN, SMALL_PROBLEM, WRONG_DOMAIN

if TYPE_CHECKING:
    from tests.support.page_server import Server, Session

pytestmark = [pytest.mark.needs("web"), pytest.mark.slow]


def test_a_mistake_in_the_domain_is_reported_with_its_line(session: Session) -> None:
    session.send("load", domain=WRONG_DOMAIN, problem=SMALL_PROBLEM)
    error = session.until("error")
    assert error["where"] == "domain"
    assert error["line"] == 4
    assert "1.2" in error["text"]
    session.send("load", domain=SMALL_DOMAIN, problem=SMALL_PROBLEM)
    assert session.until("problem")["problem"] == "small"


@pytest.mark.parametrize(("more", "number"), [({}, 1), ({"unit_costs": True}, 0)])
def test_warnings_on_costs_are_sent_unless_these_are_left_out(
    session: Session, more: dict[str, bool], number: int
) -> None:
    effect = "(and (increase (total-cost) 2) (probabilistic"
    domain = SMALL_DOMAIN.replace("(probabilistic", effect) + ")"
    domain = domain.replace("(:predicates", "(:requirements :probabilistic-effects) (:predicates")
    session.send("load", domain=domain, problem=SMALL_PROBLEM, **more)
    texts = [warning["text"] for warning in session.until("problem")["warnings"]]
    assert sum("there is no metric" in text for text in texts) == number


def test_a_mistake_in_the_problem_is_reported_with_its_line(session: Session) -> None:
    session.send("load", domain=SMALL_DOMAIN, problem=SMALL_PROBLEM.replace("(there)", "(x)"))
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
    session.send("start", settings=settings)
    error = session.until("error")
    assert error["where"] == "settings"
    assert next(iter(settings)) in error["text"]
    assert session.episode(rollouts=10)[-1]["type"] == "end"


@pytest.mark.parametrize(
    "message",
    [
        "nonsense",
        "[]",
        "[" * 100_000,
        '{"type": "report", "folder": "/etc"}',
        '{"type": 5}',
        '{"type": ["load"]}',
        '{"type": "load", "domain": 7}',
        '{"type": "start"}',
        json.dumps({"type": "load", "domain": ";" * (TEXT_BYTES + 1)}),
        json.dumps({"type": "step", "more": "x" * 100_000}),
        b'{"type": "step"}',
    ],
    ids=[
        "no JSON",
        "a list",
        "nested deeply",
        "unknown command",
        "command that is a number",
        "command that is a list",
        "text that is a number",
        "start without a problem",
        "text too large",
        "command too long",
        "bytes",
    ],
)
def test_malformed_messages_are_refused_and_the_session_continues(
    session: Session, message: str | bytes
) -> None:
    session.connection.send(message)
    assert session.until("error")["text"]
    assert session.load("elevators:p2")["domain"] == "elevators"


@pytest.mark.parametrize("command", ["step", "run", "stop", "pause"])
def test_commands_before_an_episode_has_begun_are_answered_and_the_session_continues(
    session: Session, command: str
) -> None:
    session.load("elevators:p2")
    session.send(command)
    assert session.until("error", "state")
    assert session.episode(rollouts=10)[-1]["type"] == "end"


def test_a_message_beyond_the_limit_ends_the_connection(server: Server) -> None:
    from websockets.exceptions import ConnectionClosed

    with server.session() as session:
        with contextlib.suppress(ConnectionClosed):
            session.connection.send("x" * 6 * 2**20)
        with pytest.raises(ConnectionClosed):
            session.receive()
    assert server.get("/").status == 200


def test_python_code_in_a_domain_text_is_not_executed(session: Session, tmp_path: Path) -> None:
    target = tmp_path / "made"
    code = f"__import__('os').mkdir('{target}')"
    session.send(
        "load", domain=f"(define (domain {code}) (:predicates (p)))", problem=SMALL_PROBLEM
    )
    session.until("error")
    assert not target.exists()
