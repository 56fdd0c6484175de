"""Planners by their kind, as the command line and experiments ask for them."""

from __future__ import annotations

import pytest

from lamp.cli.solve import solve
from lamp.execution import EpisodeEnd, PlannerKind, make_planner
from lamp.landmarks import lm_rhw
from lamp.search import SearchSettings
from tests.support.tasks import benchmark_task


def test_the_command_line_offers_all_kinds_of_planners() -> None:
    offered = next(one for one in solve.params if one.name == "kind")
    assert list(offered.to_info_dict()["type"]["choices"]) == [kind.value for kind in PlannerKind]


@pytest.mark.parametrize("kind", list(PlannerKind))
def test_every_kind_of_planner_reaches_the_goal(kind: PlannerKind) -> None:
    task = benchmark_task("elevators:p2")
    planner = make_planner(kind, task, lm_rhw(task), SearchSettings())
    assert planner.run().end is EpisodeEnd.GOAL
