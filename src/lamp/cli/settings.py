"""The settings of the planner as options, made from their one home when they are asked for."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from lamp.search import SearchSettings, Setting

INTO = "settings"
"""The argument in which a command gets the settings that were given."""
PAPER = "paper"
"""The option for the paper's values of all settings."""


class CommandWithSettings(click.Command):
    """A command with an option for each setting, added when its options are looked at.

    Not before: `lamp.search` is slow to import.
    """

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The parameters of the command, and the settings."""
        from lamp.search import SETTINGS  # noqa: PLC0415

        names = {parameter.name for parameter in self.params}
        own = [parameter for parameter in self.params if parameter.name != "as_json"]
        added = [_option(setting) for setting in SETTINGS.values() if setting.name not in names]
        added += [] if PAPER in names else [_paper_option()]
        last = [parameter for parameter in self.params if parameter.name == "as_json"]
        self.params = [*own, *added, *last]
        return super().get_params(ctx)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 (whatever the command returns)
        """Call the command with the given settings in one argument."""
        from lamp.search import PAPER as PAPERS  # noqa: PLC0415
        from lamp.search import SETTINGS  # noqa: PLC0415

        usual = PAPERS if ctx.params.pop(PAPER) else {}
        parameters = {name: ctx.params.pop(name) for name in SETTINGS}
        chosen = {name: value for name, value in parameters.items() if value is not None}
        ctx.params[INTO] = {**usual, **chosen}
        return super().invoke(ctx)


def settings_from(values: dict[str, Any]) -> SearchSettings:
    """The settings, checked, with defaults for what was not given."""
    from lamp.search import SearchSettings  # noqa: PLC0415

    return SearchSettings().changed(**values)


def _option(setting: Setting) -> click.Option:
    name = setting.name.replace("_", "-")
    text = setting.meaning.rstrip(".")
    if isinstance(setting.default, bool):
        usual = "yes" if setting.default else "no"
        return click.Option([f"--{name}/--no-{name}"], default=None, help=f"{text} [{usual}]")
    if isinstance(setting.default, StrEnum):
        choices = click.Choice([choice.value for choice in type(setting.default)])
        return click.Option([f"--{name}"], type=choices, help=f"{text} [{setting.default}]")
    if isinstance(setting.default, str):
        return click.Option(
            [f"--{name}"],
            type=_word_or_number(setting.default),
            metavar=f"[{setting.default}|FLOAT]",
            help=f"{text} [{setting.default}]",
        )
    default = "" if setting.default == math.inf else f" [{setting.default:.4g}]"
    return click.Option([f"--{name}"], type=type(setting.default), help=f"{text}{default}")


def _word_or_number(word: str) -> Callable[[str], str | float]:
    """Reads a word, such as auto, or a number."""

    def read(text: str) -> str | float:
        if text == word:
            return word
        try:
            return float(text)
        except ValueError:
            raise click.BadParameter(f"{text!r} is neither {word} nor a number.") from None

    return read


def _paper_option() -> click.Option:
    text = "All settings as in the paper, but for those given."
    return click.Option([f"--{PAPER}"], is_flag=True, default=False, help=text)
