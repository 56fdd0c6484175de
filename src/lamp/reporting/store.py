"""Results from the folder of an experiment, whether it runs or not; nothing is written there."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import NamedTuple, TypeAlias

from lamp.errors import ReportError
from lamp.reporting.run_statistics import RunStatistics
from lamp.results import APPLICATION_ID, RESULTS_FILE, SCHEMA_VERSION, marks_of, read_only

ALPHA = "greediness"
FAILURES = 20
"""The number of kinds of failed runs that are listed."""
_WANTED = f"Give the folder that lamp experiment run has written, or {RESULTS_FILE} in it"

Value: TypeAlias = str | int | float

# Squares of great costs are added up as floating-point numbers: SQLite's integers have 64 bits.
_TALLIES = """
SELECT configuration,
  total(done), total(done AND outcome = 'goal'), total(outcome = 'dead_end'), total(NOT done),
  sum(CASE WHEN done THEN paid ELSE 0 END), sum(CASE WHEN done THEN paid * paid ELSE 0 END),
  sum(CASE WHEN done THEN steps ELSE 0 END), sum(CASE WHEN done THEN steps * steps ELSE 0 END),
  total(CASE WHEN done THEN seconds_taken END), total(CASE WHEN done THEN length END)
FROM (
  SELECT r.*, r.outcome IN ('goal', 'dead_end', 'budget') AS done,
    CASE WHEN coalesce(r.counted_cost, c.budget) > 1000000 THEN 1.0 * r.counted_cost
      ELSE coalesce(r.counted_cost, c.budget) END AS paid,
    CASE WHEN r.outcome = 'goal' THEN coalesce(r.length, c.budget) ELSE c.budget END AS steps
  FROM runs r JOIN configurations c ON c.id = r.configuration
) GROUP BY configuration
"""


class Configuration(NamedTuple):
    """A configuration: everything about its runs but their seeds, and their statistics."""

    description: dict[str, Value]
    """Problem, planner, landmarks and variant, and then the settings."""
    statistics: RunStatistics
    greediness: float | None = None
    """With which it is the paper's algorithm, 0 for UCT; None if it is not the paper's."""

    @property
    def problem(self) -> str:
        """Its name."""
        return str(self.description["problem"])


class Results(NamedTuple):
    """The results in a folder."""

    configurations: list[Configuration]
    meta: dict[str, str]
    """Metadata of the experiment: grid, runs, seeds, version, machine, paper."""
    versions: list[str]
    """The versions of lamp that made the runs."""
    failures: list[tuple[str, int]]
    """Why runs failed, and how many did; the most frequent ones."""

    @property
    def beyond(self) -> tuple[str, ...]:
        """The settings in which lamp goes beyond the paper; none in old stores."""
        return tuple(json.loads(self.meta.get("paper", "{}")))

    @property
    def runs(self) -> int:
        """The number of runs of each configuration."""
        return int(self.meta.get("runs", "0"))


def shown(path: Path) -> str:
    """A path as messages show it: of a long one the end, which they would cut."""
    text = str(path)
    return text if len(text) <= 60 else f"…{text[-58:]}"


def read_results(folder_or_file: Path) -> Results:
    """The results in a folder, or in the file itself."""
    path = folder_or_file / RESULTS_FILE if folder_or_file.is_dir() else folder_or_file
    if not path.is_file():
        raise ReportError(f"there are no results: {shown(path)} does not exist", remedy=_WANTED)
    try:
        with read_only(path) as connection:
            _check_version(connection, path)
            return _results(connection)
    except (sqlite3.Error, OSError, KeyError, ValueError, TypeError) as error:
        raise ReportError(f"{shown(path)} cannot be read: {error}", remedy=_WANTED) from None


def _results(connection: sqlite3.Connection) -> Results:
    connection.execute("BEGIN")  # all queries see the same runs, also while others are written
    cursor = connection.execute("SELECT * FROM configurations ORDER BY id")
    names = [column[0] for column in cursor.description]
    rows = [dict(zip(names, row, strict=True)) for row in cursor]
    statistics = {
        number: RunStatistics._make([*map(int, counts), *sums, int(actions)])
        for number, *counts, paid, squares, steps, squared_steps, seconds, actions in (
            connection.execute(_TALLIES)
        )
        for sums in [(paid, squares, steps, squared_steps, seconds)]
    }
    meta = dict(connection.execute("SELECT name, value FROM meta").fetchall())
    paper = json.loads(meta.get("paper", "{}"))
    configurations = [
        Configuration(
            # Stores of the first schema have no variants.
            {"variant": ""} | {name: row[name] for name in row if name not in ("id", "key")},
            statistics.get(row["id"], RunStatistics()),
            _paper_greediness(row, paper),
        )
        for row in rows
    ]
    failures = connection.execute(
        "SELECT coalesce(error, outcome), count(*) FROM runs "
        "WHERE outcome NOT IN ('goal', 'dead_end', 'budget') "
        "GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ?",
        (FAILURES,),
    ).fetchall()
    versions = connection.execute("SELECT DISTINCT version FROM runs ORDER BY 1").fetchall()
    return Results(configurations, meta, [str(version) for (version,) in versions], failures)


def _paper_greediness(row: dict[str, Value], paper: dict[str, Value]) -> float | None:
    """The greediness (α) with which a configuration is the paper's algorithm, if it is that.

    `paper` has the paper's values of all settings that go beyond it; in stores of the first schema
    there are none, and everything is the paper's.
    """
    if row["planner"] == "uct":
        return 0.0
    beyond = any(row.get(name, value) != value for name, value in paper.items() if name != ALPHA)
    greediness = row[ALPHA]
    if row["planner"] != "lamp" or beyond or isinstance(greediness, str):
        return None
    return float(greediness)


def _check_version(connection: sqlite3.Connection, path: Path) -> None:
    application, version = marks_of(connection)
    if application != APPLICATION_ID:
        raise ReportError(f"{shown(path)} is not a store of results", remedy=_WANTED)
    if not 1 <= version <= SCHEMA_VERSION:
        age = "a newer" if version > SCHEMA_VERSION else "another"
        raise ReportError(
            f"{shown(path)} was made by {age} lamp: its schema is {version}, "
            f"ours is {SCHEMA_VERSION}",
            remedy="Use the version of lamp that made it",
        )
