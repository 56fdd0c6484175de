"""Exact solving: all reachable states are enumerated, then values are iterated on them."""

from __future__ import annotations

import time

from lamp.errors import SettingsError
from lamp.exact.anatomy import analyse
from lamp.exact.iteration import (
    PRECISION,
    best_utility,
    bound_probabilities,
    cost_bounds,
    iterate_costs,
    probability_bounds,
)
from lamp.exact.progress import Progress, silent
from lamp.exact.solution import Solution
from lamp.exact.states import States
from lamp.search import SearchSettings
from lamp.task import Task


def solve(
    task: Task,
    settings: SearchSettings | None = None,
    precision: float = PRECISION,
    max_states: int | None = None,
    progress: Progress = silent,
) -> Solution:
    """Optimal values of a task, from all states that can be reached.

    The settings say what utility is (`budget`, `goal_utility`, `risk_factor`, `utility`). The
    number of states is limited by the memory that is free, or by `max_states`.
    """
    if not 0 < precision < 1:
        raise SettingsError(f"precision is {precision}", remedy="Allowed is a number from 0 to 1")
    start = time.perf_counter()
    states = States(task)
    states.explore(max_states, progress)
    graph = states.graph(states.goals)
    anatomy = analyse(graph, progress)
    values = bound_probabilities(graph, anatomy, progress)
    share = iterate_costs(graph, anatomy, values, precision, progress)
    return Solution(
        len(states),
        anatomy.num_dead_ends,
        probability_bounds(values, 0),
        cost_bounds(values, share, 0),
        best_utility(graph, anatomy, settings or SearchSettings(), progress),
        time.perf_counter() - start,
        states,
        values,
        share,
    )
