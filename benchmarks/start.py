"""How long starts take: cold, from a wheel with machine code, and warm; before and after.

uv run python benchmarks/start.py --json starts.json            # 13e84dc and HEAD: half an hour
uv run python benchmarks/start.py --kinds warm --rounds 15      # the short ones, more often
uv run python benchmarks/start.py --revisions HEAD --kinds cold wheel
uv run python benchmarks/start.py --quick                       # this installation, warm, once

Each revision is installed in a temporary folder as a clone (`uv pip install -e`) and, where it can
build one, as a wheel with machine code. Revisions take turns, start by start, and medians are
printed with the least and the greatest value: the machine should have nothing else to do.

cold    the first start in a clone after `uv` has installed it: no machine code, no bytecode, an
        empty home
wheel   the same where machine code came with the wheel
warm    a clone where everything was started before

`solve` and `exact` have a line of their own for the first sign of life on stderr; `serve` ends when
the page has been loaded; `first / second` are the rollouts of the first timed decision in Python,
divided by those of the first decision of another planner in the same process. `of processors` are
seconds of all processors together, which other work on the machine changes less.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, TypeAlias, cast

ROOT = Path(__file__).parents[1]
BEFORE = "13e84dc"
"""The last commit before machine code was kept in object files."""
KINDS = ("cold", "wheel", "warm")
WHEEL = {"HATCH_BUILD_HOOK_ENABLE_CUSTOM": "1"}
"""The variable with which `uv build --wheel` compiles, in revisions that have `hatch_build.py`."""
PROBLEM, SMALL_PROBLEM = "elevators:p2", "triangle_tireworld:p2"
LIMIT = 600.0
POLL_SECONDS = 0.002

DECIDE = f"""
import lamp
task = lamp.load("{PROBLEM}")
graph = (getattr(lamp, "find_landmarks", None) or lamp.landmarks)(task)
lamp.Lamp(task, graph).decide(task.initial)
"""
TIMED = f"""
import lamp
task = lamp.load("{PROBLEM}")
graph = (getattr(lamp, "find_landmarks", None) or lamp.landmarks)(task)
planners = [lamp.Lamp(task, graph, seconds=0.2, rollouts=10**9) for _ in range(2)]
first, second = [planner.decide(task.initial).rollouts for planner in planners]
print(first / second)
"""

Numbers: TypeAlias = dict[str, float]
"""What was measured, by what it is: seconds, but for `first / second`."""


@dataclass(frozen=True)
class Installation:
    """One revision of lamp, installed."""

    revision: str
    lamp: list[str]
    python: str
    folder: Path | None = None
    """With everything in it; None if it is not for this benchmark alone."""

    @property
    def environment(self) -> dict[str, str]:
        """A home of its own; no settings but those that were given for all of lamp."""
        if self.folder is None:
            return dict(os.environ)
        dropped = ("LAMP_CACHE_DIR", "PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "XDG_CACHE_HOME")
        kept = {name: text for name, text in os.environ.items() if name not in dropped}
        return kept | {"HOME": str(self.folder / "home")}

    def forget(self) -> None:
        """Remove what starts leave behind: machine code, bytecode, landmark graphs."""
        if self.folder:
            shutil.rmtree(self.folder / "home", ignore_errors=True)
            for path in sorted(self.folder.rglob("__pycache__")):
                shutil.rmtree(path)


# Starts


def command(name: str, *arguments: str) -> Callable[[Installation], Numbers]:
    """How long a command takes, and until its first line on stderr, if there is one."""

    def measure(installation: Installation) -> Numbers:
        start = time.perf_counter()
        process = _started(installation, [*installation.lamp, name, *arguments])
        errors = cast("IO[str]", process.stderr)
        line = errors.readline()
        first = time.perf_counter() - start
        _check(process, line + errors.read())
        numbers = {name: time.perf_counter() - start}
        return numbers | ({f"{name}: first line": first} if line else {})

    return measure


def decide(installation: Installation) -> Numbers:
    """How long a program takes that plans one decision."""
    start = time.perf_counter()
    _output(installation, DECIDE)
    return {"import lamp; … decide": time.perf_counter() - start}


def timed_decisions(installation: Installation) -> Numbers:
    """How much of the second decision's rollouts the first one has."""
    return {"first / second": float(_output(installation, TIMED))}


def serve(installation: Installation) -> Numbers:
    """How long it takes until the page answers."""
    port = _free_port()
    start = time.perf_counter()
    line = [*installation.lamp, "serve", "--no-open", "--port", str(port)]
    process = _started(installation, line)
    try:
        while not _is_answered(f"http://127.0.0.1:{port}/"):
            if process.poll() is not None or time.perf_counter() - start > LIMIT:
                raise SystemExit(f"lamp serve of {installation.revision} does not answer")
            time.sleep(POLL_SECONDS)
        return {"serve: the page answers": time.perf_counter() - start}
    finally:
        process.terminate()
        process.communicate()


STARTS: dict[str, Callable[[Installation], Numbers]] = {
    "check": command("check", PROBLEM),
    "landmarks": command("landmarks", PROBLEM),
    "solve": command("solve", PROBLEM),
    "exact": command("exact", SMALL_PROBLEM),
    "serve": serve,
    "decide": decide,
    "timed": timed_decisions,
}


