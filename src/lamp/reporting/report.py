"""Reports: everything that the formats show, computed once from the files of a folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lamp.benchmarks import published_table
from lamp.errors import ReportError
from lamp.reporting.axes import grids
from lamp.reporting.focus import Focus, focus_on
from lamp.reporting.metrics import Metric
from lamp.reporting.optimum import FILE as OPTIMUM
from lamp.reporting.optimum import read_optima
from lamp.reporting.store import Configuration, Results, read_results, shown
from lamp.reporting.tables import Choices, Table, make_table

USUAL = Choices()


@dataclass(frozen=True, slots=True)
class Report:
    """The tables of an experiment, and how they came to be."""

    name: str
    """The folder's."""
    tables: list[Table]
    results: Results
    choices: Choices
    """With axes that stand for something."""
    focus: list[Focus]
    """What is said about one column, for each table that has it."""

    @property
    def done(self) -> int:
        """Runs that have a result."""
        return sum(one.tally.runs for one in self.results.configurations)

    @property
    def failed(self) -> int:
        """Runs that have none, as something went wrong."""
        return sum(one.tally.failed for one in self.results.configurations)

    @property
    def planned(self) -> int:
        """Runs that there will be at the end."""
        return len(self.results.configurations) * self.results.runs


def make_report(folder: Path, choices: Choices = USUAL, optimum: Path | None = None) -> Report:
    """The report of the results in a folder; the optimum is looked for there, too."""
    results = read_results(folder)
    if not results.configurations:
        raise ReportError(
            f"{shown(folder)} holds no configurations yet",
            remedy="Wait until the experiment has begun",
        )
    beside = folder / OPTIMUM if folder.is_dir() else folder.with_name(OPTIMUM)
    path = optimum or (beside if beside.is_file() else None)
    optima = read_optima(path) if path else {}
    choices = choices._replace(axes=choices.axes.of(results.configurations))
    metrics = _metrics(results.configurations, choices)
    tables = [
        make_table(grid, metrics[grid.problem], choices, optima.get(grid.problem), results.runs)
        for grid in grids(results.configurations, choices.axes, results.beyond)
    ]
    focus = focus_on(tables, choices.focus, choices.t_test)
    return Report(folder.resolve().name or "results", tables, results, choices, focus)


def _metrics(configurations: list[Configuration], choices: Choices) -> dict[str, Metric]:
    """The metric of each problem: the paper's; else the success rate where there are dead ends."""
    found: dict[str, Metric] = {}
    for one in configurations:
        table = published_table(one.problem)
        if choices.metric:
            metric = choices.metric
        elif table:
            metric = Metric.COST if table.metric == Metric.COST.label else Metric.SUCCESS
        else:
            metric = Metric.SUCCESS if one.tally.dead_ends else found.get(one.problem, Metric.COST)
        found[one.problem] = metric
    return found
