"""The options by which commands are given a planner, and the way from there to the planner."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from lamp.cli.problem import Given, show_warnings
from lamp.cli.progress import Waiting
from lamp.cli.settings import settings_from
from lamp.errors import SettingsError

if TYPE_CHECKING:
    from lamp.ppddl import Model
    from lamp.search import LandmarkPlan

DEFAULT = "lamp"
"""The name of the planner, if none is given."""


def planner_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options --planner and --landmarks, as `kind` and `source`."""
    command = click.option(
        "--landmarks", "source", metavar="SOURCE", help="As for lamp landmarks."
    )(command)
    return click.option(
        "--planner", "kind", cls=PlannerOption, callback=_check_planner, default=DEFAULT
    )(command)


def _check_planner(ctx: click.Context, param: click.Parameter, name: str) -> str:
    """The name, if it is that of a planner."""
    if name == DEFAULT:
        return name
    from lamp.execution import find_planner  # noqa: PLC0415 (slow to import)

    try:
        find_planner(name)
    except SettingsError as error:
        raise click.BadParameter(f"{error.cause}. {error.hint}", ctx, param) from None
    return name


class PlannerOption(click.Option):
    """The option --planner, whose help is made from the registry when it is shown."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option and the names of all planners with their descriptions."""
        from lamp.execution import BUILT_IN, planner_names  # noqa: PLC0415 (slow to import)

        described = [f"{name} ({spec.description})" for name, spec in BUILT_IN.items()]
        added = [name for name in planner_names() if name not in BUILT_IN]
        self.help = (
            f"{'; '.join([*described, *added])}; or a class (docs/guides/own-planner.md). [lamp]"
        )
        self.metavar = "NAME|MODULE:CLASS"
        return super().get_help_record(ctx)


def planner_for(
    given: Given,
    kind: str,
    source: str | None,
    settings: dict[str, Any],
    model: Model,
) -> LandmarkPlan:
    """A planner for the model of the problem that the user named, compiled."""
    show_warnings(model.warnings)
    with Waiting("loading the planner") as waiting:
        waiting.say_first_start()
        from lamp.execution import find_planner, make_planner  # noqa: PLC0415
        from lamp.landmarks import NATIVE, NO_LANDMARKS, find_landmarks  # noqa: PLC0415

        checked = settings_from(settings)
        task = given.task(waiting, model)
        waiting.say("looking for landmarks")
        usual = NATIVE if find_planner(kind).planner.uses_landmarks else NO_LANDMARKS
        graph = find_landmarks(task, source or usual)
        return make_planner(kind, task, graph, checked)