def _started(installation: Installation, line: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        line,
        env=installation.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def _check(process: subprocess.Popen[str], errors: str) -> None:
    if process.wait(LIMIT):
        raise SystemExit(f"{process.args!r} ended with {process.returncode}:\n{errors[-2000:]}")


def _output(installation: Installation, code: str) -> str:
    return run([installation.python, "-c", code], env=installation.environment)


def run(line: list[str], **options: Any) -> str:  # noqa: ANN401 (those of subprocess.run)
    """What a program prints; the benchmark ends if it fails."""
    try:
        done = subprocess.run(line, capture_output=True, text=True, check=True, **options)
    except FileNotFoundError:
        raise SystemExit(f"{line[0]} is needed, and is not on the PATH") from None
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"{' '.join(line)[:200]} failed:\n{error.stderr[-2000:]}") from None
    return str(done.stdout)


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _is_answered(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=LIMIT) as page:  # noqa: S310 (our own server)
            return bool(page.read())
    except OSError:
        return False


# Installations


def clone(revision: str, folder: Path) -> Installation:
    """A revision as a clone in a folder."""
    return _installed(revision, folder, ["--editable", f"{_unpacked(revision, folder)}[web]"])


def wheel(revision: str, folder: Path) -> Installation | None:
    """The wheel of a revision in a folder; None where it has no machine code."""
    source = _unpacked(revision, folder)
    if not (source / "hatch_build.py").is_file():
        return None
    build = ["uv", "build", "--quiet", "--wheel", "--out-dir", str(folder), str(source)]
    run(build, env={**os.environ, **WHEEL})
    (built,) = folder.glob("*.whl")
    return _installed(revision, folder, [f"{built}[web]"])


def _unpacked(revision: str, folder: Path) -> Path:
    """The files of a revision."""
    source, archive = folder / "source", folder / "source.tar"
    source.mkdir(parents=True)
    run(["git", "archive", "--output", str(archive), revision], cwd=ROOT)
    shutil.unpack_archive(archive, source, filter="data")
    return source


def _installed(revision: str, folder: Path, what: list[str]) -> Installation:
    python = folder / "venv" / "bin" / "python"
    run(["uv", "venv", "--quiet", "--python", sys.executable, str(folder / "venv")])
    run(["uv", "pip", "install", "--quiet", "--python", str(python), *what])
    return Installation(revision, [str(python.with_name("lamp"))], str(python), folder)


@contextmanager
def installed(revisions: list[str], kind: str) -> Iterator[list[Installation]]:
    """The installations of revisions for a kind of starts, until the end of the context."""
    with tempfile.TemporaryDirectory() as scratch:
        folders = [Path(scratch, str(number)) for number in range(len(revisions))]
        make = wheel if kind == "wheel" else clone
        made = [make(*both) for both in zip(revisions, folders, strict=True)]
        yield [installation for installation in made if installation]


# Measuring


def measure(
    installations: list[Installation], kind: str, starts: list[str], rounds: int
) -> dict[str, dict[str, list[float]]]:
    """For what was measured, and each revision: its values. Revisions take turns."""
    values: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for start in starts:
        for turn in range(rounds + (kind == "warm")):
            for installation in installations:
                if kind != "warm":
                    installation.forget()
                for name, number in _with_processor(start, installation).items():
                    if turn or kind != "warm":  # the first time, it was not warm
                        values[name][installation.revision].append(number)
        print(f"{kind} {start}: measured", file=sys.stderr, flush=True)
    return {name: dict(each) for name, each in values.items()}


def _with_processor(start: str, installation: Installation) -> Numbers:
    """What was measured of a start, and the seconds of processors that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    numbers = STARTS[start](installation)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return numbers if start == "timed" else numbers | {f"{start}: of processors": spent}


def print_table(kind: str, values: dict[str, dict[str, list[float]]], revisions: list[str]) -> None:
    """Print medians, with the least and the greatest value, as Markdown."""
    print(f"\n| {kind} | {' | '.join(revisions)} |\n|{'---|' * (len(revisions) + 1)}")
    for name, each in values.items():
        cells = [_cell(each[revision]) if revision in each else "" for revision in revisions]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def _cell(numbers: list[float]) -> str:
    return f"{statistics.median(numbers):.2f} ({min(numbers):.2f} to {max(numbers):.2f})"


def quick() -> None:
    """Measure this installation, warm, once."""
    here = Installation("here", [sys.executable, "-m", "lamp"], sys.executable)
    print_table("warm", measure([here], "warm", ["check", "solve", "timed"], 1), ["here"])


def positive(text: str) -> int:
    """A positive number."""
    if int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is too few")
    return int(text)


def output_file(name: str) -> IO[str]:
    """A file to write to."""
    try:
        return Path(name).open("w", encoding="utf-8")
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{name}: {error.strerror}") from None


def options() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--revisions", nargs="+", default=[BEFORE, "HEAD"], metavar="COMMIT")
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=KINDS)
    parser.add_argument("--starts", nargs="+", default=list(STARTS), choices=list(STARTS))
    parser.add_argument("--rounds", type=positive, default=5, help="starts of each (%(default)s)")
    parser.add_argument("--json", type=output_file, help="a file for all values")
    parser.add_argument("--quick", action="store_true", help="this installation, warm, once")
    return parser.parse_args()


def main() -> None:
    """Print what was asked for."""
    asked = options()
    if asked.quick:
        quick()
        return
    print(f"{os.cpu_count()} processors, load before: {os.getloadavg()[0]:.1f}")
    found = {}
    for kind in asked.kinds:
        with installed(asked.revisions, kind) as installations:
            found[kind] = measure(installations, kind, asked.starts, asked.rounds)
        print_table(kind, found[kind], asked.revisions)
    if asked.json:
        json.dump(found, asked.json, indent=1)


if __name__ == "__main__":
    main()
