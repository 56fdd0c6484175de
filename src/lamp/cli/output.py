"""Results for machines and for files: JSON, errors as JSON, and texts written safely."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from lamp.disk import write_whole
from lamp.errors import LampError


@contextmanager
def errors_as_json(wanted: bool) -> Iterator[None]:
    """Print an error as JSON, too, where a machine reads the output."""
    try:
        yield
    except LampError as error:
        if wanted:
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


def write_file(path: Path, text: str, *, overwrite: bool = True) -> None:
    """Write a result to a file; another text in its place stays unless it may be overwritten."""
    try:
        if path.exists() and not overwrite and path.read_bytes() != text.encode("utf-8"):
            raise click.UsageError(f"{path} exists with another text; --force overwrites it.")
        write_whole(path, text)
    except OSError as error:
        raise click.FileError(str(path), error.strerror or str(error)) from None
