"""Reading a store, without changing anything: how much is done, what failed, all rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from lamp.errors import ExperimentError
from lamp.results.file import APPLICATION_ID, RESULTS_FILE, SCHEMA_VERSION, marks_of, read_only
from lamp.results.sqlite import plain_errors

MAX_FAILURES = 20
"""Kinds of failed runs that a status names."""


class ProblemStatus(NamedTuple):
    """How far one problem is."""

    problem: str
    done: int
    failed: int
    total: int
    seconds: float
    """What its runs took together."""


class Failure(NamedTuple):
    """Runs of one configuration that failed for one reason."""

    problem: str
    planner: str
    rollouts: int
    greediness: float | str
    runs: int
    error: str
    variant: str = ""


class Status(NamedTuple):
    """How far an experiment is."""

    done: int
    failed: int
    total: int
    problems: list[ProblemStatus]
    failures: list[Failure]
    meta: dict[str, str]


@contextmanager
def open_results(folder: Path) -> Iterator[sqlite3.Connection]:
    """The store of a folder, to be read."""
    path = folder / RESULTS_FILE
    if not path.is_file():
        raise ExperimentError(
            f"{folder} holds no results ({RESULTS_FILE} is not there)",
            remedy="Give the folder that lamp experiment run has written (--out)",
        )
    with plain_errors(path), read_only(path) as connection:
        check_version(connection, path)
        yield connection


def check_version(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file that is not ours, or that a newer lamp has made."""
    application, version = marks_of(connection)
    if application != APPLICATION_ID:
        raise ExperimentError(
            f"{path} is not a store of results", remedy="Choose another folder with --out"
        )
    if version > SCHEMA_VERSION:
        raise ExperimentError(
            f"{path} was made by a newer lamp (its schema is {version}, ours {SCHEMA_VERSION})",
            remedy="Use that version of lamp, or choose another folder",
        )


def read_status(folder: Path) -> Status:
    """How far the experiment of a folder is."""
    with open_results(folder) as connection:
        meta = dict(connection.execute("SELECT name, value FROM meta").fetchall())
        runs = int(meta["runs"])
        problems = [
            ProblemStatus(problem, done, failed, configurations * runs, seconds)
            for problem, configurations, done, failed, seconds in connection.execute(
                "SELECT c.problem, count(DISTINCT c.id), count(r.run), "
                "count(CASE r.outcome WHEN 'failed' THEN 1 END), total(r.seconds_taken) "
                "FROM configurations c LEFT JOIN runs r ON r.configuration = c.id "
                "GROUP BY c.problem ORDER BY min(c.id)"
            )
        ]
        variant = "variant" if "variant" in columns_of(connection) else "''"  # of an old store
        failures = [
            Failure(*row)
            for row in connection.execute(
                "SELECT problem, planner, rollouts, greediness, count(*), coalesce(error, ''), "  # noqa: S608
                f"{variant} FROM results WHERE outcome = 'failed' GROUP BY problem, planner, "
                f"rollouts, greediness, error, {variant} ORDER BY count(*) DESC, problem LIMIT ?",
                (MAX_FAILURES,),
            )
        ]
    done, failed, total = (sum(column) for column in list(zip(*problems, strict=True))[1:4])
    return Status(done, failed, total, problems, failures, meta)


def columns_of(connection: sqlite3.Connection) -> dict[str, str]:
    """The types of the columns of a row by their names: INTEGER, REAL or TEXT.

    A column of numbers is one of texts where it holds a word, too, and a column of integers is one
    of reals where it holds one.
    """
    columns = connection.execute("SELECT name, type FROM pragma_table_info('results')").fetchall()
    kinds = {name: kind for name, kind in columns}  # noqa: C416 (pairs, not any sequences)
    found = (
        ("greediness", "text"),
        ("cost_unit", "text"),
        ("cost", "real"),
        ("counted_cost", "real"),
    )
    for name, kind in found:
        if name in kinds and _holds(connection, name, kind):
            kinds[name] = kind.upper()
    return kinds


def _holds(connection: sqlite3.Connection, column: str, kind: str) -> bool:
    """Whether a column of rows has a value of a type."""
    query = f"SELECT EXISTS (SELECT 1 FROM results WHERE typeof({column}) = ?)"  # noqa: S608
    return bool(connection.execute(query, (kind,)).fetchone()[0])


def rows_of(connection: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    """All rows, in the order of the grid."""
    return iter(connection.execute("SELECT * FROM results"))
