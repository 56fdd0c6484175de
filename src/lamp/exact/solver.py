"""Exact solving: by all states that can be reached, or by search where that answers first."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field, replace

from lamp.errors import ExactError, OutOfTime, SettingsError, TooManyStates
from lamp.exact.bounds import Bounds
from lamp.exact.cost_iteration import PRECISION
from lamp.exact.costs import CostScale, least_cost
from lamp.exact.enumeration import solve_graph
from lamp.exact.heuristic_search import HeuristicSearch
from lamp.exact.limits import LimitReached, Limits
from lamp.exact.progress import Progress, silent, until
from lamp.exact.search_space import PER_NEW_STATE
from lamp.exact.solution import Method, Solution
from lamp.exact.states import States
from lamp.search import SearchSettings
from lamp.task import Task
from lamp.util import Deadline, load_kernels

KERNELS = ("lamp.statespace.kernel", "lamp.exact.kernel")
"""The packages whose machine code `solve` runs."""
FIRST_STATES = 100_000
"""States that are enumerated before a search begins: less than a second."""
SEARCH_SHARE = 1.0
"""The work that a search may do, as a share of what the states known by enumeration took."""
FIRST_PART, EXPLORATION_PART, VALUES_PART = 0.3, 0.9, 0.95
"""When the first turn, enumeration and its values must end, as shares of the time that is left."""


def solve(
    task: Task,
    settings: SearchSettings | None = None,
    precision: float = PRECISION,
    limits: Limits | None = None,
    progress: Progress = silent,
    method: Method | None = None,
) -> Solution:
    """Optimal values of a task, with bounds on their errors.

    The settings say what utility is (`budget`, `goal_utility`, `risk_factor`, `utility`). Unless a
    method is given, states are enumerated and values searched for in turns. When the time is over,
    the bounds that are known are returned; `OutOfTime` is raised if there are none, which only
    happens if enumeration is asked for.
    """
    if not 0 < precision < 1:
        raise SettingsError(f"precision is {precision}", remedy="Allowed is a number from 0 to 1")
    load_kernels(*KERNELS)
    start = time.perf_counter()
    solver = _Solver(task, settings or SearchSettings(), precision, limits or Limits(), progress)
    if method is Method.ENUMERATION:
        solution = solver.by_enumeration()
    elif method is Method.SEARCH:
        solution = solver.by_search()
    else:
        solution = solver.by_turns() if task.has_unit_costs else solver.enumeration_first()
    return replace(solution, seconds=time.perf_counter() - start)


@dataclass(slots=True)
class _Solver:
    """What is to be solved, and until when."""

    task: Task
    settings: SearchSettings
    precision: float
    limits: Limits
    progress: Progress
    deadline: Deadline = field(init=False)

    def __post_init__(self) -> None:
        self.deadline = Deadline(self.limits.seconds)

    def by_enumeration(self) -> Solution:
        """Optimal values from all states that can be reached."""
        states = States(self.task)
        states.explore(self.limits.states, until(self.deadline, self.progress))
        return self._enumerated(states, None)

    def by_search(self) -> Solution:
        """Optimal values by search."""
        if not least_cost(self.task) > 0:
            raise ExactError(
                f"{self.task.name} has actions that may cost 0: a search needs positive costs",
                remedy="Leave out --method search: enumeration needs no such assumption",
            )
        search = self._search()
        search.run(self.precision)
        return search.solution()

    def enumeration_first(self) -> Solution:
        """Optimal values by enumeration; by search if states are too many and all costs above 0."""
        if not least_cost(self.task) > 0:
            return self.by_enumeration()
        states, search_time = States(self.task), self.deadline.part(FIRST_PART)
        try:
            states.explore(self.limits.states, until(search_time, self.progress))
            return self._enumerated(states, None)
        except (TooManyStates, OutOfTime):
            del states  # its memory is for the search
        return self.by_search()

    def by_turns(self) -> Solution:
        """Optimal values by enumeration and search in turns, whichever has them first.

        The states that are known double from turn to turn, and a search may do as much work as it
        took to meet them, which is less than half of what their values take. As measured, solving
        takes up to 1.8 times as long as enumeration alone, and some four times as long as search
        alone. Work is counted, not timed: a task is always solved by the same method,
        unless time ends.
        """
        states, search = States(self.task), None
        most, end = float(FIRST_STATES), self.deadline.part(FIRST_PART)
        try:
            while not states.explore(self.limits.states, until(end, self.progress), most):
                search = search or self._search()
                search.run(self.precision, SEARCH_SHARE * PER_NEW_STATE * len(states))
                if search.is_done and not search.limit:
                    return search.solution()
                most = math.inf if search.is_done else 2 * len(states)
                end = self.deadline.part(EXPLORATION_PART)
            return _tightened(self._enumerated(states, search), search)
        except (TooManyStates, OutOfTime):
            del states  # its memory is for the search
        search = search or self._search()
        search.run(self.precision)
        return search.solution()

    def _search(self) -> HeuristicSearch:
        return HeuristicSearch(self.task, self.settings, self.limits, self.deadline, self.progress)

    def _enumerated(self, states: States, search: HeuristicSearch | None) -> Solution:
        """The values of all states, as far as there is time."""
        deadline = self.deadline.part(VALUES_PART) if search else self.deadline
        graph = states.graph(states.goals)
        scale = CostScale(states.divisor, self.settings.cost_unit_of(self.task))
        solved = solve_graph(graph, self.settings, scale, self.precision, deadline, self.progress)
        return Solution(
            method=Method.ENUMERATION,
            states=len(states),
            dead_ends=solved.dead_ends,
            probability_bounds=solved.probability,
            cost_bounds=solved.cost,
            utility_bounds=solved.utility,
            limit=solved.limit,
            seconds=0.0,
            _states=states,
            _values=solved.values,
            _share=solved.share,
            cost_unit=scale.unit,
            notes=solved.notes,
        )


def _tightened(solution: Solution, search: HeuristicSearch | None) -> Solution:
    """The solution; with the bounds of a search as well, where it has reached a limit."""
    if not solution.limit or not search:
        return solution
    other = search.solution(LimitReached.SECONDS)
    return replace(
        solution,
        probability_bounds=solution.probability_bounds & other.probability_bounds,
        cost_bounds=_both(solution.cost_bounds, other.cost_bounds),
        utility_bounds=solution.utility_bounds & other.utility_bounds,
    )


def _both(first: Bounds | None, second: Bounds | None) -> Bounds | None:
    return first & second if first and second else None
