"""The arguments by which commands are given a problem, and the way from there to its task."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING

import click

from lamp.cli.progress import Waiting
from lamp.errors import Notice, OutOfTime, PpddlError, SettingsError

if TYPE_CHECKING:
    from lamp.ppddl import Files, Model
    from lamp.task import Task
    from lamp.util import Deadline

TEXT_LIMIT = "text_bytes"


@dataclass(frozen=True, slots=True)
class Given:
    """A problem as the user named it: by one or two files, or by the name of a benchmark."""

    domain: str
    problem: str | None
    name: str | None
    limits: dict[str, int]
    unit_costs: bool = False

    @property
    def is_benchmark(self) -> bool:
        """Whether a benchmark is meant, such as `tireworld:p15`; files come first."""
        from lamp.benchmarks import is_name  # noqa: PLC0415

        return is_name(self.domain) and not _is_there(self.domain)

    def files(self) -> Files:
        """What the files define."""
        from lamp.ppddl import MAX_TEXT_BYTES, read_files  # noqa: PLC0415

        max_bytes = self.limits.get(TEXT_LIMIT, MAX_TEXT_BYTES)
        try:
            return read_files(self.domain, self.problem, max_bytes)
        except PpddlError as error:
            if not self.problem and self._resembles_a_name():
                error.remedy += ", or the name of a benchmark (lamp benchmarks lists them)"
            raise

    def _resembles_a_name(self) -> bool:
        from difflib import get_close_matches  # noqa: PLC0415

        from lamp.benchmarks import FAMILIES  # noqa: PLC0415

        word = self.domain.partition(":")[0].lower().replace("-", "_")
        return not _is_there(self.domain) and bool(get_close_matches(word, FAMILIES))

    def model(self, files: Files | None = None) -> Model:
        """The domain and problem, both checked, without costs if so asked; `files` if read."""
        model = (files or self.files()).model(self.name) if not self.is_benchmark else self._named()
        return model.without_costs() if self.unit_costs else model

    def _named(self) -> Model:
        """The benchmark of that name."""
        from lamp.benchmarks import load  # noqa: PLC0415

        if self.problem or self.name:
            raise SettingsError(f"{self.domain} says it all", remedy="Leave out the rest")
        return load(self.domain)

    def task(
        self, waiting: Waiting, model: Model | None = None, deadline: Deadline | None = None
    ) -> Task:
        """The ground task, with signs of life on the way; `OutOfTime` at the deadline."""
        from lamp.grounding import Limits, ground_model  # noqa: PLC0415

        model = model or self.model()
        waiting.say("grounding")
        limits = {name: value for name, value in self.limits.items() if name != TEXT_LIMIT}

        def report(culprit: str, actions: int, facts: int) -> None:
            waiting.grounding(culprit, actions, facts)
            if deadline and deadline.is_over:
                raise OutOfTime.after(deadline.seconds, f"grounding {culprit}")

        return ground_model(model, Limits(**limits), report, unit_costs=self.unit_costs)


def _is_there(path: str) -> bool:
    """Whether a file exists, as far as one may know."""
    return os.path.exists(path)  # noqa: PTH110 (unlike Path.exists, it never raises)


def problem_arguments(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the arguments DOMAIN and PROBLEM and their options, as one `given`."""

    @wraps(command)
    def with_given(
        domain: str,
        problem: str | None,
        name: str | None,
        limits: dict[str, int],
        unit_costs: bool,
        **others: object,
    ) -> None:
        if domain == problem == "-":
            raise click.BadParameter(
                "- can be given once; one file may hold both", param_hint="PROBLEM"
            )
        command(given=Given(domain, problem, name, limits, unit_costs), **others)

    for add in (
        limit_option,
        unit_costs_option,
        click.option("--name", help="Which problem is meant, where the file holds several."),
        click.argument("problem", metavar="[PROBLEM]", required=False),
        click.argument("domain", metavar="DOMAIN"),
    ):
        with_given = add(with_given)
    return with_given


def read_limits(
    context: click.Context, parameter: click.Parameter, words: tuple[str, ...]
) -> dict[str, int]:
    """The limits of `--limit NAME=NUMBER`, for click."""
    from dataclasses import fields  # noqa: PLC0415

    from lamp.grounding import Limits  # noqa: PLC0415

    names = [TEXT_LIMIT, *(limit.name for limit in fields(Limits))]
    limits: dict[str, int] = {}
    for word in words:
        name, _, number = word.partition("=")
        digits = number.replace("_", "").replace(",", "")
        if name not in names:
            mistake = f"there is no limit {name!r}; there are {', '.join(names)}"
        elif not re.fullmatch("0*[1-9][0-9]{0,17}", digits):
            mistake = f"{number!r} is not a number from 1 to 10^18"
        else:
            limits[name] = int(digits)
            continue
        raise click.BadParameter(f"{mistake}. Write --limit NAME=NUMBER.", context, parameter)
    return limits


limit_option = click.option(
    "--limit",
    "limits",
    metavar="NAME=NUMBER",
    multiple=True,
    callback=read_limits,
    help="Raise or lower a limit: text_bytes, actions, facts, outcomes, literals, work.",
)
"""The option by which a command is given limits."""

unit_costs_option = click.option(
    "--unit-costs", is_flag=True, help="Leave costs and rewards out: every action costs 1."
)
"""The option by which a command plans as if there were no costs; `Given` puts it into effect."""


def show_warnings(warnings: Iterable[Notice | str]) -> None:
    """Print on stderr what a problem warns of."""
    for warning in warnings:
        click.echo(f"warning: {warning}", err=True)
