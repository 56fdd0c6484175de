"""Every error and warning a user can cause: where it is, what is wrong, what to do.

The tree::

    LampError
    ├── PpddlError              the text is wrong (also a ValueError)
    │   ├── UnsupportedFeature  correct PPDDL or PDDL that lamp does not plan with
    │   └── TextTooLarge        a file larger than allowed
    ├── GroundingError          the problem cannot become a ground task
    │   └── TaskTooLarge        one of the `Limits` was reached
    ├── ExactError              an exact value cannot be told
    │   └── TooManyStates       more states than allowed, or than memory has room for
    ├── OutOfTime               the time was over before there was a result
    ├── LandmarkError           landmarks cannot be found, read or used
    ├── ExecutionError          episodes cannot be run to their end
    ├── ExperimentError         a grid is wrong, or an experiment cannot go on
    ├── ReportError             results cannot be read, or made into a report
    ├── RemoteError             the other side of a connection is silent, gone or not understood
    ├── OutputError             a result cannot be written
    └── SettingsError           a setting outside its range (also a ValueError)

A `LampWarning` is no error: a `Notice` on a problem, as a warning of Python.

Each class says with which code the command line ends (`exit_code`), one of `ExitCode`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import partial
from typing import ClassVar, Self


class ExitCode(IntEnum):
    """The codes with which commands end; `lamp --help` prints their meanings.

    74 and 76 are those of sysexits.h; a signal ends a command with 128 and its number.
    """

    meaning: str

    def __new__(cls, code: int, meaning: str) -> Self:
        """A code and what it means."""
        member = int.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        return member

    DONE = 0, "done"
    WRONG_INPUT = 1, "the input is wrong; the message says where and why"
    WRONG_CALL = 2, "the command was called wrongly"
    LIMIT = 3, "a limit was reached (see --limit, --max-states, --seconds)"
    DEAD_END = 4, "lamp solve: a dead end"
    BUDGET = 5, "lamp solve: the budget of actions, or of time, was used up"
    FAILED_RUNS = 6, "lamp experiment: some runs failed"
    OUTPUT = 74, "the output could not be written"
    REMOTE = 76, "lamp client: the server is silent, gone or not understood"
    INTERRUPTED = 130, "interrupted"
    CLOSED_OUTPUT = 141, "the reader of the output has gone"


@dataclass(frozen=True, slots=True)
class Source:
    """A text and the name it goes by in messages."""

    name: str
    text: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a source, counted as editors do: lines and columns from 1."""

    source: Source
    offset: int = 0

    @property
    def line(self) -> int:
        """The line number."""
        return self.source.text.count("\n", 0, self.offset) + 1

    @property
    def column(self) -> int:
        """The column number, in characters."""
        return self.offset - self.source.text.rfind("\n", 0, self.offset)

    def excerpt(self, width: int = 88) -> str:
        """Two lines: the source line (a window of it if it is long) and a caret below the place."""
        start = self.offset - self.column + 1
        end = self.source.text.find("\n", start)
        line = self.source.text[start : end if end >= 0 else None]
        first = max(0, self.column - 1 - width // 2) if len(line) > width else 0
        shown = "".join(c if c.isprintable() else " " for c in line[first : first + width])
        return f"{shown}\n{' ' * (self.column - 1 - first)}^" if shown.strip() else ""

    def __str__(self) -> str:
        return f"{visible(self.source.name)}:{self.line}:{self.column}"


def visible(text: str) -> str:
    """A text for a terminal: characters that cannot be seen are spelled out."""
    return "".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in text)


def readable(text: str) -> str:
    """A text for a terminal: what cannot be seen is spelled out, what is endless is cut."""
    return re.sub(r"\S{61,}", lambda word: f"{word.group()[:59]}…", visible(text))


NOWHERE = Place(Source("<built in Python>"))
"""The place of syntax that no file holds."""


