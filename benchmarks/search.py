"""Speed of the planner on one core, warm: rollouts, steps and new states a second.

uv run python benchmarks/search.py            # six problems, UCT and LAMP
uv run python benchmarks/search.py --oracle   # beside the pseudo-code in plain Python
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import NamedTuple

from lamp.benchmarks import load
from lamp.grounding import ground
from lamp.landmarks import LandmarkGraph, find_landmarks
from lamp.search import Lamp, SearchSettings, kernel
from lamp.task import Task

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from lamp_oracle import Oracle

HEADLINE = [
    *("prob_blocksworld:p5", "elevators:p5", "zenotravel:p5", "exploding_blocksworld:p4"),
    *("tireworld:p15", "triangle_tireworld:p2"),
]
SETTINGS = [(100, 0.0), (100, 0.5), (5000, 0.0), (5000, 0.5)]
SECONDS = 1.0


class Measurement(NamedTuple):
    """What a planner did in about a second."""

    rollouts: float
    steps: float
    states: float
    """New ones, a second."""
    bytes_per_state: float


def measure(task: Task, graph: LandmarkGraph, settings: SearchSettings) -> Measurement:
    """Decide in the initial state again and again, each time with nothing learned."""
    planner = Lamp(task, graph, settings)
    registers = planner._trees[0]._memory.work.registers  # noqa: SLF001
    planner.decide(task.initial)
    registers[kernel.STEPS] = 0
    rollouts, states, spent = 0, 0, 0.0
    while spent < SECONDS:
        fresh = Lamp(task, graph, settings)
        fresh_registers = fresh._trees[0]._memory.work.registers  # noqa: SLF001
        start = time.perf_counter()
        for _ in range(1 if settings.rollouts > 1000 else 20):
            rollouts += fresh.decide(task.initial).rollouts
        spent += time.perf_counter() - start
        registers[kernel.STEPS] += fresh_registers[kernel.STEPS]
        states += fresh._trees[0].num_known  # noqa: SLF001
    memory = fresh._trees[0]._memory  # noqa: SLF001
    used = sum(array.nbytes for array in (*memory.space, *memory.learned))
    steps = int(registers[kernel.STEPS])
    known = fresh._trees[0].num_known  # noqa: SLF001
    return Measurement(rollouts / spent, steps / spent, states / spent, used / known)


def oracle_speed(task: Task, graph: LandmarkGraph, settings: SearchSettings) -> float:
    """Rollouts a second of the pseudo-code in plain Python."""
    oracle = Oracle(task, graph, settings)
    start = time.perf_counter()
    oracle.rollouts(task.initial)
    return settings.rollouts / (time.perf_counter() - start)


def main() -> None:
    """Print one line for each problem and setting."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--oracle", action="store_true", help="compare with plain Python")
    options = parser.parse_args()
    names = f"{'problem':<26}{'rollouts':>9}{'α':>5}"
    print(f"{names}{'rollouts/s':>13}{'steps/s':>13}{'new states/s':>14}{'bytes/state':>13}")
    for name in HEADLINE:
        model = load(name)
        task = ground(model.domain, model.problem)
        graph = find_landmarks(task)
        for rollouts, greediness in SETTINGS:
            settings = SearchSettings(rollouts=rollouts, greediness=greediness)
            run = measure(task, graph, settings)
            words = f"{name:<26}{rollouts:>9}{greediness:>5}{run.rollouts:>13,.0f}"
            words += f"{run.steps:>13,.0f}{run.states:>14,.0f}{run.bytes_per_state:>13,.0f}"
            if options.oracle and rollouts == 100:
                slow = oracle_speed(task, graph, settings)
                words += f"   {run.rollouts / slow:,.0f} x plain Python"
            print(words, flush=True)


if __name__ == "__main__":
    main()
