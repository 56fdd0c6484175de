"""Runs: the contents of their rows, and runs that exceed their limits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lamp.execution import run_episode
from lamp.experiments.grid import Configuration, Grid
from lamp.experiments.grid_file import parse_grid
from lamp.experiments.rows import Row
from lamp.experiments.runner import Runner, planner_of
from lamp.experiments.scheduler import Unit, Work
from lamp.landmarks import lm_rhw
from lamp.search import Lamp, LandmarkPlan
from tests.support.experiments import TINY, run_here, run_in_processes


def test_a_row_holds_the_results_of_its_episode(tmp_path: Path, tiny: Grid) -> None:
    rows = run_here(tmp_path, tiny)
    for configuration in tiny.configurations:
        task = configuration.problem.task()
        planner = planner_of(configuration, task, lm_rhw(task))
        for run in range(tiny.runs):
            episode = run_episode(planner, tiny.seed_of(configuration, run))
            (row,) = [
                row
                for row in rows
                if (row["rollouts"], row["run"]) == (configuration.settings.rollouts, run)
            ]
            assert (row["outcome"], row["cost"]) == (episode.end.value, episode.cost)
            assert (row["rollouts_done"], row["states"]) == (episode.rollouts, episode.states)
            assert len(json.loads(row["landmark_order"])) == len(episode.subgoals)


def test_experiments_run_lamp_uct_and_sequential_with_and_without_landmarks(tmp_path: Path) -> None:
    text = f'planner = ["lamp", "uct", "sequential"]\nlandmarks = ["rhw", "none"]\n{TINY}'
    rows = run_here(tmp_path, parse_grid(text.replace("runs = 3", "runs = 1")))
    assert len(rows) == 2 * (2 + 1 + 2)
    assert {row["outcome"] for row in rows} <= {"goal", "dead_end", "budget"}


class NotingRunner(Runner):
    """Notes how many states each planner knows before its first run."""

    def __init__(self) -> None:
        super().__init__()
        self.known: list[int] = []

    def _planner_for(self, configuration: Configuration) -> LandmarkPlan:
        is_other = self._of != configuration.key
        planner = super()._planner_for(configuration)
        if is_other:
            assert isinstance(planner, Lamp)
            self.known.append(planner.trees[0].num_known)
        return planner


def test_runs_of_a_problem_share_known_states_without_changing_their_rows() -> None:
    grid = parse_grid(
        'problems = ["elevators:p2"]\nruns = 2\n'
        "[settings]\nrollouts = [50, 20]\ngreediness = [0.5, 0, 1]\n"
    )
    units = [
        Unit(configuration, (0, 1), (7, 8), grid.limits) for configuration in grid.configurations
    ]
    shared = NotingRunner()
    rows = [row for unit in units for row in shared.run(unit, lambda _: None, lambda: False)]
    alone = [row for unit in units for row in Runner().run(unit, lambda _: None, lambda: False)]
    assert [row._replace(seconds_taken=None) for row in rows] == [
        row._replace(seconds_taken=None) for row in alone
    ]
    # The first planner with landmarks and the first without begin without known states.
    assert [known > 0 for known in shared.known] == [False, False, True, True, True, True]


def unit_of(text: str) -> Unit:
    """The first run of a grid."""
    unit = Work(parse_grid(text), {}).take(1.0)
    assert unit
    return unit


def first_row(text: str) -> Row:
    """The row of the first run of a grid."""
    return next(Runner().run(unit_of(text), lambda _: None, lambda: False))


LONG = """
paper = true
problems = ["zenotravel:p5"]
[settings]
rollouts = 100_000_000
[limits]
seconds = 0.2
"""


def test_a_run_that_exceeds_its_time_limit_fails() -> None:
    row = first_row(LONG)
    assert (row.outcome, row.error) == ("failed", "over the limit of 0.2 s")


LARGE = """
paper = true
problems = ["prob_blocksworld:p9"]
runs = 1
[settings]
rollouts = 20_000
horizon = 100
budget = 1
[limits]
megabytes = 50
"""
"""Takes more than 300 MB; what finding its landmarks leaves behind is far less."""


@pytest.mark.slow
def test_a_run_that_exceeds_its_memory_limit_fails(tmp_path: Path) -> None:
    # In a new process: a process that has freed memory can use it again, beyond the limit.
    (row,) = run_in_processes(tmp_path, parse_grid(LARGE))
    assert (row["outcome"], row["error"]) == ("failed", "out of memory; the limit is 50 MB")


def test_a_run_whose_planner_cannot_be_made_fails_with_an_error() -> None:
    row = first_row(f'landmarks = "fd:no_such_generator"\n{TINY}')
    assert row.outcome == "failed"
    assert row.error
