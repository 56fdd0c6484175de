"""The options by which commands are given a planner, and the way from there to the planner."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from lamp.cli.problem import Given
from lamp.cli.progress import Waiting
from lamp.cli.settings import settings_from

if TYPE_CHECKING:
    from lamp.ppddl import Model
    from lamp.search import LandmarkPlan


def planner_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options --planner and --landmarks, as `kind` and `source`."""
    command = click.option(
        "--landmarks", "source", metavar="SOURCE", help="As for lamp landmarks."
    )(command)
    return click.option(
        "--planner",
        "kind",
        type=click.Choice(["lamp", "uct", "sequential", "sequential-exact", "lrtdp"]),
        default="lamp",
        show_default=True,
        help="LAMP; UCT; landmarks in a fixed order, each by UCT or by an optimal policy; or "
        "landmarks as LAMP has them, each by LRTDP.",
    )(command)


def planner_for(
    given: Given,
    kind: str,
    source: str | None,
    settings: dict[str, Any],
    model: Model | None = None,
) -> LandmarkPlan:
    """A planner for the problem that the user named, compiled; `model` if that is read already."""
    with Waiting("loading the planner") as waiting:
        from lamp.execution import PlannerKind, make_planner  # noqa: PLC0415
        from lamp.landmarks.sources import NATIVE, NO_LANDMARKS, landmarks_of  # noqa: PLC0415

        checked = settings_from(settings)
        task = given.task(waiting, model)
        waiting.say("looking for landmarks")
        graph = landmarks_of(task, source or (NO_LANDMARKS if kind == "uct" else NATIVE))
        planner = make_planner(PlannerKind(kind), task, graph, checked)
        waiting.compile(planner)
        return planner
