"""Files: from paths to one checked domain and problem."""

from __future__ import annotations

import errno
import os
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO, TypeAlias

from lamp.errors import Notice, Place, PpddlError, Source, TextTooLarge, Topic
from lamp.ppddl.action_literals import without_action_literals
from lamp.ppddl.checker import check
from lamp.ppddl.parser import Definition, parse
from lamp.ppddl.syntax import Domain, Problem
from lamp.ppddl.unit_costs import without_costs

MAX_TEXT_BYTES = 16 * 2**20
"""Larger files are refused by default."""

CHUNK = 2**20
STDIN = "-"
StrPath: TypeAlias = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class Model:
    """A domain and a problem that fit together, with the warnings on both."""

    domain: Domain
    problem: Problem
    notices: tuple[Notice, ...] = ()
    is_checked: bool = field(default=False, compare=False)
    """Whether `check` has been called, so that grounding need not call it again."""

    @property
    def warnings(self) -> tuple[Notice, ...]:
        """The notices on what is planned for, without those on how the text is written."""
        return tuple(notice for notice in self.notices if notice.topic is not Topic.FORM)

    def without_costs(self) -> Model:
        """The model in which every action costs 1; what there was to say of costs is not said."""
        notices = tuple(notice for notice in self.notices if notice.topic is not Topic.COSTS)
        domain, problem = without_costs(self.domain, self.problem)
        return replace(self, domain=domain, problem=problem, notices=notices)


@dataclass(frozen=True, slots=True)
class Files:
    """What the files of a domain and of a problem define."""

    domains: list[Domain]
    problems: list[Problem]
    domain_path: str
    problem_path: str
    notices: tuple[Notice, ...] = ()

    def model(self, name: str | None = None) -> Model:
        """The problem, by its name where there are several, with its domain; both checked."""
        problem = _choose_problem(self.problems, name, self.problem_path)
        domain = _choose_domain(self.domains, problem, self.domain_path)
        notices = (*self.notices, *check(domain, problem))
        return Model(*without_action_literals(domain, problem), notices, is_checked=True)


def load(
    domain: StrPath,
    problem: StrPath | None = None,
    *,
    name: str | None = None,
    max_bytes: int = MAX_TEXT_BYTES,
) -> Model:
    """Return the domain and problem of two files, or of one file that holds both.

    `name` selects one of several problems in a file.
    """
    return read_files(domain, problem, max_bytes).model(name)


def load_texts(domain: str, problem: str = "") -> Model:
    """Return the domain and problem of two texts, or of one text that holds both.

    Messages call the first text `domain` and the second one `problem`.
    """
    first = parse(domain, "domain")
    if not problem.strip():
        return _sorted(first, first, ("domain", "domain")).model()
    return _sorted(first, parse(problem, "problem"), ("domain", "problem")).model()


def read_files(
    domain: StrPath, problem: StrPath | None = None, max_bytes: int = MAX_TEXT_BYTES
) -> Files:
    """Return what is defined in two files, or in one; their order does not matter."""
    first = parse_file(domain, max_bytes)
    second = first if problem is None else parse_file(problem, max_bytes)
    return _sorted(
        first, second, (os.fspath(domain), os.fspath(domain if problem is None else problem))
    )


def _sorted(
    first: tuple[Definition, ...], second: tuple[Definition, ...], paths: tuple[str, str]
) -> Files:
    """Return two texts' definitions; where the problem came first, they are swapped."""
    if _domains(first) or _problems(second) or not _problems(first):
        return Files(_domains(first), _problems(second), *paths)
    swapped = Notice(_start(paths[0]), "the problem was given before the domain")
    return Files(_domains(second), _problems(first), paths[1], paths[0], (swapped,))


def parse_file(path: StrPath, max_bytes: int = MAX_TEXT_BYTES) -> tuple[Definition, ...]:
    """Return what a file defines; the path `-` is standard input."""
    return parse(read_text(path, max_bytes), os.fspath(path))


def read_text(path: StrPath, max_bytes: int = MAX_TEXT_BYTES) -> str:
    """Return the text of a UTF-8 file of at most `max_bytes`."""
    try:
        if os.fspath(path) == STDIN and sys.stdin is None:
            raise OSError(errno.EBADF, "standard input is closed")
        if os.fspath(path) == STDIN:
            data = _at_most(sys.stdin.buffer, max_bytes + 1)
        else:
            with Path(path).open("rb") as file:
                data = _at_most(file, max_bytes + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PpddlError(
            f"cannot be read: {reason}",
            place=_start(path),
            remedy="Expected the path of a PPDDL file",
        ) from None
    if len(data) > max_bytes:
        raise TextTooLarge(
            f"the file is larger than {max_bytes:,} bytes",
            place=_start(path),
            remedy="If this really is PPDDL, raise the limit: --limit text_bytes=NUMBER, "
            "load(…, max_bytes=NUMBER) in Python",
        )
    return _decoded(data, os.fspath(path))


def _at_most(file: BinaryIO, size: int) -> bytes:
    """Read in pieces, since one large read would reserve as much memory at once."""
    data = bytearray()
    while len(data) < size:
        piece = file.read(min(CHUNK, size - len(data)))
        if not piece:
            break
        data += piece
    return bytes(data)


def _decoded(data: bytes, path: str) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or data.count(b"\0") > len(data) / 3:
        raise PpddlError(
            "the file is not UTF-8 text: it seems to be UTF-16",
            place=_start(path),
            remedy="Save it as UTF-8, for example with: iconv -f utf-16 -t utf-8",
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", errors="replace")
        before = before.replace("\r\n", "\n").replace("\r", "\n")
        raise PpddlError(
            f"the file is not UTF-8 text: byte 0x{data[error.start]:02x}",
            place=Place(Source(path, before), len(before)),
            remedy="Save it as UTF-8, for example with: iconv -f latin1 -t utf-8",
        ) from None


def _start(path: StrPath) -> Place:
    return Place(Source(os.fspath(path)))


def _domains(definitions: tuple[Definition, ...]) -> list[Domain]:
    return [d for d in definitions if isinstance(d, Domain)]


def _problems(definitions: tuple[Definition, ...]) -> list[Problem]:
    return [d for d in definitions if isinstance(d, Problem)]


def _choose_problem(problems: list[Problem], name: str | None, path: str) -> Problem:
    chosen = [problem for problem in problems if name is None or problem.name == name.lower()]
    if len(chosen) == 1:
        return chosen[0]
    names = list(dict.fromkeys(problem.name for problem in problems))
    of_name = f" named {name}" if name else ""
    if len(names) > 1 and not (name and chosen):
        remedy = f"Choose one with --name NAME: {', '.join(names)}"
    elif chosen:
        remedy = "Give each problem a name of its own"
    else:
        remedy = f"There is {names[0]}" if names else "Give the file of a problem, too"
    raise PpddlError(
        f"the file holds {len(chosen) or 'no'} problem{'s' * (len(chosen) > 1)}{of_name}",
        place=_start(path),
        remedy=remedy,
    )


def _choose_domain(domains: list[Domain], problem: Problem, path: str) -> Domain:
    if not domains:
        raise PpddlError(
            "the file holds no domain",
            place=_start(path),
            remedy="Give the file of the domain first, then the file of the problem",
        )
    return next((domain for domain in domains if domain.name == problem.domain), domains[0])
