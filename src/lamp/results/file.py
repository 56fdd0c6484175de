"""The file of an experiment's results: how it is marked, and how it is read without a change."""

from __future__ import annotations

import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

RESULTS_FILE = "results.sqlite"
"""Its name in the folder of the experiment."""
APPLICATION_ID = 0x6C616D70
"""Marks the file as lamp's: the letters l, a, m, p."""
SCHEMA_VERSION = 5
"""Goes up whenever readers of old stores, or old readers, would be wrong.

1: as released. 2: `configurations` has a column `variant`, and settings that go beyond the paper;
what has no such column is the paper's algorithm. 3: `zenotravel` is the paper's; before, that was
the name of what is `zenotravel_released` now. 4: a setting has another name (`RENAMED_SETTINGS`).
5: `runs` has columns `length` and `counted_cost`; until then, every action cost 1.
"""
RENAMED_SETTINGS = {"landmarks_again": "reachieve_landmarks"}
"""The settings whose names have changed: old name, new name."""
RENAME_PROBLEMS = (
    "UPDATE configurations SET problem = 'zenotravel_released' || substr(problem, 11) "
    "WHERE (problem GLOB 'zenotravel:p[1-5]' OR problem GLOB 'zenotravel:*=*') AND NOT EXISTS "
    "(SELECT 1 FROM meta WHERE name = 'grid' AND value GLOB '*name*=*\"zenotravel:*')"
)
"""Gives the problems of a store before schema 3 the names that they have today.

Problems from files are not renamed: a grid calls them by `name = "…"`.
"""
LENGTH_AND_COUNTED_COST = {
    "length": "cost",
    "counted_cost": (
        "CASE WHEN outcome = 'goal' THEN cost WHEN outcome IN ('dead_end', 'budget') THEN "
        "(SELECT budget FROM configurations WHERE id = configuration) END"
    ),
}
"""The columns of runs that stores before schema 5 do not have, as they follow from others."""
LOCK_TIMEOUT_SECONDS = 60.0
"""Seconds to wait while another process uses the file."""


def marks_of(connection: sqlite3.Connection) -> tuple[int, int]:
    """The application that a file belongs to, and the version of its schema."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return application, version


@contextmanager
def read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that changes nothing, whether the writer works, was killed, or is done."""
    address = f"{path.resolve().as_uri()}?mode=ro"
    if _is_logged(path) and not path.with_name(f"{path.name}-wal").exists():
        # There is no writer: without this, SQLite would make a log of its own.
        address += "&immutable=1"
    try:
        connection = _opened(address)
    except sqlite3.OperationalError:
        # A log was left behind where we may not write: then a copy is read.
        with tempfile.TemporaryDirectory() as folder:
            for file in path.parent.glob(f"{path.name}*"):
                if not file.name.endswith("-shm"):
                    shutil.copy(file, folder)
            with closing(_opened((Path(folder) / path.name).as_uri())) as copied:
                yield copied
        return
    with closing(connection):
        yield connection


def _opened(address: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        address, uri=True, timeout=LOCK_TIMEOUT_SECONDS, isolation_level=None
    )
    try:
        connection.execute("BEGIN")  # a migration of the file comes before it, or after
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        application, version = marks_of(connection)
        if application == APPLICATION_ID and 1 <= version < SCHEMA_VERSION:
            _use_today_s_schema(connection, version)
        connection.execute("COMMIT")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _use_today_s_schema(connection: sqlite3.Connection, version: int) -> None:
    """Read copies with the new names of problems and settings, and runs with all columns.

    The file is not changed.
    """
    tables = connection.execute("SELECT name, sql FROM main.sqlite_master").fetchall()
    made_by = {name: _with_new_settings(sql or "") for name, sql in tables}
    if not {"configurations", "meta", "runs", "results"} <= made_by.keys():
        return  # something else is wrong with it, which its reader will say
    for table in ("configurations", "meta"):
        connection.execute(made_by[table].replace("CREATE", "CREATE TEMP", 1))
        connection.execute(f"INSERT INTO temp.{table} SELECT * FROM main.{table}")  # noqa: S608
    (paper,) = connection.execute("SELECT max(value) FROM meta WHERE name = 'paper'").fetchone()
    renamed = _with_new_settings(paper or "")
    connection.execute("UPDATE meta SET value = ? WHERE name = 'paper'", (renamed,))
    if version < 3 and connection.execute(RENAME_PROBLEMS).rowcount:
        connection.execute(
            "UPDATE meta SET value = replace(value, '\"zenotravel', '\"zenotravel_released') "
            "WHERE name = 'grid'"
        )
    added = ", ".join(f"{value} AS {name}" for name, value in LENGTH_AND_COUNTED_COST.items())
    connection.execute(f"CREATE TEMP VIEW runs AS SELECT *, {added} FROM main.runs")  # noqa: S608
    shown = ", ".join(f"r.{name}" for name in ("cost", *LENGTH_AND_COUNTED_COST))
    view = re.sub(r"\br\.cost\b", shown, made_by["results"])
    connection.execute(view.replace("CREATE", "CREATE TEMP", 1))


def _with_new_settings(text: str) -> str:
    """A text with the new names of settings in place of the old ones."""
    for old, new in RENAMED_SETTINGS.items():
        text = re.sub(rf"\b{old}\b", new, text)
    return text


def _is_logged(path: Path) -> bool:
    """Whether a write-ahead log belongs to the file: bytes 18 and 19 of its head say so."""
    with path.open("rb") as file:
        return file.read(20)[18:] == b"\x02\x02"
