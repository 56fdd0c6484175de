"""Time and peak memory of `lamp check`, start-up included, and how both grow with the problem.

uv run python benchmarks/check.py                    # the paper's problems in ../shared
uv run python benchmarks/check.py --all              # all 63 of them
uv run python benchmarks/check.py --folder MY/FILES  # folders with domain.ppddl and p*.ppddl
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

SHARED = Path(__file__).parents[2] / "shared" / "benchmarks"
HEADLINE = [
    ("prob_blocksworld", "p5"),
    ("elevators", "p5"),
    ("zenotravel_paper", "p5"),
    ("exploding_blocksworld", "p4"),
    ("tireworld", "p15"),
    ("triangle_tireworld", "p2"),
]
TIREWORLD = """(define (domain roads)
  (:requirements :typing :probabilistic-effects)
  (:types location)
  (:predicates (road ?a ?b - location) (car ?a - location) (spare ?a - location) (whole) (kept))
  (:action drive :parameters (?a ?b - location) :precondition (and (car ?a) (road ?a ?b) (whole))
    :effect (and (car ?b) (not (car ?a)) (probabilistic 2/5 (not (whole)))))
  (:action take :parameters (?a - location) :precondition (and (car ?a) (spare ?a))
    :effect (and (kept) (not (spare ?a))))
  (:action change :precondition (kept) :effect (probabilistic 1/2 (and (not (kept)) (whole)))))
"""


class Measurement(NamedTuple):
    """One run of `lamp check`."""

    wall: float
    """Seconds of the whole process."""
    megabytes: float
    """Its peak resident memory."""
    printed: dict[str, Any]
    """What it printed; `seconds` in it leaves start-up out."""


def measure(domain: Path, problem: Path) -> Measurement:
    """Run `lamp check --json` in a process of its own."""
    command = [sys.executable, "-m", "lamp", "check", "--json", str(domain), str(problem)]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None  # noqa: S101
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.stdout.close()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}: {text.decode()}")
    return Measurement(wall, usage.ru_maxrss / 1024, json.loads(text))


def table(rows: list[tuple[str, Measurement]]) -> None:
    """Print one line per problem."""
    print(f"{'problem':<28}{'facts':>8}{'actions':>9}{'wall s':>9}{'inside s':>10}{'peak MB':>9}")
    for name, run in rows:
        print(
            f"{name:<28}{run.printed['facts']:>8}{run.printed['actions']:>9}"
            f"{run.wall:>9.2f}{run.printed['seconds']:>10.3f}{run.megabytes:>9.0f}"
        )


def problems(folder: Path, every: bool) -> list[tuple[str, Path, Path]]:
    """The problems to measure: name, domain, problem."""
    if every:
        files = sorted(folder.glob("*/p*.ppddl"), key=lambda p: (p.parent.name, len(p.name), p))
    else:
        files = [folder / family / f"{name}.ppddl" for family, name in HEADLINE]
    return [(f"{f.parent.name}:{f.stem}", f.parent / "domain.ppddl", f) for f in files]


def road_network(locations: int, seed: int) -> str:
    """A problem of the family of tireworld: three roads and half a spare per location."""
    rng = random.Random(seed)  # noqa: S311
    names = [f"l{i}" for i in range(locations)]
    roads = {(names[i], names[i + 1]) for i in range(locations - 1)}
    while len(roads) < 3 * locations:
        roads.add((rng.choice(names), rng.choice(names)))
    facts = [f"(road {a} {b})" for a, b in sorted(roads)]
    facts += [f"(spare {name})" for name in names[::2]]
    return (
        f"(define (problem n{locations}) (:domain roads) (:objects {' '.join(names)} - location)\n"
        f"(:init (car l0) (whole) {' '.join(facts)}) (:goal (car {names[-1]})))"
    )


def growth(sizes: list[int]) -> None:
    """Print how time and memory grow with the number of roads; exponent 1 is proportional."""
    print(
        f"\n{'roads':>9}{'actions':>9}{'inside s':>10}{'peak MB':>9}{'µs/road':>9}{'exponent':>10}"
    )
    previous: tuple[int, float] | None = None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "domain.ppddl").write_text(TIREWORLD)
        for locations in sizes:
            path = folder / f"{locations}.ppddl"
            path.write_text(road_network(locations, seed=0))
            run = measure(folder / "domain.ppddl", path)
            roads, seconds = 3 * locations, run.printed["seconds"]
            exponent = (
                f"{math.log(seconds / previous[1]) / math.log(roads / previous[0]):>10.2f}"
                if previous
                else ""
            )
            print(
                f"{roads:>9}{run.printed['actions']:>9}{seconds:>10.3f}{run.megabytes:>9.0f}"
                f"{1e6 * seconds / roads:>9.0f}{exponent}"
            )
            previous = roads, seconds


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--folder", type=Path, default=SHARED)
    parser.add_argument("--all", action="store_true", help="all problems of the folder")
    options = parser.parse_args()
    if options.folder.is_dir():
        every = options.all or options.folder != SHARED
        table([(name, measure(d, p)) for name, d, p in problems(options.folder, every)])
        family = options.folder / "tireworld"
        if family.is_dir() and not options.all:
            print("\nroads in tireworld")
            names = sorted(
                family.glob("p*.ppddl"), key=lambda path: path.read_text().count("(road")
            )
            table(
                [
                    (f"{path.stem}: {path.read_text().count('(road')} roads", run)
                    for path in names
                    for run in [measure(family / "domain.ppddl", path)]
                ]
            )
    else:
        print(f"{options.folder} is not there; generated problems only")
    growth([100, 300, 1000, 3000, 10_000, 30_000])


if __name__ == "__main__":
    main()
