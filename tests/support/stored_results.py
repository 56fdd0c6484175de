"""Stores of results for tests, with the schema of experiments, and plausible numbers in them.

uv run python -m tests.support.stored_results FOLDER    # the paper's figures, as if run
"""

from __future__ import annotations

import json
import math
import random
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from lamp.benchmarks import published_table

APPLICATION = 0x6C616D70
SETTINGS: dict[str, tuple[str, Any]] = {
    "rollouts": ("INTEGER", 100),
    "seconds": ("REAL", math.inf),
    "greediness": ("REAL", 0.5),
    "dead_ends": ("INTEGER", 0),
    "safe_landmarks": ("INTEGER", 0),
    "reachieve_landmarks": ("INTEGER", 0),
    "backups": ("TEXT", "mean"),
    "horizon_value": ("TEXT", "nothing"),
    "first_tries": ("TEXT", "random"),
    "horizon": ("INTEGER", 20),
    "budget": ("INTEGER", 200),
    "cost_budget": ("REAL", math.inf),
    "cost_unit": ("REAL", "auto"),
    "exploration": ("REAL", math.sqrt(2)),
    "normalize_exploration": ("INTEGER", 1),
    "goal_utility": ("REAL", 1.0),
    "risk_factor": ("REAL", -0.1),
    "utility": ("TEXT", "exponential"),
    "tree_growth": ("TEXT", "full"),
    "landmark_cost": ("TEXT", "pursuit"),
    "workers": ("INTEGER", 1),
    "megabytes": ("REAL", math.inf),
}
BEYOND = (
    *("greediness", "dead_ends", "safe_landmarks", "reachieve_landmarks", "backups"),
    *("horizon_value", "first_tries"),
)
"""What goes beyond the paper; `SETTINGS` has the paper's values."""
FIGURES = (
    *("prob_blocksworld:p5", "elevators:p5", "zenotravel:p5"),
    *("exploding_blocksworld:p4", "tireworld:p15", "triangle_tireworld:p2"),
)
ROLLOUTS = (5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
GREEDINESS = (0.0, 0.2, 0.5, 0.8, 1.0)


class Run(NamedTuple):
    """A run as the store holds it."""

    outcome: str
    cost: float | None
    seconds: float | None = 0.5
    error: str | None = None
    length: int | None = None
    """The number of actions; where nothing is said, the cost."""


class Stored(NamedTuple):
    """A configuration with its runs."""

    runs: list[Run]
    problem: str = "elevators:p5"
    planner: str = "lamp"
    landmarks: str = "rhw"
    settings: dict[str, Any] = {}  # noqa: RUF012 (never changed)
    variant: str = ""


def goals(*costs: int) -> list[Run]:
    """Runs that arrive, with these costs."""
    return [Run("goal", cost) for cost in costs]


def write_store(
    folder: Path, stored: Iterable[Stored], *, runs: int = 75, grid: str = "runs = 75\n"
) -> Path:
    """A folder with such results."""
    folder.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(folder / "results.sqlite")) as connection, connection:
        for statement in _statements():
            connection.execute(statement)
        meta = {"schema": "5", "grid": grid, "runs": str(runs), "seeds": "independent", "seed": "0"}
        meta |= {"version": "0.1.0", "machine": "a machine"}
        meta["paper"] = json.dumps({name: SETTINGS[name][1] for name in BEYOND})
        connection.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
        for number, configuration in enumerate(stored, start=1):
            _add(connection, number, configuration)
    return folder


def _statements() -> Iterator[str]:
    settings = ", ".join(f"{name} {kind} NOT NULL" for name, (kind, _) in SETTINGS.items())
    yield "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"
    yield (
        "CREATE TABLE configurations (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, "
        f"problem TEXT NOT NULL, planner TEXT NOT NULL, landmarks TEXT NOT NULL, "
        f"variant TEXT NOT NULL, {settings})"
    )
    yield (
        "CREATE TABLE runs (configuration INTEGER NOT NULL REFERENCES configurations, run INTEGER "
        "NOT NULL, seed INTEGER NOT NULL, outcome TEXT NOT NULL, cost INTEGER, length INTEGER, "
        "counted_cost INTEGER, seconds_taken REAL, rollouts_done INTEGER, states INTEGER, "
        "landmark_order TEXT, version TEXT NOT NULL, "
        "error TEXT, PRIMARY KEY (configuration, run), UNIQUE (configuration, seed)) WITHOUT ROWID"
    )
    yield f"PRAGMA application_id = {APPLICATION}"
    yield "PRAGMA user_version = 5"


def _add(connection: sqlite3.Connection, number: int, configuration: Stored) -> None:
    values = {name: default for name, (_, default) in SETTINGS.items()} | configuration.settings
    row = [
        number,
        f"key {number}",
        configuration.problem,
        configuration.planner,
        configuration.landmarks,
        configuration.variant,
    ]
    row += values.values()
    marks = ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO configurations VALUES ({marks})", row)  # noqa: S608
    connection.executemany(
        "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                number,
                index,
                index,
                run.outcome,
                run.cost,
                run.cost if run.length is None else run.length,
                run.cost if run.outcome == "goal" else _of_failure(run, values),
                run.seconds,
                1,
                1,
                "[]",
                "0.1.0",
                run.error,
            )
            for index, run in enumerate(configuration.runs)
        ],
    )


def _of_failure(run: Run, settings: dict[str, Any]) -> float | None:
    """What a run counts as in mean costs that does not reach the goal."""
    return (
        min(settings["budget"], settings["cost_budget"])
        if run.outcome in ("dead_end", "budget")
        else None
    )


def figures(runs: int = 75, seed: int = 0) -> Iterator[Stored]:
    """The grid of figures 2 and 3, with results drawn around the published ones."""
    rng = random.Random(seed)
    for problem, rollouts, greediness in product(FIGURES, ROLLOUTS, GREEDINESS):
        table = published_table(problem)
        assert table
        (row,) = (row for row in table.rows if row.rollouts == rollouts)
        value = row.values[GREEDINESS.index(greediness)]
        draw = _cost_run if table.metric == "average cost" else _goal_run
        some = [draw(rng, value, rollouts) for _ in range(runs)]
        yield Stored(some, problem, settings={"rollouts": rollouts, "greediness": greediness})


def _cost_run(rng: random.Random, mean: float, rollouts: int) -> Run:
    cost = 10 + round(rng.expovariate(1 / max(mean - 10, 1))) if mean < 150 else 200
    if mean >= 150 and rng.random() < (200 - mean) / 100:
        cost = rng.randint(40, 160)
    seconds = min(cost, 200) * rollouts * 4e-6 * rng.uniform(0.8, 1.3)
    return Run("goal", cost, seconds) if cost < 200 else Run("budget", 200, seconds)


def _goal_run(rng: random.Random, rate: float, rollouts: int) -> Run:
    cost = rng.randint(4, 20)
    seconds = cost * rollouts * 2e-6 * rng.uniform(0.8, 1.3)
    return Run("goal" if rng.random() < rate else "dead_end", cost, seconds)


if __name__ == "__main__":
    write_store(Path(sys.argv[1]), figures())
