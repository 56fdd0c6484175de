"""The time limit of a whole episode, by a clock that only moves while a planner thinks."""

from __future__ import annotations

import json

import pytest

from lamp.errors import SettingsError
from lamp.execution import EpisodeEnd, Step, exact_policy, run_episode, run_episodes
from lamp.landmarks import LandmarkGraph
from lamp.search import (
    Decision,
    Lamp,
    LandmarkPlan,
    Lrtdp,
    SearchEnd,
    SearchSettings,
    SequentialPlan,
    Stop,
    TimedStop,
    Uct,
)
from lamp.task import State, Task
from lamp.util import Deadline
from tests.support.cli import lamp
from tests.support.clock import Clock
from tests.support.tasks import benchmark_task, task_of

THERE_AND_BACK = """(:predicates (here) (there) (never))
  (:action go :precondition (here) :effect (and (there) (not (here))))
  (:action back :precondition (there) :effect (and (here) (not (there))))
  (:action end :precondition (never) :effect (never))"""


def endless() -> Task:
    """A task in which each state has one action, and the goal stays out of reach."""
    return task_of(THERE_AND_BACK, "(:init (here)) (:goal (and (here) (there)))")


class Thinker(LandmarkPlan):
    """Looks at the stop signal, some milliseconds apart, until it is given."""

    def __init__(self, task: Task, clock: Clock, settings: SearchSettings) -> None:
        self.clock = clock
        self.has_action = True
        super().__init__(task, LandmarkGraph.of([], [], task), settings)

    def choose_landmark(self, state: State) -> int:
        """The goal."""
        return self.graph.goal

    def choose_action(self, state: State) -> Decision:
        """The first action, as late as possible."""
        stop: Stop | None = self.decision_budget.stop
        assert stop
        while not stop():
            self.clock.now += 0.001
        actions = self.task.applicable(state)
        return Decision(actions[0] if self.has_action else None, self.graph.goal)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands still."""
    return Clock(monkeypatch)


def test_an_episode_ends_with_its_time_however_long_its_planner_would_think(clock: Clock) -> None:
    planner = Thinker(endless(), clock, SearchSettings(budget=10_000))
    steps: list[Step] = []
    episode = run_episode(planner, watch=steps.append, total_seconds=8.0)
    assert episode.end is EpisodeEnd.SECONDS
    assert 8.0 <= clock.now <= 8.01
    assert episode.cost == len(steps) > 20
    assert {step.decision.end for step in steps} == {SearchEnd.SECONDS}
    assert episode.final


def test_a_decision_takes_a_twentieth_of_what_is_left(clock: Clock) -> None:
    times: list[float] = []
    planner = Thinker(endless(), clock, SearchSettings(budget=1000))
    run_episode(planner, watch=lambda _: times.append(clock.now), total_seconds=100.0)
    assert times[0] == pytest.approx(5.0, abs=0.01)
    assert times[1] == pytest.approx(5.0 + 95.0 / 20, abs=0.01)


def test_near_the_end_of_the_budget_actions_share_what_is_left(clock: Clock) -> None:
    times: list[float] = []
    planner = Thinker(endless(), clock, SearchSettings(budget=4))
    episode = run_episode(planner, watch=lambda _: times.append(clock.now), total_seconds=8.0)
    assert times == pytest.approx([1.6, 3.2, 4.8, 6.4], abs=0.01)
    assert episode.end is EpisodeEnd.BUDGET


def test_where_time_ends_before_there_is_an_action_it_is_no_dead_end(clock: Clock) -> None:
    planner = Thinker(endless(), clock, SearchSettings())
    planner.has_action = False
    assert run_episode(planner, total_seconds=1.0).end is EpisodeEnd.SECONDS


def test_the_stop_signal_interrupts_an_episode_that_has_time_left(clock: Clock) -> None:
    planner = Thinker(endless(), clock, SearchSettings())
    episode = run_episode(planner, stop=lambda: clock.now > 3.0, total_seconds=100.0)
    assert episode.end is EpisodeEnd.INTERRUPTED


def test_a_total_time_that_is_not_positive_is_refused() -> None:
    with pytest.raises(SettingsError, match="seconds"):
        run_episode(Uct(benchmark_task("elevators:p1")), total_seconds=0.0)


@pytest.mark.parametrize("kind", [Lamp, Uct, Lrtdp, SequentialPlan])
def test_every_planner_ends_with_the_time_of_the_episode(kind: type[LandmarkPlan]) -> None:
    planner = kind(task=benchmark_task("elevators:p13"), seconds=1e6, budget=5000)  # type: ignore[call-arg]
    ((episode, _),) = run_episodes(planner, [0], total_seconds=0.2)
    assert episode.end is EpisodeEnd.SECONDS
    assert planner.run(total_seconds=0.1).end is EpisodeEnd.SECONDS


def test_exact_policies_are_those_of_uct_where_time_ends_first() -> None:
    task = benchmark_task("elevators:p1")
    decide = exact_policy(task, SearchSettings(seconds=1e-9, rollouts=10))
    assert decide(task.initial, None).rollouts > 0
    assert exact_policy(task, SearchSettings())(task.initial, None).rollouts == 0


def test_a_decision_has_no_more_time_than_its_stop_signal(clock: Clock) -> None:
    planner = Uct(benchmark_task("elevators:p1"), rollouts=1)
    planner.decide(planner.task.initial, TimedStop(Deadline(3.0)))
    assert planner.decision_budget.limit == 3.0
    planner.settings = SearchSettings(rollouts=1, seconds=2.0)
    planner.decide(planner.task.initial, TimedStop(Deadline(3.0)))
    assert planner.decision_budget.limit == 2.0
    planner.decide(planner.task.initial, lambda: False)
    assert planner.decision_budget.limit == 2.0


def test_solve_ends_with_5_when_the_time_of_an_episode_is_over() -> None:
    options = ["--total-seconds", "0.3", "--seconds", "1000", "--budget", "5000", "--json"]
    done = lamp("solve", "elevators:p13", *options)
    assert done.returncode == 5, done.stderr
    assert json.loads(done.stdout)["outcome"] == "seconds"
    several = json.loads(lamp("solve", "elevators:p13", *options, "--runs", "2").stdout)
    assert [episode["outcome"] for episode in several["episodes"]] == ["seconds", "seconds"]
    assert (several["success_rate"], several["mean_cost"]) == (0.0, 5000.0)
