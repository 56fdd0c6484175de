"""Exact solving: by all states that can be reached or, if they are too many, by search."""

from __future__ import annotations

import time
from dataclasses import replace

from lamp.errors import SettingsError, TooManyStates
from lamp.exact.heuristic_search import search
from lamp.exact.limits import Limits
from lamp.exact.progress import Progress, silent
from lamp.exact.qualitative import analyse
from lamp.exact.solution import Method, Solution
from lamp.exact.states import States
from lamp.exact.value_iteration import (
    PRECISION,
    best_utility,
    bound_probabilities,
    cost_bounds,
    iterate_costs,
    probability_bounds,
)
from lamp.search import SearchSettings
from lamp.task import Task
from lamp.util import load_kernels

KERNELS = ("lamp.statespace.kernel", "lamp.exact.kernel")
"""The packages whose machine code `solve` runs."""


def solve(
    task: Task,
    settings: SearchSettings | None = None,
    precision: float = PRECISION,
    limits: Limits | None = None,
    progress: Progress = silent,
    method: Method | None = None,
) -> Solution:
    """Optimal values of a task, with bounds on their errors.

    The settings `budget`, `goal_utility`, `risk_factor` and `utility` define the utility. Without a
    method, all states are enumerated; if they are too many, the values are searched for.
    """
    if not 0 < precision < 1:
        raise SettingsError(f"precision is {precision}", remedy="Allowed is a number from 0 to 1")
    settings, limits = settings or SearchSettings(), limits or Limits()
    load_kernels(*KERNELS)
    start = time.perf_counter()
    if method is not Method.SEARCH:
        try:
            return enumerate_all(task, settings, precision, limits, progress)
        except TooManyStates:
            if method is Method.ENUMERATION:
                raise
    solution = search(task, settings, precision, limits, progress)
    return replace(solution, seconds=time.perf_counter() - start)


def enumerate_all(
    task: Task, settings: SearchSettings, precision: float, limits: Limits, progress: Progress
) -> Solution:
    """Optimal values from all states that can be reached; raise TooManyStates if that fails."""
    start = time.perf_counter()
    states = States(task)
    states.explore(limits.states, progress)
    graph = states.graph(states.goals)
    analysis = analyse(graph, progress)
    values = bound_probabilities(graph, analysis, progress)
    share = iterate_costs(graph, analysis, values, precision, progress)
    return Solution(
        Method.ENUMERATION,
        len(states),
        analysis.num_dead_ends,
        probability_bounds(values, 0),
        cost_bounds(values, share, 0),
        best_utility(graph, analysis, settings, progress),
        time.perf_counter() - start,
        states,
        values,
        share,
    )
