"""The best expected utility within the budget, by backwards induction."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from lamp.exact import kernel
from lamp.exact.bounds import Bounds, rounded
from lamp.exact.kernel import Graph, Level
from lamp.exact.progress import Progress, pieces
from lamp.exact.qualitative import QualitativeAnalysis
from lamp.search import SearchSettings
from lamp.util.records import Floats, Int16s, Int32s

NO_CHOICES = np.empty(0, dtype=np.int16)


class Stage(NamedTuple):
    """One action of the budget: how many of the first states are looked at, and what ends give."""

    num_states: int
    remaining: int
    """Actions, this one included."""
    success: float
    failure: float


def best_utility(
    graph: Graph, analysis: QualitativeAnalysis, settings: SearchSettings, progress: Progress
) -> Bounds:
    """The best expected utility from the first state, by backwards induction over the budget.

    Only states that can be met so soon, and that can still reach the goal in time, are looked at.
    """
    budget, utilities = settings.budget, settings.utilities()
    prefix = _prefixes(graph, budget, progress)
    later = np.full(len(graph.final), utilities[budget], dtype=np.float64)
    later[graph.final != 0] += settings.goal_utility
    now = later.copy()
    for cost in range(budget - 1, -1, -1):
        success = utilities[cost] + settings.goal_utility
        stage = Stage(prefix[cost], budget - cost, success, utilities[budget])
        induce(graph, analysis.distance, stage, (later, now, NO_CHOICES), progress)
        later, now = now, later
    return rounded(float(later[0]), budget)


def induce(
    graph: Graph,
    distance: Int32s,
    stage: Stage,
    arrays: tuple[Floats, Floats, Int16s],
    progress: Progress,
) -> None:
    """One step of backwards induction: from the values one action later to those now.

    The arrays are both of these, and the best edges, if there is room for them.
    """
    doing = f"utilities {stage.remaining} actions before the end"
    for first, last in pieces(stage.num_states, progress, doing):
        level = Level(
            first=first,
            last=last,
            remaining=stage.remaining,
            success=stage.success,
            failure=stage.failure,
        )
        kernel.backward_induction_step(graph, distance, level, *arrays)


def _prefixes(graph: Graph, budget: int, progress: Progress) -> list[int]:
    """For each cost up to the budget, how many states can be met with it; the first ones.

    States are numbered in the order in which they were met, and only the new ones are looked at.
    """
    prefixes, done = [1], 0
    while len(prefixes) < budget + 1 and done < prefixes[-1]:
        grown = prefixes[-1]
        for first, last in pieces(prefixes[-1] - done, progress, "looking for what is met soon"):
            grown = max(grown, int(kernel.reachable_prefix(graph, done + first, done + last)))
        done = prefixes[-1]
        prefixes.append(grown)
    return prefixes + [prefixes[-1]] * (budget + 1 - len(prefixes))
