"""Results for machines and for files: JSON, errors as JSON, and texts written safely."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO

import click

from lamp.errors import LampError, OutputError, SettingsError
from lamp.util import write_whole


@contextmanager
def errors_as_json(as_json: bool) -> Iterator[None]:
    """Print an error as JSON, too, where a machine reads the output."""
    try:
        yield
    except LampError as error:
        if as_json:
            click.echo(json.dumps({"error": error_as_json(error)}))
        raise


def error_as_json(error: LampError) -> dict[str, Any]:
    """What there is to say about an error, as JSON."""
    place = error.place
    return {
        "kind": type(error).__name__,
        "file": place.source.name if place else None,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "cause": error.cause,
        "remedy": error.hint,
    }


class Lines:
    """A file of JSON Lines that holds each line as soon as it is written; or no file at all."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file: TextIO | None = None

    @property
    def wanted(self) -> bool:
        """Whether lines are written anywhere."""
        return self._path is not None

    def __enter__(self) -> Self:
        if self._path:
            with self._errors():
                self._file = self._path.open("w", encoding="utf-8", buffering=1)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file:
            with self._errors():
                self._file.close()

    def write(self, make: Callable[..., dict[str, Any]], *arguments: object) -> None:
        """Write a record as one line; it is made only where there is a file."""
        if self._file:
            record = make(*arguments)
            with self._errors():
                self._file.write(json.dumps(record, allow_nan=False) + "\n")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self._file = None
            raise OutputError(
                f"{self._path} cannot be written: {error.strerror or error}",
                remedy="Choose another place for the trace",
            ) from None


def print_text(text: str) -> None:
    """Print a text for machines: UTF-8, whatever the terminal speaks."""
    click.echo(text.encode("utf-8"), nl=False)


def write_files(texts: dict[Path, str], *, overwrite: bool = True) -> None:
    """Write results to files; where other texts are in their places, none of them."""
    for path, text in texts.items():
        if not overwrite and path.is_file() and path.read_bytes() != text.encode("utf-8"):
            raise SettingsError(
                f"{path} exists with another text", remedy="Overwrite it with --force"
            )
    for path, text in texts.items():
        try:
            write_whole(path, text)
        except OSError as error:
            raise OutputError(
                f"{path} cannot be written: {error.strerror or error}",
                remedy="Choose another place with --out",
            ) from None
