"""What the two sides say to each other: every message as text, and how it is read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape

from lamp.errors import RemoteError, readable
from lamp.ippc.setting import Setting
from lamp.task import Action, Atom, plain_number

ROUND_REQUEST = "<round-request/>"
DONE = "<done/>"


@dataclass(frozen=True, slots=True)
class RoundInit:
    """How far a session is when a round begins."""

    milliseconds_left: int
    rounds_left: int
    """After this one."""


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """How a round ended."""

    reached: bool
    turns: int
    milliseconds: int
    error: str = ""
    """What the server had to say against an action, if that ended the round."""
    cost: float | None = None
    """The cost of the actions; None where the problem has no costs."""


# Texts


def _text(name: str, value: object) -> str:
    return f"<{name}>{escape(str(value))}</{name}>"


def _element(name: str, *children: str) -> str:
    return f"<{name}>{''.join(children)}</{name}>"


def session_request(client: str, problem: str) -> str:
    """A client's first words."""
    return _element("session-request", _text("name", client), _text("problem", problem))


def session_init(session: int, setting: Setting) -> str:
    """The answer to a session-request."""
    limits = (
        _text("rounds", setting.rounds),
        _text("allowed-time", setting.milliseconds),
        _text("allowed-turns", setting.turns),
    )
    return _element("session-init", _text("sessionID", session), _element("setting", *limits))


def round_init(session: int, number: int, init: RoundInit) -> str:
    """The answer to a round-request; a state follows, or the end of the round."""
    return _element(
        "round-init",
        _text("sessionID", session),
        _text("round", number),
        _text("time-left", max(0, init.milliseconds_left)),
        _text("rounds-left", init.rounds_left),
    )


def state(atoms: list[Atom], *, is_goal: bool) -> str:
    """A state: its true atoms."""
    return _element("state", "<is-goal/>" * is_goal, *map(_atom, atoms))


def _atom(atom: Atom) -> str:
    terms = [_text("term", name) for name in atom.arguments]
    return _element("atom", _text("predicate", atom.predicate), *terms)


def act(action: Action) -> str:
    """An action: its name first, and no white space, by which others would count arguments."""
    terms = [_text("term", name) for name in action.arguments]
    return _element("act", _element("action", _text("name", action.name), *terms))


def error(words: str) -> str:
    """Something is wrong."""
    return _text("error", words)


def end_round(session: int, number: int, last: str, end: RoundEnd) -> str:
    """The end of a round, with the text of its last state."""
    return _element(
        "end-round",
        _text("sessionID", session),
        _text("round", number),
        last,
        "<goal-reached/>" * end.reached,
        _text("time-spent", end.milliseconds),
        _text("turns-used", end.turns),
        "" if end.cost is None else _text("cost", end.cost),
    )


# Reading


def child_of(element: Element, name: str) -> Element:
    """The first child of a name; others may stand around it."""
    child = element.find(name)
    if child is None:
        raise RemoteError(
            f"<{readable(element.tag)}> has no <{name}>", remedy="docs/ippc.md shows all messages"
        )
    return child


def words_of(element: Element) -> str:
    """The text of an element, without white space around it."""
    return (element.text or "").strip()


def number_of(element: Element, name: str) -> int:
    """The whole number in a child."""
    words = words_of(child_of(element, name))
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", words):
        raise RemoteError(f"<{name}> is {words[:40]!r}", remedy="A whole number is expected there")
    return int(words)


def terms_of(element: Element, name: str) -> tuple[str, tuple[str, ...]]:
    """What the child of a name says, and the terms beside it: lower case, as names in PPDDL are."""
    terms = tuple(words_of(term).lower() for term in element.findall("term"))
    return words_of(child_of(element, name)).lower(), terms


def read_setting(message: Element) -> Setting:
    """What a session-init says."""
    setting = child_of(message, "setting")
    return Setting(
        number_of(setting, "rounds"),
        number_of(setting, "allowed-time"),
        number_of(setting, "allowed-turns"),
    )


def read_round_init(message: Element) -> RoundInit:
    """What a round-init says."""
    return RoundInit(number_of(message, "time-left"), number_of(message, "rounds-left"))


def cost_of(message: Element) -> float | None:
    """The cost of a round as its end-round says it; mdpsim does not."""
    child = message.find("cost")
    if child is None:
        return None
    words = words_of(child)
    try:
        return plain_number(Fraction(words))
    except (ValueError, ZeroDivisionError, OverflowError):
        raise RemoteError(
            f"<cost> is {words[:40]!r}", remedy="A number is expected there"
        ) from None


def read_end_round(message: Element, error: str = "") -> RoundEnd:
    """What an end-round says, after what was said against an action."""
    return RoundEnd(
        message.find("goal-reached") is not None,
        number_of(message, "turns-used"),
        number_of(message, "time-spent"),
        error,
        cost_of(message),
    )
