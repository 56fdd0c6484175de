"""UCT: LAMP without landmarks, with the paper's settings."""

from __future__ import annotations

import pytest

from lamp.landmarks import LandmarkGraph
from lamp.search import Lamp, SearchSettings, Uct
from lamp.task import State
from tests.support.kernel_comparison import PROBLEMS, benchmark_landmarks
from tests.support.tasks import benchmark_task


def goal_evidence(planner: Lamp, state: State) -> list[tuple[str, float, int]]:
    """Actions with Q_g and N_g."""
    return [(str(e.action), e.goal.value, e.goal.tries) for e in planner.decide(state).evidence]


@pytest.mark.parametrize("name", PROBLEMS)
def test_greediness_0_is_uct_and_so_is_a_graph_without_landmarks(name: str) -> None:
    task = benchmark_task(name)
    goal_alone = LandmarkGraph.of([], [], task)
    planners = [
        Lamp(task, benchmark_landmarks(name), SearchSettings.paper(greediness=0.0)),
        Lamp(task, goal_alone, SearchSettings.paper(greediness=0.5)),
        Lamp(task, goal_alone, SearchSettings.paper(greediness=1.0)),
        Uct(task),
    ]
    first, *others = [goal_evidence(planner, task.initial) for planner in planners]
    assert all(other == first for other in others)


def test_uct_uses_the_paper_s_settings_and_ignores_settings_beyond_the_paper() -> None:
    task = benchmark_task("elevators:p5")
    plain = SearchSettings.paper(greediness=0.0)
    assert Uct(task).settings == Uct(task, SearchSettings(dead_ends=True)).settings == plain
    assert Uct(task, backups="bellman", greediness=1.0, seed=3).settings == plain.changed(seed=3)


def test_a_decision_of_uct_takes_as_many_rollouts_as_it_is_given() -> None:
    task = benchmark_task("elevators:p5")
    assert Uct(task, rollouts=17).decide(task.initial).rollouts == 17


def test_a_decision_of_uct_has_the_goal_as_its_subgoal_and_as_its_landmark() -> None:
    task = benchmark_task("elevators:p2")
    decision = Uct(task, rollouts=5).decide(task.initial)
    assert (decision.subgoal, decision.landmark, decision.pursues_predecessor) == (0, 0, False)
