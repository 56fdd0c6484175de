"""The paper's numbers beside ours, cell by cell."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from lamp.benchmarks import PAPER_BUDGET, PublishedTable
from lamp.reporting.boschloo import boschloo
from lamp.reporting.metrics import Metric
from lamp.reporting.run_statistics import RunStatistics
from lamp.util import student_outside

FEW = 5
"""With fewer arrivals than this, the variance of our costs is no estimate of theirs."""


class Published(NamedTuple):
    """A cell of the paper."""

    value: float
    significant: bool
    """Whether it is boldfaced there: LAMP dominates UCT."""
    best: bool
    """Whether it is the best of its row, by the published digits."""
    runs: int
    difference: float = 0.0
    """Ours minus theirs."""
    p_value: float | None = None
    """The p-value of the difference, under the hypothesis that both have the same mean."""

    def beside(self, ours: RunStatistics, metric: Metric) -> Published:
        """The same with the difference to our cell, and its p-value."""
        difference = metric.average(ours) - self.value
        p_value = self._rates(ours) if metric is Metric.SUCCESS else self._costs(ours)
        return self._replace(difference=difference, p_value=p_value)

    def _rates(self, ours: RunStatistics) -> float:
        """Boschloo's test: two digits of a rate over 75 runs determine the number of successes."""
        return boschloo(ours.goals, ours.runs, round(self.value * self.runs), self.runs)

    def _costs(self, ours: RunStatistics) -> float | None:
        """A t-test that takes our spread for theirs, which is not published."""
        if ours.runs < 2:
            return None
        if ours.goals < FEW <= ours.runs - ours.goals:
            return self._arrivals(ours)
        distance = max(abs(ours.costs.mean - self.value) - 0.05, 0.0)  # theirs has one decimal
        error = math.sqrt(ours.costs.variance * (1 / ours.runs + 1 / self.runs))
        if error == 0:
            return float(distance == 0)
        return student_outside(distance / error, ours.runs - 1)

    def _arrivals(self, ours: RunStatistics) -> float:
        """Boschloo's test on arrivals, where theirs are as much like ours as their mean allows.

        An arrival saves at most the budget, so that a mean needs some number of them at least.
        """
        saved = max(PAPER_BUDGET - self.value - 0.05, 0.0) / PAPER_BUDGET
        least, like_ours = self.runs * saved, self.runs * ours.goals / ours.runs
        theirs = min(self.runs, max(math.ceil(least), round(like_ours)))
        return boschloo(ours.goals, ours.runs, theirs, self.runs)


def published_cells(
    table: PublishedTable, rows: Sequence[object], columns: Sequence[float | None]
) -> dict[tuple[int, int], Published]:
    """The paper's cells that have a place in a table of ours, by the positions there.

    A column is given by its greediness, if it is the paper's algorithm.
    """
    published = {}
    extreme = min if table.metric == Metric.COST.label else max
    for row in table.rows:
        if row.rollouts not in rows:
            continue
        best = extreme(row.values)
        cells = zip(table.greediness, row.values, row.significant, strict=True)
        for greediness, value, significant in cells:
            if greediness in columns:
                position = rows.index(row.rollouts), columns.index(greediness)
                published[position] = Published(value, significant, value == best, table.runs)
    return published
