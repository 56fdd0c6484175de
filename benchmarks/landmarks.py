"""Seconds for the landmarks of the paper's problems, beside Fast Downward's, and how they grow.

uv run python benchmarks/landmarks.py            # a large problem of each family, and growth
uv run python benchmarks/landmarks.py --all      # all 63 problems
uv run --extra fd python benchmarks/landmarks.py # with Fast Downward in the same run

Ours is from the ground task to the graph, without the cache; grounding is shown beside it. Fast
Downward's is from PDDL of the determinization to the graph: its translator and its search.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from lamp.benchmarks import NAMES, load
from lamp.grounding import ground
from lamp.landmarks import lm_rhw
from lamp.landmarks.fast_downward import folder

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.oracles.fast_downward import comparable, fast_downward_graph

HEADLINE = [
    *("prob_blocksworld:p7", "elevators:p13", "zenotravel_released:p5", "exploding_blocksworld:p7"),
    *("tireworld:p13", "triangle_tireworld:p5"),
]
SIZES = [2, 3, 5, 8, 12, 16, 20]


class Measurement(NamedTuple):
    """Seconds for one problem."""

    actions: int
    landmarks: int
    grounding: float
    finding: float
    fast_downward: float | None
    """None where it is not installed."""
    equal: bool = True
    """Whether both found the same graph."""


def measure(name: str, *, compare: bool) -> Measurement:
    """Find the landmarks of a problem, with Fast Downward, too, if it is wanted."""
    model = load(name)
    start = time.perf_counter()
    task = ground(model.domain, model.problem)
    grounded = time.perf_counter()
    graph = lm_rhw(task)
    end = time.perf_counter()
    measurement = Measurement(
        len(task.actions),
        graph.nontrivial(task.initial),
        grounded - start,
        end - grounded,
        None,
    )
    if not compare:
        return measurement
    with tempfile.TemporaryDirectory() as scratch:
        reference, seconds = fast_downward_graph(model, Path(scratch))
    return measurement._replace(fast_downward=seconds, equal=reference == comparable(graph, task))


def line(name: str, run: Measurement) -> str:
    """One row of the table."""
    words = (
        f"{name:<26}{run.actions:>8}{run.landmarks:>10}{run.grounding:>11.2f}{run.finding:>11.3f}"
    )
    if run.fast_downward is None:
        return words
    ratio = run.fast_downward / (run.grounding + run.finding)
    return f"{words}{run.fast_downward:>17.2f}{ratio:>7.0f}x{'' if run.equal else '  other graph'}"


def title(*, compare: bool) -> str:
    """The head of the table."""
    heading = f"{'problem':<26}{'actions':>8}{'landmarks':>10}{'grounding s':>12}{'finding s':>10}"
    return heading + (f"{'Fast Downward s':>17}{'ratio':>8}" if compare else "")


def growth(*, compare: bool) -> None:
    """Print how time grows with the size of triangle_tireworld; exponent 1 is proportional."""
    print(f"\n{title(compare=compare)}   exponent in actions")
    previous: Measurement | None = None
    for size in SIZES:
        name = f"triangle_tireworld:size={size}"
        run = min(
            (measure(name, compare=False) for _ in range(3)),
            key=lambda measurement: measurement.finding,
        )
        if compare:
            other = measure(name, compare=True)
            run = run._replace(fast_downward=other.fast_downward, equal=other.equal)
        exponent = ""
        if previous:
            rise = math.log(run.finding / previous.finding)
            exponent = f"{rise / math.log(run.actions / previous.actions):>10.2f}"
        print(line(f"triangle_tireworld {size}", run) + exponent)
        previous = run


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--all", action="store_true", help="all built-in problems")
    options = parser.parse_args()
    compare = folder() is not None
    if not compare:
        print("Fast Downward is not installed (uv sync --extra fd): ours alone")
    print(title(compare=compare))
    runs = []
    for name in NAMES if options.all else HEADLINE:
        runs.append(measure(name, compare=compare))
        print(line(name, runs[-1]), flush=True)
    print(f"\nall {len(runs)}: finding {sum(run.finding for run in runs):.2f} s", end="")
    print(f", grounding {sum(run.grounding for run in runs):.2f} s", end="")
    print(f", Fast Downward {sum(run.fast_downward or 0 for run in runs):.1f} s" * compare)
    growth(compare=compare)


if __name__ == "__main__":
    main()
