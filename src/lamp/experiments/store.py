"""The store: one SQLite file that holds every row as soon as it is reported."""

from __future__ import annotations

import json
import os
import platform
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from lamp import __version__
from lamp.errors import ExperimentError
from lamp.experiments.grid import COLUMNS, Configuration, Grid
from lamp.experiments.rows import FAILED, Row
from lamp.experiments.schema import (
    DESCRIPTION,
    RESULTS,
    configuration_values,
    migration,
    statements,
)
from lamp.results import (
    RESULTS_FILE,
    SCHEMA_VERSION,
    check_version,
    connect,
    marks_of,
    plain_errors,
)
from lamp.search import PAPER

LOCK = "lock"


class Measured(NamedTuple):
    """What is stored of one configuration."""

    runs: frozenset[int]
    seconds: float
    """What its runs took together, but for those that failed."""
    counted: int
    """How many runs that is."""


class Store:
    """The results of one grid in a folder, open for the one process that writes them."""

    def __init__(self, folder: Path, grid: Grid) -> None:
        self.path = folder / RESULTS_FILE
        self._folder = folder
        self._grid = grid
        self._ids: dict[str, int] = {}

    def __enter__(self) -> Self:
        with plain_errors(self.path):
            self._folder.mkdir(parents=True, exist_ok=True)
            self._lock = self._locked()
            try:
                self._open()
            except BaseException:
                self._lock.close()
                raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._connection.close()
        self._lock.close()

    def _locked(self) -> sqlite3.Connection:
        """A lock on the folder that ends with this process, also on Windows: SQLite's own."""
        lock = sqlite3.connect(self._folder / LOCK, timeout=0.5, isolation_level=None)
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            lock.close()
            if not error.sqlite_errorname.startswith("SQLITE_BUSY"):
                raise
            raise ExperimentError(
                f"another process is running an experiment in {self._folder}",
                remedy="Wait for it, or choose another folder with --out",
            ) from None
        return lock

    def _open(self) -> None:
        self._connection = connect(self.path)
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            if self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
                for statement in statements():
                    self._connection.execute(statement)
            else:
                check_version(self._connection, self.path)
                version = self._bring_up_to_date()
                self._refuse_other_grid(version)
            self._remember_grid()
            self._connection.execute("COMMIT")
        except BaseException:
            self._connection.close()
            raise

    def _bring_up_to_date(self) -> int:
        """Give an older store the columns that it lacks and today's names; its schema until then.

        All in the transaction that is open: who is killed meanwhile leaves the old store.
        """
        version = marks_of(self._connection)[1]
        if version == SCHEMA_VERSION:
            return version
        columns = self._connection.execute("SELECT name FROM pragma_table_info('configurations')")
        for statement in migration([name for (name,) in columns.fetchall()], version):
            self._connection.execute(statement)
        return version

    def _refuse_other_grid(self, version: int) -> None:
        """Only a grid that has all that is stored, and perhaps more, may go on.

        The names of variants may change: they are no part of what was run.
        """
        columns = [name for name in (*DESCRIPTION, *COLUMNS) if name != "variant"]
        expected = {
            configuration.key: _without_name(configuration)
            for configuration in self._grid.configurations
        }
        stored = self._connection.execute(
            f"SELECT {', '.join(columns)} FROM configurations"  # noqa: S608 (our own names)
        ).fetchall()
        lost = [row for row in stored if expected.get(row[0]) != row]
        meta = dict(self._connection.execute("SELECT name, value FROM meta").fetchall())
        remedy = "A grid may only be extended; choose another folder with --out"
        if lost:
            settings = dict(zip(columns, lost[0], strict=True))
            example = ", ".join(
                f"{name} {settings[name]}" for name in ("problem", "rollouts", "greediness")
            )
            cause = (
                f"{self._folder} holds results of another grid: {len(lost)} of its "
                f"{len(stored)} configurations are not in this one, such as {example}"
            )
            problems = [str(dict(zip(columns, row, strict=True))["problem"]) for row in lost]
            if version < 3 and any(
                problem.startswith("zenotravel_released:") for problem in problems
            ):
                remedy = f"What was zenotravel is now zenotravel_released: write that. {remedy}"
            elif version == 1:
                remedy = f"Its defaults were the paper's: add paper = true to the grid. {remedy}"
        elif int(meta["runs"]) > self._grid.runs:
            cause = f"{self._folder} holds {meta['runs']} runs of each, more than the grid has"
        elif (meta["seeds"], int(meta["seed"])) != (self._grid.seeds.value, self._grid.seed):
            cause = f"{self._folder} holds runs with other seeds ({meta['seeds']}, {meta['seed']})"
        else:
            return
        if meta["version"] != __version__:
            cause += f"; it was made by lamp {meta['version']}"
        raise ExperimentError(cause, remedy=remedy)

    def _remember_grid(self) -> None:
        grid = self._grid
        meta = {
            "schema": SCHEMA_VERSION,
            "grid": grid.text,
            "runs": grid.runs,
            "seeds": grid.seeds.value,
            "seed": grid.seed,
            "version": __version__,
            "paper": json.dumps(PAPER),
            "machine": f"{platform.platform()}, Python {platform.python_version()}, "
            f"{os.cpu_count()} processors",
        }
        self._connection.executemany(
            "INSERT OR REPLACE INTO meta VALUES (?, ?)",
            [(name, str(value)) for name, value in meta.items()],
        )
        columns = (*DESCRIPTION, *COLUMNS)
        self._connection.executemany(
            f"INSERT OR IGNORE INTO configurations ({', '.join(columns)}) "  # noqa: S608
            f"VALUES ({', '.join('?' * len(columns))})",
            map(configuration_values, grid.configurations),
        )
        self._connection.executemany(
            "UPDATE configurations SET variant = ? WHERE key = ? AND variant <> ?",
            [
                (configuration.variant, configuration.key, configuration.variant)
                for configuration in grid.configurations
            ],
        )
        self._ids = dict(self._connection.execute("SELECT key, id FROM configurations").fetchall())

    def measured(self) -> dict[str, Measured]:
        """What is stored of each configuration that has runs."""
        keys = {number: key for key, number in self._ids.items()}
        runs: dict[str, list[int]] = {}
        for number, run in self._connection.execute("SELECT configuration, run FROM runs"):
            runs.setdefault(keys[number], []).append(run)
        measured = {key: Measured(frozenset(some), 0.0, 0) for key, some in runs.items()}
        for number, seconds, counted in self._connection.execute(
            "SELECT configuration, sum(seconds_taken), count(*) FROM runs "
            "WHERE outcome <> ? GROUP BY configuration",
            (FAILED,),
        ):
            measured[keys[number]] = measured[keys[number]]._replace(
                seconds=seconds, counted=counted
            )
        return measured

    def add(self, rows: Iterable[Row]) -> None:
        """Keep rows; when this returns, they survive. A run that is there already stays."""
        values = [(self._ids[row.key], *row[1:]) for row in rows]
        with plain_errors(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                self._connection.executemany(
                    f"INSERT INTO runs (configuration, {', '.join(RESULTS)}) "  # noqa: S608
                    f"VALUES (?{', ?' * len(RESULTS)}) "
                    "ON CONFLICT (configuration, run) DO NOTHING",
                    values,
                )
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def forget_failed(self) -> int:
        """Remove the rows of runs that failed, so that they are run again; how many there were."""
        with plain_errors(self.path):
            done = self._connection.execute("DELETE FROM runs WHERE outcome = ?", (FAILED,))
        return done.rowcount


def _without_name(configuration: Configuration) -> tuple[str | float, ...]:
    """A configuration as the store holds it, but for the name of its variant."""
    variant = DESCRIPTION.index("variant")
    values = configuration_values(configuration)
    return (*values[:variant], *values[variant + 1 :])
