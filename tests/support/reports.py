"""Stores of results for tests of reports: single cells, variants, and names that need escaping."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from lamp.reporting import Choices, Report, Table, make_report
from lamp.reporting.latex import to_latex
from lamp.reporting.markdown import to_markdown
from lamp.reporting.page import to_html
from lamp.reporting.records import to_csv, to_json
from lamp.reporting.run_statistics import RunStatistics
from lamp.reporting.text import to_text
from tests.support.stored_results import Stored, goals, write_store

FORMATS = (to_text, to_markdown, to_latex, to_csv, to_json, to_html)
"""All formats of a report."""

ODD = r"""a|b_c <script>alert(1)</script> & "x" 'y' \textbf{%$#^~} [l](u) `c` *e* é 中"""
"""A name with the special characters of all formats."""

BEYOND_PAPER: dict[str, object] = {"greediness": "auto", "dead_ends": 1, "backups": "bellman"}
"""Settings that go beyond the paper."""

LOW, MIDDLE, HIGH = [10, 11, 12] * 5, [20, 21, 22] * 5, [50, 51, 52] * 5
"""Costs of 15 runs each; any two of them differ significantly."""


def statistics_of(costs: Sequence[int], budget: int = 200) -> RunStatistics:
    """The statistics of runs; those that cost the budget did not arrive."""
    return RunStatistics(
        runs=len(costs),
        goals=sum(cost < budget for cost in costs),
        cost_sum=sum(costs),
        cost_squares=sum(cost * cost for cost in costs),
        actions=sum(costs),
    )


class Sample(NamedTuple):
    """Random results of some runs."""

    goals: int
    runs: int
    costs: list[int]


def random_samples(number: int) -> Iterator[tuple[Sample, Sample]]:
    """Pairs of random results, the same ones in every run."""
    rng = random.Random(1)
    for _ in range(number):
        sizes = [rng.choice((2, 7, 20, 75)) for _ in range(2)]
        arrived = [rng.randint(0, size) for size in sizes]
        costs = [[rng.randint(5, 200) for _ in range(size)] for size in sizes]
        first, second = map(Sample, arrived, sizes, costs)
        yield first, second


def cell(costs: Sequence[int], **settings: object) -> Stored:
    """A configuration whose runs arrive with these costs."""
    return Stored(goals(*costs), settings=dict(settings))


def only_table(folder: Path, choices: Choices | None = None) -> Table:
    """The table of a report that has a single one."""
    (table,) = make_report(folder, choices or Choices()).tables
    return table


def odd_report(folder: Path) -> Report:
    """A report of a problem with an odd name, in which the second column is better than UCT."""
    stored = [
        Stored(goals(*costs), ODD, settings={"greediness": greediness})
        for greediness, costs in ((0.0, (50, 51, 52)), (0.5, (10, 11, 12)))
    ]
    odd_folder = folder / ODD.replace("/", "").replace("\\", "")[:40]
    return make_report(write_store(odd_folder, stored, runs=3))


def variants(**costs: Sequence[Sequence[int]]) -> list[Stored]:
    """Configurations of variants, named as the settings are that they stand for, row by row."""
    meant: dict[str, dict[str, object]] = {
        "uct": {"greediness": 0.0},
        "low": {"greediness": 0.2},
        "high": {"greediness": 0.8},
        "auto": BEYOND_PAPER,
        "other": {**BEYOND_PAPER, "dead_ends": 0},
        "third": {**BEYOND_PAPER, "backups": "mean"},
    }
    return [
        Stored(goals(*row), settings={"rollouts": 10 * number, **meant[name]}, variant=name)
        for name, rows in costs.items()
        for number, row in enumerate(rows, start=1)
    ]


def more_variants(
    costs: Sequence[int], number: int, rollouts: Sequence[int] = (10,)
) -> list[Stored]:
    """Variants v1, v2, … that go beyond the paper, all with the same costs."""
    return [
        Stored(
            goals(*costs),
            settings={**BEYOND_PAPER, "rollouts": some, "horizon": horizon},
            variant=f"v{horizon}",
        )
        for horizon in range(1, number + 1)
        for some in rollouts
    ]


def ablation(problems: Sequence[str]) -> list[Stored]:
    """For each problem, two rows in which auto is once better than UCT and once worse than other.

    In the first problem, other has no runs in the second row.
    """
    stored = [
        configuration._replace(problem=problem)
        for problem in problems
        for configuration in variants(
            uct=[HIGH, LOW], low=[LOW, LOW], auto=[LOW, MIDDLE], other=[LOW, LOW]
        )
    ]
    first = next(
        index for index, configuration in enumerate(stored) if configuration.variant == "other"
    )
    stored[first + 1] = stored[first + 1]._replace(runs=[])
    return stored
