"""Files: from paths to one checked domain and problem."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from lamp.errors import Notice, Place, PpddlError, Source, TextTooLarge
from lamp.ppddl.checker import check
from lamp.ppddl.parser import Definition, parse
from lamp.ppddl.syntax import Domain, Problem

MAX_TEXT_BYTES = 16 * 2**20
"""Larger files are refused by default, before they are read."""


@dataclass(frozen=True, slots=True)
class Model:
    """A domain and a problem that fit together, with the warnings on both."""

    domain: Domain
    problem: Problem
    notices: tuple[Notice, ...] = ()


def load(
    domain: str | os.PathLike[str],
    problem: str | os.PathLike[str] | None = None,
    *,
    name: str | None = None,
    max_bytes: int = MAX_TEXT_BYTES,
) -> Model:
    """Return the domain and problem of two files, or of one file that holds both.

    Where a file holds several problems, `name` says which one is meant.
    """
    first = parse_file(domain, max_bytes)
    second = first if problem is None else parse_file(problem, max_bytes)
    chosen = _choose_problem(second, name, os.fspath(domain if problem is None else problem))
    owner = _choose_domain(first, chosen, os.fspath(domain))
    return Model(owner, chosen, check(owner, chosen))


def parse_file(
    path: str | os.PathLike[str], max_bytes: int = MAX_TEXT_BYTES
) -> tuple[Definition, ...]:
    """Return what a file defines."""
    return parse(read_text(path, max_bytes), os.fspath(path))


def read_text(path: str | os.PathLike[str], max_bytes: int = MAX_TEXT_BYTES) -> str:
    """Return the text of a UTF-8 file of at most `max_bytes`."""
    start = Place(Source(os.fspath(path)))
    try:
        with Path(path).open("rb") as file:
            data = file.read(max_bytes + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PpddlError(
            f"cannot be read: {reason}",
            place=start,
            remedy="Expected the path of a PPDDL file",
        ) from None
    if len(data) > max_bytes:
        raise TextTooLarge(
            f"the file is larger than {max_bytes:,} bytes",
            place=start,
            remedy="Raise the limit with --limit text_bytes=N if this really is PPDDL",
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", errors="replace")
        raise PpddlError(
            f"the file is not UTF-8 text: byte 0x{data[error.start]:02x}",
            place=Place(Source(os.fspath(path), before), len(before)),
            remedy="Save it as UTF-8, for example with: iconv -f latin1 -t utf-8",
        ) from None


def _choose_problem(found: tuple[Definition, ...], name: str | None, path: str) -> Problem:
    problems = [one for one in found if isinstance(one, Problem)]
    if name is not None:
        problems = [one for one in problems if one.name == name.lower()]
    if len(problems) == 1:
        return problems[0]
    wanted = f"problem {name}" if name else "problem"
    names = ", ".join(one.name for one in found if isinstance(one, Problem))
    raise PpddlError(
        f"the file holds {len(problems) or 'no'} {wanted}{'s' * (len(problems) > 1)}",
        place=Place(Source(path)),
        remedy=f"Choose one with --name NAME: {names}" if names else "Give a problem file too",
    )


def _choose_domain(found: tuple[Definition, ...], problem: Problem, path: str) -> Domain:
    domains = [one for one in found if isinstance(one, Domain)]
    if not domains:
        raise PpddlError(
            "the file holds no domain",
            place=Place(Source(path)),
            remedy="The domain's file comes first, then the problem's",
        )
    return next((one for one in domains if one.name == problem.domain), domains[0])
