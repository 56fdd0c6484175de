"""A definition while its sections are being read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from lamp.errors import Notice, PpddlError
from lamp.ppddl.phrases import is_keyword
from lamp.ppddl.reader import Group, Word, describe


@dataclass(slots=True)
class Draft:
    """The fields of one definition, filled section by section."""

    what: str
    """The definition by name, for messages: `domain elevators`."""
    values: dict[str, Any] = field(default_factory=dict)
    """What sections said that may stand once."""
    lists: defaultdict[str, list[Any]] = field(default_factory=lambda: defaultdict(list))
    """What sections said that may be repeated."""
    notices: list[Notice] = field(default_factory=list)

    def set(self, key: str, value: object, section: Group) -> None:
        """Fill a field whose section may stand only once."""
        if key in self.values:
            raise PpddlError(
                f"{section.head} is given twice in {self.what}",
                place=section.place,
                remedy="Keep one of them",
            )
        self.values[key] = value

    def fields(self) -> dict[str, Any]:
        """All fields, as arguments of the constructor of a definition."""
        lists = {key: tuple(values) for key, values in self.lists.items()}
        return self.values | lists | {"notices": tuple(self.notices)}

    def warn(self, node: Group | Word, text: str, kind: str = "") -> None:
        """Add a warning."""
        self.notices.append(Notice(node.place, text, kind))


SectionReader: TypeAlias = Callable[[Draft, Group], None]


def read_requirements(draft: Draft, section: Group) -> None:
    """Read `(:requirements :strips …)`."""
    for node in section.items[1:]:
        if not isinstance(node, Word) or not is_keyword(node):
            raise PpddlError(
                f"expected a requirement such as :strips, found {describe(node)}",
                place=node.place,
                remedy="Requirements begin with a colon",
            )
        if node.text not in draft.lists["requirements"]:
            draft.lists["requirements"].append(node.text)


def skip(draft: Draft, section: Group) -> None:
    """Leave a section out that changes nothing."""
    draft.warn(section, f"{describe(section)} is ignored")
