"""The tables of a result store; docs/experiments.md describes them for readers."""

from __future__ import annotations

from lamp.experiments.grid import COLUMNS, Configuration
from lamp.experiments.rows import Row
from lamp.results_file import APPLICATION, SCHEMA_VERSION
from lamp.search import SETTINGS

DESCRIPTION = ("key", "problem", "planner", "landmarks")
"""The columns of a configuration that are not settings."""
RESULTS = Row._fields[1:]
TYPES = {
    "run": "INTEGER NOT NULL",
    "seed": "INTEGER NOT NULL",
    "outcome": "TEXT NOT NULL",
    "cost": "INTEGER",
    "seconds_taken": "REAL",
    "rollouts_done": "INTEGER",
    "states": "INTEGER",
    "landmark_order": "TEXT",
    "version": "TEXT NOT NULL",
    "error": "TEXT",
}


def statements() -> list[str]:
    """What makes an empty store."""
    settings = ", ".join(f"{name} {_type(name)} NOT NULL" for name in COLUMNS)
    results = ", ".join(f"{name} {TYPES[name]}" for name in RESULTS)
    shown = ", ".join(f"c.{name}" for name in (*DESCRIPTION[1:], *COLUMNS))
    shown += "".join(f", r.{name}" for name in RESULTS)
    described = "problem TEXT NOT NULL, planner TEXT NOT NULL, landmarks TEXT NOT NULL"
    once = "PRIMARY KEY (configuration, run), UNIQUE (configuration, seed)"
    owner = "configuration INTEGER NOT NULL REFERENCES configurations"
    joined = "runs r JOIN configurations c ON c.id = r.configuration ORDER BY c.id, r.run"
    identity = "id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE"
    return [
        "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
        f"CREATE TABLE configurations ({identity}, {described}, {settings})",
        f"CREATE TABLE runs ({owner}, {results}, {once}) WITHOUT ROWID",
        f"CREATE VIEW results AS SELECT {shown} FROM {joined}",  # noqa: S608 (our own names)
        f"PRAGMA application_id = {APPLICATION}",
        f"PRAGMA user_version = {SCHEMA_VERSION}",
    ]


def _type(name: str) -> str:
    default = SETTINGS[name].default
    if isinstance(default, str):
        return "TEXT"
    return "REAL" if isinstance(default, float) else "INTEGER"


def configuration_values(one: Configuration) -> list[str | float]:
    """A configuration as the store holds it: the columns of `DESCRIPTION`, then its settings."""
    return [
        *(one.key, one.problem.name, one.planner.value, one.landmarks.name),
        *(int(value) if isinstance(value, bool) else value for value in one.values.values()),
    ]
