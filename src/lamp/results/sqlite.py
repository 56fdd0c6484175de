"""SQLite as experiments use it: opened safely, errors in plain words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lamp.errors import ExperimentError, LampError, OutputError
from lamp.results.file import LOCK_TIMEOUT_SECONDS

NETWORK = ("nfs", "cifs", "smb", "lustre", "gpfs", "beegfs", "ceph", "afs", "9p", "fuse.sshfs")
"""Kinds of file systems that several machines see, by the beginning of their names."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection to write with; what it commits survives any end of the process.

    With a write-ahead log a commit is a write to a file, which the system keeps when the process is
    killed (`synchronous = NORMAL`); only if power fails may the last rows be missing, and they are
    run again. Where machines share the file such a log is not possible, and every commit waits for
    the disk instead.
    """
    connection = sqlite3.connect(path, timeout=LOCK_TIMEOUT_SECONDS, isolation_level=None)
    if not _on_network(path) and _has_log(connection):
        connection.execute("PRAGMA synchronous = NORMAL")
    else:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _has_log(connection: sqlite3.Connection) -> bool:
    try:
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    except sqlite3.OperationalError as error:
        if _name(error).startswith(("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_CANTOPEN")):
            raise
        return False  # no shared memory here
    return str(mode) == "wal"


def _on_network(path: Path) -> bool:
    """Whether other machines may see the file, by the longest mount point above it."""
    try:
        lines = Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:  # not Linux: SQLite finds out by itself
        return False
    parents = {str(parent) for parent in path.resolve().parents}
    mounts = [line.split(" ")[1:3] for line in lines if line.count(" ") >= 3]
    above = [(len(point), kind) for point, kind in mounts if point in parents]
    return bool(above) and max(above)[1].startswith(NETWORK)


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """Errors of SQLite and of the system in plain words, with a remedy."""
    try:
        yield
    except sqlite3.Error as error:
        raise _explained(error, path) from None
    except OSError as error:
        cause = f"{path} cannot be used: {error.strerror or error}"
        raise OutputError(cause, remedy="Choose another folder with --out") from None


def _explained(error: sqlite3.Error, path: Path) -> LampError:
    name = _name(error)
    safe = "What is stored is safe: the same command goes on from there"
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
        what = "the disk is full" if name == "SQLITE_FULL" else f"the disk does not work: {error}"
        return OutputError(f"{path}: {what}", remedy=f"Make room on the disk. {safe}")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")):
        remedy = "Give yourself the right to write there, or choose another folder with --out"
        return OutputError(f"{path} cannot be written: {error}", remedy=remedy)
    if name.startswith("SQLITE_BUSY"):
        remedy = f"Wait until that is over. {safe}"
        return OutputError(f"{path} is being used by another process", remedy=remedy)
    remedy = "Choose another folder, or bring back a copy of this one"
    return ExperimentError(f"{path} is not a store of results: {error}", remedy=remedy)


def _name(error: sqlite3.Error) -> str:
    return str(getattr(error, "sqlite_errorname", ""))
