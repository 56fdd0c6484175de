"""The rules of a session: what the server answers to each message."""

from __future__ import annotations

import pytest

from lamp.errors import RemoteError
from lamp.ippc.session import Session
from lamp.ippc.setting import Setting
from tests.support.competition import GO_BACK, GO_TO_B, GO_TO_C, ROUND, Clock, parsed, walk


def answers(session: Session, *texts: str) -> list[str]:
    """What a session answers to the last of some messages."""
    return [session.answers(parsed(text)) for text in texts][-1]


def tags(texts: list[str]) -> list[str]:
    return [parsed(text).tag for text in texts]


def test_a_session_sends_exactly_the_messages_of_mdpsim() -> None:
    clock = Clock()
    session = Session(1, walk(), Setting(2, 60000, 50), clock=clock)
    sent = [session.opening()]
    for text in (ROUND, GO_TO_B, GO_TO_C, ROUND, "<done/>"):
        clock.now += 0.25
        sent += answers(session, text)
    sign = "<atom><predicate>sign</predicate><term>c</term></atom>"
    at_atom = "<atom><predicate>at</predicate><term>{}</term></atom>"
    assert sent == [
        (
            "<session-init><sessionID>1</sessionID><setting><rounds>2</rounds>"
            "<allowed-time>60000</allowed-time><allowed-turns>50</allowed-turns></setting>"
            "</session-init>"
        ),
        (
            "<round-init><sessionID>1</sessionID><round>1</round><time-left>59750</time-left>"
            "<rounds-left>1</rounds-left></round-init>"
        ),
        f"<state>{sign}{at_atom.format('a')}</state>",
        f"<state>{sign}{at_atom.format('b')}</state>",
        (
            f"<end-round><sessionID>1</sessionID><round>1</round>"
            f"<state><is-goal/>{sign}{at_atom.format('c')}</state><goal-reached/>"
            "<time-spent>500</time-spent><turns-used>2</turns-used></end-round>"
        ),
        (
            "<round-init><sessionID>1</sessionID><round>2</round><time-left>59000</time-left>"
            "<rounds-left>0</rounds-left></round-init>"
        ),
        f"<state>{sign}{at_atom.format('a')}</state>",
        (
            f"<end-round><sessionID>1</sessionID><round>2</round><state>{sign}{at_atom.format('a')}</state>"
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
    session = Session(1, walk("(at a)"), Setting(1, 1000, 5), clock=Clock())
    init, end, score = answers(session, ROUND)
    assert tags([init, end, score]) == ["round-init", "end-round", "end-session"]
    assert "<is-goal/>" in end
    assert "<goal-reached/>" in end
    assert "<turn-average>0</turn-average>" in score


def test_a_round_ends_when_its_turns_are_used() -> None:
    session = Session(1, walk(), Setting(2, 60000, 3), clock=Clock())
    (end,) = answers(session, ROUND, GO_TO_B, GO_BACK, GO_TO_B)
    assert "<turns-used>3</turns-used>" in end
    assert "goal-reached" not in end


def test_an_action_that_comes_too_late_is_not_executed() -> None:
    clock = Clock()
    session = Session(1, walk(), Setting(3, 1000, 9), clock=clock)
    answers(session, ROUND, GO_TO_B)
    clock.now = 1.0
    (end,) = answers(session, GO_TO_C)
    assert "<time-spent>1000</time-spent><turns-used>1</turns-used>" in end
    assert "goal-reached" not in end


def test_rounds_requested_without_time_left_end_at_once() -> None:
    clock = Clock()
    session = Session(1, walk(), Setting(3, 1000, 9), clock=clock)
    answers(session, ROUND)
    clock.now = 5.0
    answers(session, GO_TO_B)
    init, end = answers(session, ROUND)
    assert "<time-left>0</time-left>" in init
    assert "<time-spent>0</time-spent><turns-used>0</turns-used>" in end
    assert not session.is_over
    assert tags(answers(session, ROUND)) == ["round-init", "end-round", "end-session"]


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (GO_TO_C, 'disabled action "(go b c)"'),
        (GO_TO_B.replace(">b<", ">c<"), 'bad action "(go a c)"'),
        (GO_TO_B.replace("go", "fly"), 'bad action "(fly a b)"'),
        ("<act><action><name>go</name></action></act>", 'bad action "(go)"'),
    ],
)
def test_a_wrong_action_is_an_error_and_ends_only_its_round(act: str, words: str) -> None:
    session = Session(1, walk(), Setting(2, 1000, 9), clock=Clock())
    error, end = answers(session, ROUND, act)
    assert parsed(error).text == words
    assert "<turns-used>0</turns-used>" in end
    assert tags(answers(session, ROUND)) == ["round-init", "state"]


def test_an_act_may_have_attributes_spaces_capitals_and_other_elements() -> None:
    act = """<act n="1">
      <note/><action> <term>A</term> <name> GO </name><term x="y">b
      </term></action></act>"""
    session = Session(1, walk(), Setting(1, 1000, 9), clock=Clock())
    (state,) = answers(session, ROUND, act)
    assert "<term>b</term>" in state


@pytest.mark.parametrize(
    "texts", [["<done/>"], [GO_TO_B], [ROUND, ROUND], [ROUND, "<act/>"], [ROUND, "<hello/>"]]
)
def test_a_message_that_is_not_expected_is_refused(texts: list[str]) -> None:
    session = Session(1, walk(), Setting(1, 1000, 9), clock=Clock())
    with pytest.raises(RemoteError):
        answers(session, *texts)
