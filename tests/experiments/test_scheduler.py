"""Which runs a worker is given next, and how long the rest will take."""

from __future__ import annotations

from lamp.experiments.grid_file import parse_grid
from lamp.experiments.rows import Row
from lamp.experiments.scheduler import Work
from lamp.experiments.store import Measured
from tests.support.experiments import SMALL, TINY


def test_each_problem_is_probed_by_a_long_and_a_short_run_before_the_longest_runs() -> None:
    work = Work(parse_grid(SMALL), {})
    probes = []
    for _ in range(4):
        unit = work.take(1.0)
        assert unit
        assert len(unit.runs) == 1
        problem, rollouts = unit.configuration.problem.name, unit.configuration.settings.rollouts
        probes.append((problem, rollouts))
        slow = 3.0 if "triangle" in problem else 1.0
        work.record(Row(unit.configuration.key, 0, 0, "goal", seconds_taken=slow * rollouts))
    assert [rollouts for _, rollouts in probes] == [20, 20, 5, 5]
    assert len(set(probes)) == 4
    unit = work.take(1.0)
    assert unit
    assert unit.configuration.problem.name == "triangle_tireworld:p1"
    assert unit.configuration.settings.rollouts == 20


def begun(text: str, seconds: dict[int, float]) -> Work:
    """What is left after one run with the most and one with the fewest rollouts was measured."""
    work = Work(parse_grid(text), {})
    for _ in seconds:
        unit = work.take(1.0)
        assert unit
        taken = seconds[unit.configuration.settings.rollouts]
        work.record(Row(unit.configuration.key, unit.runs[0], 0, "goal", seconds_taken=taken))
    return work


def test_a_worker_keeps_its_configuration_and_other_workers_get_a_different_one() -> None:
    work = begun(TINY, {6: 1.0, 5: 1.0})
    first = work.take(1.0)
    assert first
    key = first.configuration.key
    same, other = work.take(1.0, key), work.take(1.0, "", [key])
    assert same
    assert other
    assert same.configuration.key == key
    assert other.configuration.key != key


def test_a_worker_stays_with_its_problem() -> None:
    grid = parse_grid(SMALL)
    work = Work(grid, {})
    for _ in range(4):  # one long and one short run of each problem come first
        work.take(0.0)
    configuration = next(
        candidate
        for candidate in grid.configurations
        if candidate.problem.identity.startswith("tire")
    )
    work.drop(configuration.key)
    unit = work.take(0.0, configuration.key)
    assert unit
    assert unit.configuration.problem == configuration.problem


def test_the_remaining_time_is_estimated_from_measured_runs() -> None:
    text = TINY.replace("[5, 6]", "[10, 20, 40]")
    assert Work(parse_grid(text), {}).left() == (9, None, True)
    assert begun(text, {40: 7.0}).left() == (8, 8 * 7.0, False)
    # Two runs more at each end, and three in between: a third of the way from 1 to 7 seconds.
    assert begun(text, {40: 7.0, 10: 1.0}).left() == (7, 2 * 7.0 + 2 * 1.0 + 3 * 3.0, False)


def test_configurations_with_stored_times_are_not_probed_again() -> None:
    grid = parse_grid(TINY)
    stored = {
        configuration.key: Measured(frozenset([0]), 2.0, 1) for configuration in grid.configurations
    }
    work = Work(grid, stored)
    assert work.left() == (4, 8.0, False)
    unit = work.take(100.0)
    assert unit
    assert unit.runs == (1, 2)


def test_runs_that_a_worker_returns_are_scheduled_again() -> None:
    work = Work(parse_grid(TINY), {})
    first = work.take(1.0)
    assert first
    work.give_back(first, first.runs)
    units = [work.take(1.0, first.configuration.key) for _ in range(6)]
    assert sorted((unit.configuration.key, run) for unit in units if unit for run in unit.runs) == (
        sorted(
            (configuration.key, run)
            for configuration in parse_grid(TINY).configurations
            for run in range(3)
        )
    )
