"""Tables of a TOML file whose mistakes have a place, a cause and a remedy."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from lamp.errors import ExperimentError, LampError, Place, Source
from lamp.results import RENAMED_SETTINGS


class Table:
    """A table by the name of its section; the name of the whole file is empty."""

    def __init__(
        self, source: Source, values: dict[str, Any], section: str = "", index: int | None = None
    ) -> None:
        self.values = values
        self.section = section
        self._source = source
        self._index = index
        """The position in an array of tables with this name, where there is one."""

    def refuse_unknown_keys(self, keys: Iterable[str], what: str = "key") -> None:
        """Raise at a key that is not among the allowed ones."""
        for key in self.values:
            if key not in keys:
                remedy = f"There are {', '.join(keys)}"
                if key in RENAMED_SETTINGS:
                    remedy = f"Its name is {RENAMED_SETTINGS[key]} now"
                raise self.error(key, f"there is no {what} {key!r}", remedy)

    def table(self, key: str) -> Table:
        """The table of a section; empty if it is not there."""
        values = self.values.get(key, {})
        if not isinstance(values, dict):
            raise self.error(key, f"{key} is not a table", f"Write [{key}] above its values")
        return Table(self._source, values, key)

    def tables(self, key: str) -> list[Table]:
        """The tables of an array; none if it is not there."""
        values = self.values.get(key, [])
        if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
            remedy = f"Write [[{key}]] above the values of each"
            raise self.error(key, f"{key} is not an array of tables", remedy)
        return [Table(self._source, value, key, index) for index, value in enumerate(values)]

    def axis(self, key: str, default: object = None) -> list[Any]:
        """The values of a key: those of a list, or a single one."""
        value = self.values.get(key, default)
        values = value if isinstance(value, list) else [value]
        if not values:
            raise self.error(key, f"{key} is an empty list", "Leave it out, or fill it")
        for index, item in enumerate(values):
            if any(item == other and type(item) is type(other) for other in values[:index]):
                raise self.error(key, f"{key} has {item!r} twice", "Give each value once")
        return values

    def whole(self, key: str, default: int, least: int, most: int) -> int:
        """A whole number in a range."""
        value = self.values.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            allowed = f"Allowed is a whole number from {least} to {most:,}"
            raise self.error(key, f"{key} is {value!r}", allowed)
        return value

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            raise self.error(key, f"{key} is {value!r}", "Allowed is true or false")
        return value

    def error(self, key: str, cause: str, remedy: str) -> ExperimentError:
        """What is wrong about a key."""
        return ExperimentError(cause, remedy=remedy, place=self.place(key))

    @contextmanager
    def errors_at(self, key: str) -> Iterator[None]:
        """Give errors from inside, if they have no place of their own, that of a key."""
        try:
            yield
        except LampError as error:
            if error.place is None:
                raise self.error(key, error.cause, error.remedy) from None
            raise

    def place(self, key: str) -> Place:
        """Where a key stands, as far as a look at the lines can tell."""
        text = self._source.text
        start, end = self._extent() if self.section else (0, len(text))
        word = rf"""^[ \t]*(?:\[{{1,2}}\s*)?(["']?{re.escape(key)}["']?)\s*[=.\]]"""
        match = re.compile(word, flags=re.MULTILINE).search(text, start, end)
        return Place(self._source, match.start(1) if match else start)

    def _extent(self) -> tuple[int, int]:
        """Where the section begins and ends; all of the text if it has no heading."""
        text, name = self._source.text, re.escape(self.section)
        bracketed = rf"\[\s*{name}\s*\]"
        heading = bracketed if self._index is None else rf"\[{bracketed}\]"
        headings = list(re.finditer(rf"^[ \t]*({heading})", text, flags=re.MULTILINE))
        if (self._index or 0) >= len(headings):
            return 0, len(text)
        start = headings[self._index or 0]
        beyond = re.compile(r"^[ \t]*\[", flags=re.MULTILINE).search(text, start.end())
        return start.start(1), beyond.start() if beyond else len(text)


def parse_table(source: Source) -> Table:
    """The table that is a whole TOML text."""
    try:
        return Table(source, tomllib.loads(source.text))
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(error, source) from None


def _not_toml(error: tomllib.TOMLDecodeError, source: Source) -> ExperimentError:
    """The place of a mistake in TOML is at the end of its message."""
    cause, _, where = str(error).partition(" (at ")
    numbers = [int(number) for number in re.findall(r"\d+", where)]
    offset = len(source.text)
    if len(numbers) == 2:
        lines = source.text.splitlines(keepends=True)
        offset = sum(map(len, lines[: numbers[0] - 1])) + numbers[1] - 1
    return ExperimentError(
        f"this is not TOML: {cause}", place=Place(source, offset), remedy="See https://toml.io"
    )
