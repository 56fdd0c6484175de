"""Variants: the planners and settings of a grid that are compared under names of their own."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from lamp.errors import SettingsError
from lamp.execution import find_planner
from lamp.experiments.grid import COLUMNS
from lamp.experiments.tables import Table
from lamp.search import SETTINGS, SearchSettings

KEYS = ("name", "planner", "paper")
"""What a variant may have besides settings."""
LONGEST_NAME = 60


class Variant(NamedTuple):
    """What the configurations of a variant have in common, whatever the axes are."""

    name: str
    planners: list[str]
    usual: SearchSettings
    """What settings are where nothing else is said: the defaults, or the paper's."""
    settings: dict[str, Any]
    table: Table

    def with_values(self, values: dict[str, Any]) -> SearchSettings:
        """Its settings with the values of axes."""
        return self.usual.changed(**self.settings, **values)


def read_variants(table: Table, axes: Collection[str]) -> list[Variant]:
    """The variants of a grid whose settings have axes; one without a name if it has none."""
    paper = table.flag("paper", default=False)
    planners = [planner_of(table, name) for name in table.axis("planner", "lamp")]
    if "variants" not in table.values:
        return [Variant("", planners, _usual(paper=paper), {}, table)]
    variants: dict[str, Variant] = {}
    for entry in table.tables("variants"):
        entry.refuse_unknown_keys((*KEYS, *COLUMNS), "setting")
        name = _name(entry, variants)
        own = planners
        if "planner" in entry.values:
            _refuse_both(entry, "planner", "planner" in table.values, "above")
            own = [planner_of(entry, entry.values["planner"])]
        settings = {}
        for key in entry.values:
            if key not in KEYS:
                _refuse_both(entry, key, key in axes, "below [settings]")
                settings[key] = checked(entry, key, entry.values[key])
        usual = _usual(paper=entry.flag("paper", default=paper))
        variants[name] = Variant(name, own, usual, settings, entry)
    if not variants:
        raise table.error("variants", "variants is an empty list", "Leave it out, or fill it")
    return list(variants.values())


def _usual(*, paper: bool) -> SearchSettings:
    return SearchSettings.paper() if paper else SearchSettings()


def _name(table: Table, others: Collection[str]) -> str:
    name = table.values.get("name")
    if not isinstance(name, str) or not 0 < len(name.strip()) <= LONGEST_NAME:
        cause = "a variant has no name" if name is None else f"name is {name!r}"
        remedy = f'Add name = "…", a text of at most {LONGEST_NAME} letters'
        raise table.error("name", cause, remedy)
    if name in others:
        raise table.error("name", f"there are two variants {name!r}", "Give each its own name")
    return name


def _refuse_both(table: Table, key: str, is_there: bool, where: str) -> None:
    if is_there:
        cause = f"{key} stands in a variant, and {where}, too"
        raise table.error(key, cause, "Say it once: for all variants, or in each of them")


def planner_of(table: Table, name: object) -> str:
    """The name of a planner, if there is one of that name."""
    with table.errors_at("planner"):
        find_planner(str(name))
    return str(name)


def checked(table: Table, name: str, value: object) -> object:
    """The value of a setting, if it may have that."""
    value = _as_setting(name, value)
    try:
        SearchSettings().changed(**{name: value})
    except SettingsError as error:
        raise table.error(name, error.cause, error.remedy) from None
    return value


def _as_setting(name: str, value: object) -> object:
    """A whole number as a float where the setting is one: 1 and 1.0 are the same configuration."""
    if isinstance(value, int) and isinstance(SETTINGS[name].paper, float):
        return value if isinstance(value, bool) else float(value)
    return value
