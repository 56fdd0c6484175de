"""What the families of problems have in common: a domain, some problems, a generator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Protocol, TypeAlias

from lamp.errors import SettingsError
from lamp.ppddl import Problem

Sizes: TypeAlias = Mapping[str, int]
"""The value of each parameter of a generator."""

Size: TypeAlias = int | Callable[[Sizes], int]
"""A number, or one that follows from the parameters before."""

MAX_SEED = 2**32 - 1


class Instance(Protocol):
    """The facts of one problem, in the words of its family."""

    def problem(self, name: str) -> Problem:
        """Return the problem, with a name for its file."""
        ...


@dataclass(frozen=True, slots=True)
class Parameter:
    """A size that a generator takes, and the values it may have."""

    name: str
    meaning: str
    default: Size
    """Clipped to the range that the parameters before it allow."""
    least: Size
    most: Size

    def bounds(self, sizes: Sizes) -> tuple[int, int]:
        """The least and the greatest value, given the parameters before."""
        return _number(self.least, sizes), _number(self.most, sizes)

    def value(self, chosen: Sizes, sizes: Sizes) -> int:
        """The value that is given, or the default; checked against the parameters before."""
        least, most = self.bounds(sizes)
        if self.name not in chosen:
            return max(least, min(most, _number(self.default, sizes)))
        condition = f" when {written(sizes)}" if callable(self.least) or callable(self.most) else ""
        return in_range(self.name, chosen[self.name], (least, most), condition)


@dataclass(frozen=True, slots=True)
class Family:
    """Problems of one domain."""

    name: str
    description: str
    """One sentence on what is to be done and what may go wrong."""
    parameters: tuple[Parameter, ...]
    title: str
    """The name of a generated problem, with the parameters and the seed in braces."""
    instances: Mapping[str, Instance]
    """Its problems by the names in their files: the first is p1, and so on."""
    generate: Callable[[Random, Sizes], Instance]
    in_paper: bool = True
    """Whether the paper's results are about these problems."""
    key: str = ""
    """Stands for the family in keys of results; empty: its name does."""
    variants: Mapping[str, str] = field(default_factory=dict)
    """Domains of generated problems other than the family's own: names, and of their files."""

    def sizes(self, chosen: Sizes) -> dict[str, int]:
        """Return all parameters: those given, checked, and the defaults of the others."""
        self._refuse_unknown(chosen)
        sizes: dict[str, int] = {}
        for parameter in self.parameters:
            sizes[parameter.name] = parameter.value(chosen, sizes)
        return sizes

    def _refuse_unknown(self, chosen: Sizes) -> None:
        names = [parameter.name for parameter in self.parameters]
        for key in chosen:
            if key not in names:
                raise SettingsError(
                    f"{self.name} has no parameter {key}",
                    remedy=f"Its parameters are {', '.join([*names, 'seed'])}",
                )


def in_range(name: str, value: object, bounds: tuple[int, int], condition: str = "") -> int:
    """Return a value that is a whole number within its bounds; `others` explains the bounds."""
    least, most = bounds
    if not isinstance(value, int) or isinstance(value, bool):
        raise SettingsError(
            f"{name} is {value!r}, which is not a whole number",
            remedy=f"Give a number from {least} to {most}",
        )
    if not least <= value <= most:
        raise SettingsError(
            f"{name}={value} is out of range",
            remedy=f"Give {name} from {least} to {most}{condition}",
        )
    return value


def written(sizes: Sizes) -> str:
    """Sizes as they stand in a name: `floors=3,positions=8`."""
    return ",".join(f"{key}={value}" for key, value in sizes.items())


def _number(size: Size, sizes: Sizes) -> int:
    return size if isinstance(size, int) else size(sizes)
