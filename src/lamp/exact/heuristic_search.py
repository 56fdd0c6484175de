"""Optimal values of tasks with too many states: by search, with bounds from projections."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import Enum
from functools import partial

from lamp.exact.bounds import Bounds
from lamp.exact.cost_gubs import CostUtilitySearch
from lamp.exact.cost_utility import CostUtility, Payoffs
from lamp.exact.costs import CostScale, cost_divisor
from lamp.exact.enumeration import unknown_values
from lamp.exact.gubs import GubsSearch
from lamp.exact.kernel import Values
from lamp.exact.limits import LimitLog, LimitReached, Limits
from lamp.exact.maxprob import MaxProbSearch
from lamp.exact.pattern_database import select_pattern_databases
from lamp.exact.progress import Progress, until
from lamp.exact.search_space import SearchSpace
from lamp.exact.solution import Method, Solution
from lamp.exact.ssp import SspSearch
from lamp.search import SearchSettings
from lamp.task import Task
from lamp.util import Deadline


class Phase(float, Enum):
    """When each phase ends at the latest, as a share of the time; what is left is for bounds."""

    PROJECTIONS = 0.3
    SSP = 0.6
    MAXPROB = 0.8
    GUBS = 0.9


class HeuristicSearch:
    """A search for the optimal values, phase by phase, which pauses when it has done some work.

    A phase that reaches a limit ends with the bounds it has, and the next one begins.
    """

    def __init__(
        self,
        task: Task,
        settings: SearchSettings,
        limits: Limits,
        deadline: Deadline,
        progress: Progress,
    ) -> None:
        self._settings = settings
        self._deadline = deadline
        self._progress = progress
        self._log = LimitLog()
        self._ends = {phase: deadline.part(phase) for phase in Phase}
        projections = select_pattern_databases(
            task, math.exp(settings.risk_factor), self._ends[Phase.PROJECTIONS], progress
        )
        self._payoffs = Payoffs(
            settings, CostScale(cost_divisor(task), settings.cost_unit_of(task))
        )
        self._space = SearchSpace(task, projections, limits.states, progress)
        self._ssp = SspSearch(self._space)
        self._maxprob = MaxProbSearch(self._space)
        self._gubs: GubsSearch | CostUtilitySearch | None = None
        self._over: set[Phase] = set()

    @property
    def is_done(self) -> bool:
        """Whether all is known, or every phase has come to its end or to a limit."""
        return Phase.GUBS in self._over

    @property
    def limit(self) -> LimitReached | None:
        """The first limit that a phase has reached."""
        return self._log.first

    def run(self, precision: float, most_work: float = math.inf) -> None:
        """Search until all is done, or to a pause when so much work has been done in all."""
        self._space.most_work = most_work
        if self._ends_with(Phase.SSP, self._ssp.run):
            if self._ssp.is_impossible:
                self._ends_with(Phase.MAXPROB, self._maxprob.run)
            else:
                self._over.add(Phase.MAXPROB)
            if Phase.MAXPROB in self._over:
                self._gubs = self._gubs or self._gubs_search()
                self._ends_with(Phase.GUBS, partial(self._gubs.run, precision))

    def _ends_with(self, phase: Phase, search: Callable[[], None]) -> bool:
        """Whether a phase is over, after it has gone on unless it was."""
        if phase not in self._over:
            self._space.progress = until(self._ends[phase], self._progress)
            paused = False
            with self._log.noted():
                search()
                paused = self._space.shall_pause
            if not paused:
                self._over.add(phase)
        return phase in self._over

    def _gubs_search(self) -> GubsSearch | CostUtilitySearch:
        space, probability = self._space, self._probability().upper
        if space.states.task.has_unit_costs and self._payoffs.counts_actions:
            return GubsSearch(space, self._settings, probability)
        distance = float(space.estimates.distance[0])
        least = space.least_cost * distance if distance < math.inf else 0.0
        return CostUtilitySearch(
            space, self._payoffs, self._payoffs.scale.exact(least), probability
        )

    def solution(self, limit: LimitReached | None = None) -> Solution:
        """What is known by now; `limit` is why a search is not gone on with."""
        self._log.first = self._log.first or limit
        if self._log.first:
            self._bound()
        values, share = self._values()
        gubs, cost, factor = (
            self._gubs or self._gubs_search(),
            self._cost(),
            self._payoffs.scale.cost(1.0),
        )
        values.cost *= factor
        return Solution(
            method=Method.SEARCH,
            states=len(self._space),
            dead_ends=None,
            probability_bounds=self._probability(),
            cost_bounds=cost and cost.times(factor),
            utility_bounds=gubs.bounds,
            limit=self._log.first,
            seconds=0.0,
            cost_unit=self._payoffs.scale.unit,
            notes=_notes(gubs),
            _states=self._space.states,
            _values=values,
            _share=share,
        )

    def _bound(self) -> None:
        """In the time that is left, improve the bounds of what is not done."""
        self._gubs = self._gubs or self._gubs_search()
        with self._log.noted():
            if not self._gubs.is_done:
                self._gubs.conclude(until(self._deadline.part(0.5), self._progress))
        with self._log.noted():
            if not self._ssp.is_done and self._maxprob.values is None:
                lower = self._maxprob.guaranteed(until(self._deadline, self._progress))
                self._maxprob.probability &= Bounds(lower, 1.0)

    def _probability(self) -> Bounds:
        if self._ssp.is_done:
            return Bounds(1.0, 1.0)
        return self._maxprob.probability & Bounds(0.0, float(self._space.estimates.probability[0]))

    def _cost(self) -> Bounds | None:
        if self._ssp.is_done:
            return self._ssp.bounds
        if self._maxprob.values is not None:
            return self._maxprob.cost
        if self._probability().lower == 1.0:
            return self._ssp.bounds
        # The cost of almost sure success says nothing of the cost where that is impossible.
        distance = float(self._space.estimates.distance[0])
        least = self._space.least_cost * distance
        return Bounds(least, math.inf) if distance < math.inf else None

    def _values(self) -> tuple[Values, float]:
        """The values of the states that the best policy comes to, and by which share they err."""
        if self._ssp.is_done:
            return self._ssp.values, self._ssp.share
        values, solved = unknown_values(len(self._space)), self._maxprob.values
        if solved is not None:
            reached = self._maxprob.reached
            for name in Values.arrays:
                getattr(values, name)[reached] = getattr(solved, name)[reached]
        return values, self._maxprob.share


def _notes(gubs: GubsSearch | CostUtilitySearch) -> tuple[str, ...]:
    if isinstance(gubs, GubsSearch):
        return ()
    return tuple(CostUtility(gubs.bounds, gubs.rounded_to).notes)
