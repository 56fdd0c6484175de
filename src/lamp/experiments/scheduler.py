"""What is still to be run: in which order, in which portions, and how long it may take."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from lamp.experiments.grid import Configuration, Grid, RunLimits
from lamp.experiments.rows import FAILED, Row
from lamp.experiments.store import Measured


class Unit(NamedTuple):
    """Some runs of one configuration, for one worker: they share its states."""

    configuration: Configuration
    runs: tuple[int, ...]
    seeds: tuple[int, ...]
    limits: RunLimits


class Left(NamedTuple):
    """How much is left to do."""

    runs: int
    seconds: float | None
    """Of one worker; unknown before anything was measured."""
    guessed: bool
    """Whether some problem was not measured yet, and counts as if it were like the others."""


class Work:
    """The runs that have not begun, and what runs have taken so far."""

    def __init__(self, grid: Grid, stored: Mapping[str, Measured]) -> None:
        self._grid = grid
        self._configurations = {
            configuration.key: configuration for configuration in grid.configurations
        }
        self._pending: dict[str, list[int]] = {}
        self._spent: dict[str, tuple[int, float]] = {}
        self._of_problem: dict[str, dict[int, tuple[int, float]]] = defaultdict(dict)
        """By problem and rollouts: how many runs were measured, and their seconds."""
        for key in self._configurations:
            done = stored.get(key, Measured(frozenset(), 0.0, 0))
            # Taken from the end: run 0 comes first.
            runs = [run for run in reversed(range(grid.runs)) if run not in done.runs]
            if runs:
                self._pending[key] = runs
            self._measure(key, done.counted, done.seconds)
        self._probes = self._unmeasured()

    def __len__(self) -> int:
        return sum(map(len, self._pending.values()))

    # Handing out

    def take(self, seconds: float, mine: str = "", others: Iterable[str] = ()) -> Unit | None:
        """A unit of about so many seconds, or nothing where nothing is left.

        A worker stays with its own configuration (`mine`) as long as there are runs, then with its
        problem, whose states it has stored; then it takes a configuration that no other worker
        runs, and in the end any.
        """
        while self._probes:
            probe = self._probes.pop()
            if probe in self._pending:
                return self._unit(probe, 1)
        key = mine if mine in self._pending else self._longest(mine, others)
        if not key:
            return None
        expected = self.expected(key)
        return self._unit(key, int(seconds / expected) if expected else 1)

    def give_back(self, unit: Unit, runs: Iterable[int]) -> None:
        """Put runs back that did not come to an end."""
        pending = self._pending.setdefault(unit.configuration.key, [])
        pending += sorted(runs, reverse=True)

    def drop(self, key: str) -> list[int]:
        """Take all runs of a configuration away; they will not be run."""
        return self._pending.pop(key, [])

    def _unit(self, key: str, number: int) -> Unit:
        pending, configuration = self._pending[key], self._configurations[key]
        runs = tuple(pending.pop() for _ in range(max(1, min(number, len(pending)))))
        if not pending:
            del self._pending[key]
        seeds = tuple(self._grid.seed_of(configuration, run) for run in runs)
        return Unit(configuration, runs, seeds, self._grid.limits)

    def _unmeasured(self) -> list[str]:
        """A configuration with the most and one with the fewest rollouts of each problem.

        One run of each comes first of all, the long ones before the short ones: before that, any
        estimate would be a guess. None where runs with as many rollouts were measured before.
        """
        ends: dict[tuple[bool, str], str] = {}
        for key in sorted(self._pending, key=self._rollouts):
            ends.setdefault((False, self._problem(key)), key)
            ends[True, self._problem(key)] = key
        fresh = {
            key: None
            for _, key in sorted(ends.items(), reverse=True)
            if self._rollouts(key) not in self._of_problem[self._problem(key)]
        }
        return list(fresh)[::-1]  # taken from the end

    def _longest(self, mine: str, others: Iterable[str]) -> str:
        """The configuration with the longest runs: they must not be left for the end."""
        free = [key for key in self._pending if key not in others] or list(self._pending)
        same_problem = [key for key in free if mine and self._problem(key) == self._problem(mine)]
        return max(
            same_problem or free,
            key=lambda key: (self.expected(key) or 0.0, self._rollouts(key)),
            default="",
        )

    def _problem(self, key: str) -> str:
        return self._configurations[key].problem.identity

    def _rollouts(self, key: str) -> int:
        return self._configurations[key].settings.rollouts

    # Measuring

    def record(self, row: Row) -> None:
        """Learn from a row how long runs take."""
        if row.outcome != FAILED and row.seconds_taken is not None:
            self._measure(row.key, 1, row.seconds_taken)

    def _measure(self, key: str, number: int, seconds: float) -> None:
        _add(self._spent, key, number, seconds)
        if number:
            _add(self._of_problem[self._problem(key)], self._rollouts(key), number, seconds)

    def expected(self, key: str) -> float | None:
        """The seconds that a run will take: as its configuration did, else as its problem did."""
        number, seconds = self._spent[key]
        if number:
            return seconds / number
        spent = self._of_problem[self._problem(key)]
        return _between(
            {rollouts: total / runs for rollouts, (runs, total) in spent.items()},
            self._rollouts(key),
        )

    def left(self) -> Left:
        """How much is left of what has not begun."""
        estimated, seconds, not_estimated = 0, 0.0, 0
        for key, runs in self._pending.items():
            expected = self.expected(key)
            if expected is None:
                not_estimated += len(runs)
            else:
                estimated += len(runs)
                seconds += expected * len(runs)
        if not estimated:
            total = sum(seconds for _, seconds in self._spent.values())
            number = sum(number for number, _ in self._spent.values())
            return Left(
                not_estimated,
                total / number * not_estimated if number else None,
                bool(not_estimated),
            )
        return Left(
            estimated + not_estimated,
            seconds * (1 + not_estimated / estimated),
            bool(not_estimated),
        )


def _add(table: dict[Any, tuple[int, float]], key: object, number: int, seconds: float) -> None:
    before = table.get(key, (0, 0.0))
    table[key] = before[0] + number, before[1] + seconds


def _between(seconds: Mapping[int, float], rollouts: int) -> float | None:
    """The seconds for a number of rollouts, on the line between the nearest that are known.

    More rollouts than any known take in proportion; fewer as long as the fewest: then decisions
    are worse and episodes longer.
    """
    below = max((number for number in seconds if number <= rollouts), default=None)
    above = min((number for number in seconds if number >= rollouts), default=None)
    if below is None:
        return None if above is None else seconds[above]
    if above is None:
        return seconds[below] * rollouts / below
    share = (rollouts - below) / (above - below) if above > below else 0.0
    return seconds[below] + share * (seconds[above] - seconds[below])
