"""The tables of a result store; docs/experiments.md describes them for readers."""

from __future__ import annotations

import math
from collections.abc import Collection
from enum import StrEnum

from lamp.experiments.grid import COLUMNS, Configuration
from lamp.experiments.rows import Row
from lamp.results import (
    APPLICATION_ID,
    LENGTH_AND_COUNTED_COST,
    RENAME_PROBLEMS,
    RENAMED_SETTINGS,
    SCHEMA_VERSION,
)
from lamp.search import SETTINGS

DESCRIPTION = ("key", "problem", "planner", "landmarks", "variant")
"""The columns of a configuration that are not settings."""
RESULTS = Row._fields[1:]
"""The columns of a run; SQLite keeps a cost that is not integral as it is, in any column."""
TYPES = {
    "run": "INTEGER NOT NULL",
    "seed": "INTEGER NOT NULL",
    "outcome": "TEXT NOT NULL",
    "cost": "INTEGER",
    "length": "INTEGER",
    "counted_cost": "INTEGER",
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
    described = ", ".join(f"{name} TEXT NOT NULL" for name in DESCRIPTION[1:])
    once = "PRIMARY KEY (configuration, run), UNIQUE (configuration, seed)"
    owner = "configuration INTEGER NOT NULL REFERENCES configurations"
    identity = "id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE"
    return [
        "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
        f"CREATE TABLE configurations ({identity}, {described}, {settings})",
        f"CREATE TABLE runs ({owner}, {results}, {once}) WITHOUT ROWID",
        _view(),
        f"PRAGMA application_id = {APPLICATION_ID}",
        f"PRAGMA user_version = {SCHEMA_VERSION}",
    ]


def migration(columns: Collection[str], version: int) -> list[str]:
    """The statements that give an older store the present schema.

    The configurations of the store have the given columns. A setting without a column had the
    paper's value, as there was no other then.
    """
    renamed = {old: new for old, new in RENAMED_SETTINGS.items() if old in columns}
    present = {renamed.get(name, name) for name in columns}
    kinds = {"variant": "TEXT"} | {name: _type(name) for name in COLUMNS}
    values = {"variant": ""} | {name: SETTINGS[name].paper for name in COLUMNS}
    return [
        "DROP VIEW IF EXISTS results",
        *(
            f"ALTER TABLE configurations RENAME COLUMN {old} TO {new}"
            for old, new in renamed.items()
        ),
        *(
            f"ALTER TABLE configurations ADD COLUMN {name} {kind} NOT NULL "
            f"DEFAULT {_literal(values[name])}"
            for name, kind in kinds.items()
            if name not in present
        ),
        *([RENAME_PROBLEMS] if version < 3 else []),
        *(f"ALTER TABLE runs ADD COLUMN {name} {TYPES[name]}" for name in LENGTH_AND_COUNTED_COST),
        *(f"UPDATE runs SET {name} = {value}" for name, value in LENGTH_AND_COUNTED_COST.items()),  # noqa: S608
        _view(),
        f"PRAGMA user_version = {SCHEMA_VERSION}",
    ]


def _view() -> str:
    shown = ", ".join(f"c.{name}" for name in (*DESCRIPTION[1:], *COLUMNS))
    shown += "".join(f", r.{name}" for name in RESULTS)
    joined = "runs r JOIN configurations c ON c.id = r.configuration ORDER BY c.id, r.run"
    return f"CREATE VIEW results AS SELECT {shown} FROM {joined}"  # noqa: S608 (our own names)


def _type(name: str) -> str:
    """The type of a setting's column; a column of numbers may hold a word, too (auto)."""
    usual = SETTINGS[name].paper
    if isinstance(usual, StrEnum):
        return "TEXT"
    return "REAL" if isinstance(usual, float | str) else "INTEGER"


def _literal(value: object) -> str:
    if isinstance(value, str):
        return f"'{value}'"
    if value == math.inf:
        return "9e999"
    return str(int(value)) if isinstance(value, bool) else str(value)


def configuration_values(configuration: Configuration) -> list[str | float]:
    """A configuration as the store holds it: the columns of `DESCRIPTION`, then its settings."""
    return [
        *(
            configuration.key,
            configuration.problem.name,
            configuration.planner,
            configuration.landmarks.name,
            configuration.variant,
        ),
        *(
            int(value) if isinstance(value, bool) else value
            for value in configuration.values.values()
        ),
    ]
