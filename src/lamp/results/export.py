"""Rows as files for other programs: CSV, or Parquet where pyarrow is installed."""

from __future__ import annotations

import csv
import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any, TypeAlias

from lamp.errors import ExperimentError, OutputError
from lamp.results.status import columns_of, open_results, rows_of

AT_ONCE = 50_000
"""Rows that are in memory at once."""
Write: TypeAlias = Callable[[IO[Any], dict[str, str], Iterator[tuple[Any, ...]]], int]
"""Writes rows, given the types of the columns by name; how many rows there were."""


def export_csv(folder: Path, out: Path) -> int:
    """Write the rows of a folder as CSV (UTF-8, a line of names first); how many there were."""

    def write(file: IO[Any], names: dict[str, str], rows: Iterator[tuple[Any, ...]]) -> int:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(names)
        number = 0
        for number, row in enumerate(rows, start=1):  # noqa: B007 (the last one is the answer)
            writer.writerow(row)
        return number

    return _export(folder, out, write, binary=False)


def export_parquet(folder: Path, out: Path) -> int:
    """Write the rows of a folder as a Parquet file; how many there were."""
    try:
        import pyarrow as pa  # noqa: PLC0415 (an extra)
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError:
        raise ExperimentError(
            "Parquet needs pyarrow, which is not installed",
            remedy="pip install 'lamp-planner[parquet]', or use --format csv",
        ) from None
    kinds = {"INTEGER": pa.int64(), "REAL": pa.float64(), "TEXT": pa.string()}

    def write(file: IO[Any], names: dict[str, str], rows: Iterator[tuple[Any, ...]]) -> int:
        schema = pa.schema([(name, kinds[kind]) for name, kind in names.items()])
        number = 0
        with parquet.ParquetWriter(file, schema) as writer:
            while some := list(islice(rows, AT_ONCE)):
                columns = [
                    _texts(column) if kind == "TEXT" else list(column)
                    for kind, column in zip(names.values(), zip(*some, strict=True), strict=True)
                ]
                writer.write_table(pa.table(columns, schema=schema))
                number += len(some)
        return number

    return _export(folder, out, write, binary=True)


def _texts(column: Iterable[Any]) -> list[str | None]:
    """The values as texts: a column may hold numbers besides words."""
    return [None if value is None else str(value) for value in column]


EXPORTERS = {"csv": export_csv, "parquet": export_parquet}


def _export(folder: Path, out: Path, write: Write, *, binary: bool) -> int:
    """Write all rows into a file, as a whole or not at all."""
    try:
        with open_results(folder) as connection, _replacing(out, binary=binary) as file:
            return write(file, columns_of(connection), rows_of(connection))
    except OSError as error:
        raise OutputError(
            f"{out} cannot be written: {error.strerror or error}",
            remedy="Choose another place with --out",
        ) from None


@contextmanager
def _replacing(path: Path, *, binary: bool) -> Iterator[IO[Any]]:
    """A file that takes the place of another one once it is complete."""
    if path.exists() and not path.is_file():  # a device or a pipe
        with path.open("wb") if binary else path.open("w", encoding="utf-8", newline="") as file:
            yield file
        return
    scratch = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with (
            scratch.open("xb")
            if binary
            else scratch.open("x", encoding="utf-8", newline="") as file
        ):
            yield file
            file.flush()
            os.fsync(file.fileno())
        scratch.replace(path)
    finally:
        scratch.unlink(missing_ok=True)
