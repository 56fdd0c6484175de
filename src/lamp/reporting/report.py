"""Reports: everything that the formats show, computed once from the files of a folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lamp.benchmarks import published_table
from lamp.errors import ReportError
from lamp.reporting.axes import grids
from lamp.reporting.column_comparison import ColumnComparison, compare_column
from lamp.reporting.metrics import Metric
from lamp.reporting.optimum import FILE as OPTIMUM
from lamp.reporting.optimum import read_optima
from lamp.reporting.store import Configuration, Results, read_results, shown
from lamp.reporting.tables import Choices, Table, make_table

USUAL = Choices()


@dataclass(frozen=True, slots=True)
class Report:
    """The tables of an experiment, with the results that they are made from."""

    name: str
    """The name of the folder."""
    tables: list[Table]
    results: Results
    choices: Choices
    """With the names of both axes."""
    column_comparisons: list[ColumnComparison]
    """One column against the others, for each table that has it."""

    @property
    def has_costs(self) -> bool:
        """Whether the cost of some run is not the number of its actions."""
        each = (configuration.statistics for configuration in self.results.configurations)
        return any(statistics.costs != statistics.lengths for statistics in each)

    @property
    def done(self) -> int:
        """Runs that have a result."""
        return sum(configuration.statistics.runs for configuration in self.results.configurations)

    @property
    def failed(self) -> int:
        """Runs that ended with an error."""
        return sum(configuration.statistics.failed for configuration in self.results.configurations)

    @property
    def planned(self) -> int:
        """Runs of the whole experiment."""
        return len(self.results.configurations) * self.results.runs


def make_report(folder: Path, choices: Choices = USUAL, optimum: Path | None = None) -> Report:
    """The report of the results in a folder, with the optima in a file there, if there is one."""
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
    comparisons = compare_column(tables, choices.focus, choices.t_test)
    return Report(folder.resolve().name or "results", tables, results, choices, comparisons)


def _metrics(configurations: list[Configuration], choices: Choices) -> dict[str, Metric]:
    """The metric of each problem: the paper's; else the success rate where there are dead ends."""
    metrics: dict[str, Metric] = {}
    for configuration in configurations:
        problem = configuration.problem
        table = published_table(problem)
        if choices.metric:
            metric = choices.metric
        elif table:
            metric = Metric.COST if table.metric == Metric.COST.label else Metric.SUCCESS
        elif configuration.statistics.dead_ends:
            metric = Metric.SUCCESS
        else:
            metric = metrics.get(problem, Metric.COST)
        metrics[problem] = metric
    return metrics