class LampError(Exception):
    """Something a user can mend: `cause` in one line, at `place`, with a `remedy`."""

    exit_code: ClassVar[ExitCode] = ExitCode.WRONG_INPUT

    def __init__(self, cause: str, *, remedy: str, place: Place | None = None) -> None:
        super().__init__(cause)
        self.cause = readable(cause)
        self.place = place
        self.remedy = readable(remedy)
        self.context = ""

    def __reduce__(self) -> tuple[object, ...]:
        """Let an error travel between processes."""
        make = partial(type(self), remedy=self.remedy, place=self.place)
        return make, (self.cause,), {"context": self.context}

    def __str__(self) -> str:
        return f"{self.headline}\n  {self.hint}"

    @property
    def headline(self) -> str:
        """Place and cause in one line."""
        return f"{self.place}: {self.cause}" if self.place else self.cause

    @property
    def hint(self) -> str:
        """What was being read, and the remedy, in sentences."""
        return " ".join(_sentence(part) for part in (self.context, self.remedy) if part)


def _sentence(text: str) -> str:
    return text if text[-1] in ".?!" else text + "."


class PpddlError(LampError, ValueError):
    """The text is not a correct PPDDL domain or problem."""


class UnsupportedFeature(PpddlError):
    """The text uses a construct that lamp does not plan with."""


class TextTooLarge(PpddlError):
    """A file is longer than the limit on text."""

    exit_code = ExitCode.LIMIT


class GroundingError(LampError):
    """A correct domain and problem cannot become a ground task."""


class TaskTooLarge(GroundingError):
    """The ground task would grow beyond a limit."""

    exit_code = ExitCode.LIMIT


class ExactError(LampError):
    """An exact value cannot be told."""


class TooManyStates(ExactError):
    """A task has more states than can be enumerated."""

    exit_code = ExitCode.LIMIT


class OutOfTime(LampError):
    """The time was over before there was a result."""

    exit_code = ExitCode.LIMIT

    @classmethod
    def after(cls, seconds: float, doing: str) -> Self:
        """The error for a time limit, with what was being done."""
        return cls(
            f"the time of {seconds:g} s was over: {doing}", remedy="Allow more with --seconds"
        )


class LandmarkError(LampError):
    """Landmarks cannot be found, or what was given is not a landmark graph."""


class ExecutionError(LampError):
    """Episodes cannot be run to their end."""


class ExperimentError(LampError):
    """A grid is wrong, or an experiment cannot be run or continued."""


class ReportError(LampError):
    """Stored results cannot be read, or cannot be made into a report."""


class RemoteError(LampError):
    """The other side of a connection is silent, gone, or says what it should not."""

    exit_code = ExitCode.REMOTE


class OutputError(LampError):
    """A result cannot be written where it should be."""

    exit_code = ExitCode.OUTPUT


class SettingsError(LampError, ValueError):
    """A setting has a value outside its range."""

    exit_code = ExitCode.WRONG_CALL


class Topic(StrEnum):
    """What a notice is about."""

    FORM = "form"
    """How the text is written; what it means is clear."""
    MEANING = "meaning"
    """What is planned for may differ from what was meant."""
    COSTS = "costs"
    """What a step costs; of no interest where every action costs 1 by request."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A warning: the text was read, but perhaps not as its author meant it."""

    place: Place
    text: str
    kind: str = ""
    """Notices of one kind are shown as one, with the number of the others."""
    topic: Topic = Topic.FORM

    def __str__(self) -> str:
        return f"{self.place}: {readable(self.text)}"


class LampWarning(UserWarning):
    """Of `warnings`: a problem was loaded, but what is planned for may differ from what was meant.

    It has the text of a `Notice`, with its place.
    """


@contextmanager
def reading(context: str) -> Iterator[None]:
    """Add what was being read, such as `in the effect of action go`, to an error from inside."""
    try:
        yield
    except LampError as error:
        error.context = error.context or readable(context)
        raise
