"""Results folders, as the page sees them: how far they are, and their reports."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from anyio import Lock, to_thread

from lamp.errors import LampError
from lamp.results import RESULTS_FILE, read_status
from lamp.web.worker_targets import send_report
from lamp.web.workers import call_worker


class Results:
    """The results in a folder, or in the folders in it; reports are made when asked for."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._lock = Lock()
        """One report at a time: several would only be slower, each of them."""
        self._made: dict[str, tuple[str, dict[str, Any]]] = {}
        """By the name of a folder: its stamp, and the answer at that time."""

    @property
    def is_given(self) -> bool:
        """Whether there is a folder to look at."""
        return self._folder is not None

    def folders(self) -> dict[str, Path]:
        """The folders with results, by their names."""
        if not self._folder:
            return {}
        if (self._folder / RESULTS_FILE).is_file():
            return {_name(self._folder.resolve()) or "results": self._folder}
        return {_name(path): path for path in sorted(_folders_in(self._folder))}

    def overview(self) -> list[dict[str, Any]]:
        """How far each folder is."""
        return [_progress(name, folder) for name, folder in self.folders().items()]

    async def report(self, name: str) -> dict[str, Any] | None:
        """The report of a folder, or what is wrong with it; nothing without such a folder."""
        folder = self.folders().get(name)
        if not folder:
            return None
        async with self._lock:
            stamp = _stamp(folder)
            if name in self._made and self._made[name][0] == stamp:
                return self._made[name][1]
            content = {"type": "report", "folder": str(folder)}
            answer = await to_thread.run_sync(call_worker, send_report, content)
            if answer is None:
                return {"text": "the report could not be made", "remedy": "Try lamp report."}
            self._made[name] = (stamp, answer)
            return answer


def _name(folder: Path) -> str:
    """The name of a folder as a text, whatever its bytes are."""
    return os.fsencode(folder.name).decode(errors="replace")


def _folders_in(folder: Path) -> Iterator[Path]:
    try:
        yield from (path for path in folder.iterdir() if (path / RESULTS_FILE).is_file())
    except OSError:
        return


def _stamp(folder: Path) -> str:
    """Changes whenever rows come."""
    stamps = []
    for path in [*sorted(folder.glob(f"{RESULTS_FILE}*")), folder / "optimum.json"]:
        if path.name.endswith("-shm"):
            continue  # touched by who only reads
        try:
            about = path.stat()
        except OSError:
            continue
        stamps.append(f"{about.st_size}.{about.st_mtime_ns}")
    return "-".join(stamps)


def _progress(name: str, folder: Path) -> dict[str, Any]:
    empty = {"done": 0, "failed": 0, "total": 0, "problems": []}
    try:
        status = read_status(folder)
    except LampError as error:
        return {"name": name, "stamp": "", "error": f"{error.cause}. {error.hint}", **empty}
    except (LookupError, ValueError):  # made in part, or by another program
        wrong = "what it holds is not complete. Wait until the experiment has begun."
        return {"name": name, "stamp": "", "error": wrong, **empty}
    return {
        "name": name,
        "stamp": _stamp(folder),
        "error": None,
        "done": status.done,
        "failed": status.failed,
        "total": status.total,
        "problems": [
            {
                "problem": problem.problem,
                "done": problem.done,
                "failed": problem.failed,
                "total": problem.total,
            }
            for problem in status.problems
        ],
    }
