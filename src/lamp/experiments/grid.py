"""Grids: what an experiment runs, as configurations with keys, and runs with seeds of their own."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from lamp import benchmarks
from lamp.grounding import ground, ground_model
from lamp.ppddl import Domain, Problem, parse
from lamp.results import RENAMED_SETTINGS
from lamp.search import SearchSettings
from lamp.task import Task

SEED_BITS = 53
"""A derived seed fits into a float: no spreadsheet and no JSON reader rounds it."""
COLUMNS = tuple(setting.name for setting in fields(SearchSettings) if setting.name != "seed")
"""The settings that a configuration has a value for; every run has a seed of its own."""
_PAPER = SearchSettings.paper()
_OLD_NAMES = {new: old for old, new in RENAMED_SETTINGS.items()}
"""Keys have the first names of settings: a new name changes neither keys nor seeds."""


class Seeds(StrEnum):
    """Where the seed of a run comes from."""

    INDEPENDENT = "independent"
    """From the configuration and the number of the run: no two configurations share one."""
    COMMON = "common"
    """From the number of the run alone: all configurations meet the same random numbers."""


class RunLimits(NamedTuple):
    """What one run may take; a run that takes more has failed."""

    seconds: float = math.inf
    megabytes: float = math.inf
    """Beyond what Python and the compiled planner take themselves."""


NO_LIMITS = RunLimits()


@dataclass(frozen=True, slots=True)
class ProblemSource:
    """A problem by its name, with its PPDDL where it is not a benchmark."""

    name: str
    texts: tuple[str, ...] = ()
    """Of the files; a worker on another machine cannot read them."""
    unit_costs: bool = False
    """Whether costs and rewards are left out."""
    warnings: tuple[str, ...] = field(default=(), compare=False)
    """What is planned for, perhaps otherwise than meant."""

    @property
    def identity(self) -> str:
        """What tells it from other problems: a file that was edited is another problem."""
        digest = hashlib.sha256("\0".join(self.texts).encode()).hexdigest()[:16]
        name = f"{self.name} {digest}" if self.texts else benchmarks.key_of(self.name)
        return f"{name} with unit costs" if self.unit_costs else name

    def task(self) -> Task:
        """The ground task."""
        if not self.texts:
            return ground_model(benchmarks.load(self.name), unit_costs=self.unit_costs)
        definitions = [
            definition
            for text in dict.fromkeys(self.texts)
            for definition in parse(text, self.name)
        ]
        domain = next(definition for definition in definitions if isinstance(definition, Domain))
        problem = next(definition for definition in definitions if isinstance(definition, Problem))
        return ground(domain, problem, unit_costs=self.unit_costs)


@dataclass(frozen=True, slots=True)
class LandmarkSource:
    """Where landmarks come from: a word, or a file with its digest."""

    name: str
    path: str = ""
    digest: str = ""

    @property
    def identity(self) -> str:
        """What tells it from other sources."""
        return self.digest or self.name


@dataclass(frozen=True)
class Configuration:
    """Everything about a run but its seed."""

    problem: ProblemSource
    planner: str
    """A name in the registry of `lamp.execution`."""
    landmarks: LandmarkSource
    settings: SearchSettings
    variant: str = ""
    """The name that the grid has for its planner and settings; no part of what it means."""

    @cached_property
    def key(self) -> str:
        """A digest of what the configuration means.

        Settings that have the paper's value are left out, which stays whatever the defaults become:
        a later version of lamp with more settings gives the same key, and with it the same
        seeds.
        """
        identity = {
            "problem": self.problem.identity,
            "planner": self.planner,
            "landmarks": self.landmarks.identity,
            "settings": {
                _OLD_NAMES.get(name, name): repr(value)
                for name, value in self._unlike(_PAPER).items()
            },
        }
        return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:32]

    @cached_property
    def values(self) -> dict[str, Any]:
        """The settings by name as plain values, without the seed."""
        plain = asdict(self.settings)
        return {
            name: plain[name].value if isinstance(plain[name], StrEnum) else plain[name]
            for name in COLUMNS
        }

    def _unlike(self, settings: SearchSettings) -> dict[str, Any]:
        """What differs from other settings."""
        return {
            name: value for name, value in self.values.items() if value != getattr(settings, name)
        }

    def __str__(self) -> str:
        """In as few words as there are: what differs from the defaults, or from the paper."""
        beyond, like = self._unlike(SearchSettings()), self._unlike(_PAPER)
        is_paper = len(like) < len(beyond)
        words = [f"{name} {value}" for name, value in (like if is_paper else beyond).items()]
        head = f"{self.problem.name} by {self.planner}" + " as in the paper" * is_paper
        return ", ".join([head, *([f"variant {self.variant}"] if self.variant else []), *words])


@dataclass(frozen=True)
class Grid:
    """An experiment: configurations, each with a number of runs."""

    configurations: tuple[Configuration, ...]
    runs: int
    seeds: Seeds = Seeds.INDEPENDENT
    seed: int = 0
    """Where the seeds begin; another one repeats the experiment with other random numbers."""
    limits: RunLimits = NO_LIMITS
    text: str = ""
    """The file it was read from."""

    @property
    def total(self) -> int:
        """How many runs there are."""
        return len(self.configurations) * self.runs

    @property
    def warnings(self) -> list[str]:
        """What the problems warn of."""
        problems = dict.fromkeys(each.problem for each in self.configurations)
        return [warning for problem in problems for warning in problem.warnings]

    def seed_of(self, configuration: Configuration, run: int) -> int:
        """The seed of a run."""
        if self.seeds is Seeds.COMMON:
            return self.seed + run
        digest = hashlib.sha256(f"{self.seed} {configuration.key} {run}".encode()).digest()
        return int.from_bytes(digest[:8], "big") >> (64 - SEED_BITS)
