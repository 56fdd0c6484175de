"""Speed and memory of the planner, warm: rollouts, steps and new states a second.

uv run python benchmarks/search.py                     # six problems, UCT and LAMP, one core
uv run python benchmarks/search.py --oracle            # beside the pseudo-code in plain Python
uv run python benchmarks/search.py --processes         # one process, and two at once
uv run python benchmarks/search.py --cpu generic host  # machine code for all processors, or this
uv run python benchmarks/search.py --states 1000000    # memory of so many states
uv run python benchmarks/search.py --dead-ends         # what recognising dead ends costs

Seconds are those of the processor. Repetitions of UCT and LAMP take turns and the fastest of each
counts: other work on the machine disturbs both alike. `LAMP/UCT` compares what a step costs; asked
is at most 1.7 at 5,000 rollouts.

No step can be faster than memory: a state leads to its edges, these to their statistics, the edge
chosen to its successor, and none of it can be read before the one before. A step of UCT reads six
places (holds, node, goal, edge, successor, and the outcomes of the action) and writes to one;
LAMP reads three more (first_pair, pair, subgoal) and writes to two. The column `touching` shows
how long a step would take that did nothing else: `touch` walks through the same tables by the same
frequencies, but computes no bound, draws no random numbers and remembers no way back. At 5,000
rollouts a step takes two to four times as long as that; six times on zenotravel_released, where
every twelfth step meets a new state, which costs about 2 µs.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from lamp.benchmarks import load
from lamp.execution import run_episode
from lamp.grounding import ground
from lamp.heuristics.kernel import RelaxedReachability, relaxed_status
from lamp.landmarks import LandmarkGraph, lm_rhw
from lamp.search import Lamp, SearchSettings, prepare
from lamp.search.lamp.kernel import Search
from lamp.search.lamp.kernel.records import NO_PAIR, Statistics
from lamp.statespace.kernel import ALIVE, DEAD_END, UNKNOWN, Space, TaskArrays, int64
from lamp.task import State, Task
from lamp.util.compiling import entry, inlined

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.oracles.lamp import Oracle

HEADLINE = [
    *("prob_blocksworld:p5", "elevators:p5", "zenotravel_released:p5", "exploding_blocksworld:p4"),
    *("tireworld:p15", "triangle_tireworld:p2"),
]
GREEDINESS = (0.0, 0.5)
ROLLOUTS = (100, 5000)
SECONDS = 1.5
EPISODES = dict(zip(HEADLINE, (10, 10, 2, 10, 60, 20), strict=True))
"""In about a second."""
TURNS = 3
MB = 2**20


@cache
def problem(name: str) -> tuple[Task, LandmarkGraph]:
    """The ground task of a benchmark, and its landmarks."""
    model = load(name)
    task = ground(model.domain, model.problem)
    return task, lm_rhw(task)


# Speed


class Speed(NamedTuple):
    """What a planner does in a second, and what it keeps."""

    rollouts: float
    steps: float
    states: float
    """New ones."""
    bytes_per_state: float
    touching: float
    """Nanoseconds a step takes if it does nothing but read and write."""

    @property
    def step(self) -> float:
        """Nanoseconds a step takes."""
        return 1e9 / self.steps


def measure(name: str, rollouts: int) -> list[Speed]:
    """The speeds of UCT and LAMP where nothing is known at first; the fastest of many runs."""
    runs: dict[float, list[Speed]] = {greediness: [] for greediness in GREEDINESS}
    end = time.perf_counter() + len(GREEDINESS) * SECONDS
    while time.perf_counter() < end:
        for greediness in GREEDINESS:
            settings = SearchSettings.paper(rollouts=rollouts, greediness=greediness)
            runs[greediness].append(run_once(name, settings))
    return [
        max(speeds, key=lambda speed: speed.steps)._replace(
            touching=min(speed.touching for speed in speeds)
        )
        for speeds in runs.values()
    ]


def run_once(name: str, settings: SearchSettings) -> Speed:
    """The speed of one planner from its first decision on."""
    task, graph = problem(name)
    planner = Lamp(task, graph, settings)
    memory = planner.trees[0].memory
    start = time.process_time()
    rollouts = sum(
        planner.decide(task.initial).rollouts for _ in range(max(1, 2000 // settings.rollouts))
    )
    spent = time.process_time() - start
    steps = memory.rollout.num_steps
    used = memory.num_bytes
    return Speed(
        rollouts / spent,
        steps / spent,
        planner.trees[0].num_known / spent,
        used / planner.trees[0].num_known,
        touching(planner, task, steps),
    )


def touching(planner: Lamp, task: Task, steps: int) -> float:
    """How many nanoseconds a step needs to read and write what it must."""
    memory = planner.trees[0].memory
    root = planner.trees[0].number_of(task.initial)
    start = time.process_time()
    touch(memory.search, root, steps)
    return (time.process_time() - start) / steps * 1e9


@entry
def touch(search: Search, root: int, steps: int) -> int:
    """Read and write what so many steps do; return something that depends on what was read."""
    task, space, statistics = search.task, search.space, search.statistics
    settings = search.settings
    state, depth, drawn, seen = root, 0, 0.5, np.uint64(0)
    for _ in range(steps):
        seen ^= space.holds[state, 0]
        is_end = space.nodes[state].first_edge == UNKNOWN or space.nodes[state].num_edges == 0
        if depth == settings.horizon or is_end:
            state, depth = root, 0
        depth += 1
        drawn = (drawn * 48271.0 + 0.1) % 1.0
        if settings.greediness > 0.0 and statistics.first_pair[state] != NO_PAIR:
            touch_subgoal(space, statistics, state)
        edge = touch_goal(space, statistics, state, drawn)
        action = space.edges[edge].action
        outcomes = task.outcome_indptr[action + 1] - task.outcome_indptr[action]
        after = space.successors[space.edges[edge].first_successor + int(drawn * outcomes)]
        state = after if after != UNKNOWN else root
    return int64(seen)


@inlined
def touch_goal(space: Space, statistics: Statistics, state: int, drawn: float) -> int:
    """An edge of a state, as often as it was tried; write to its statistics."""
    first, number = space.nodes[state].first_edge, space.nodes[state].num_edges
    visits = 0.0
    for edge in range(first, first + number):
        visits += statistics.goal[edge].visits
    edge, left = first, drawn * visits
    while edge < first + number - 1 and left >= statistics.goal[edge].visits:
        left -= statistics.goal[edge].visits
        edge += 1
    statistics.goal[edge].value += 1e-9
    return int(edge)


@inlined
def touch_subgoal(space: Space, statistics: Statistics, state: int) -> None:
    """Read the statistics of a state for a subgoal, and write to them."""
    row = statistics.pairs[statistics.first_pair[state]].row
    visits = 0.0
    for edge in range(row, row + space.nodes[state].num_edges):
        visits += statistics.subgoal[edge].visits
    statistics.subgoal[row].value += 1e-9 * visits


def oracle_speed(name: str, settings: SearchSettings) -> float:
    """Rollouts a second of the pseudo-code in plain Python."""
    task, graph = problem(name)
    oracle = Oracle(task, graph, settings)
    start = time.process_time()
    oracle.rollouts(task.initial)
    return settings.rollouts / (time.process_time() - start)


def print_speeds(*, oracle: bool) -> None:
    """Print one line for each problem and setting."""
    names = f"{'problem':<26}{'rollouts':>9}{'α':>5}{'rollouts/s':>12}{'steps/s':>12}"
    names += f"{'new states/s':>14}{'bytes/state':>13}{'ns/step':>9}{'touching':>10}"
    run_once(HEADLINE[0], SearchSettings.paper(rollouts=1))  # machine code is made or loaded
    print(f"{names}{'LAMP/UCT':>10}{'   x plain Python' if oracle else ''}")
    for name in HEADLINE:
        for rollouts in ROLLOUTS:
            speeds = measure(name, rollouts)
            for greediness, run in zip(GREEDINESS, speeds, strict=True):
                words = f"{name:<26}{rollouts:>9}{greediness:>5}{run.rollouts:>12,.0f}"
                words += f"{run.steps:>12,.0f}{run.states:>14,.0f}{run.bytes_per_state:>13,.0f}"
                words += f"{run.step:>9.0f}{run.touching:>10.0f}"
                words += f"{run.step / speeds[0].step:>10.2f}"
                if oracle and rollouts == min(ROLLOUTS):
                    settings = SearchSettings.paper(rollouts=rollouts, greediness=greediness)
                    words += f"{run.rollouts / oracle_speed(name, settings):>16,.0f}"
                print(words, flush=True)


# Dead ends


class DeadEndRun(NamedTuple):
    """What a planner did that recognises dead ends, or does not."""

    rollouts: int
    seconds: float
    states: int
    tested: int
    explored: int
    """Of these, the states for which all rules were tried."""
    dead: int

    @property
    def speed(self) -> float:
        """Rollouts a second."""
        return self.rollouts / self.seconds


def run_dead_ends(name: str, greediness: float, *, dead_ends: bool) -> DeadEndRun:
    """One decision from an empty state space."""
    task, graph = problem(name)
    planner = Lamp(
        task, graph, SearchSettings.paper(rollouts=5000, greediness=greediness, dead_ends=dead_ends)
    )
    start = time.process_time()
    rollouts = planner.decide(task.initial).rollouts
    spent = time.process_time() - start
    memory, states = planner.trees[0].memory, planner.trees[0].num_known
    relaxed = planner.trees[0].memory.search.relaxed
    return DeadEndRun(
        rollouts,
        spent,
        states,
        tested=relaxed.num_tests,
        explored=relaxed.num_explorations,
        dead=int(np.sum(memory.space.relaxed_status[:states] == DEAD_END)),
    )


def print_dead_ends() -> None:
    """Print the speed without and with dead ends, which take turns: the fastest of each counts.

    `ns/test` is the time of a test by itself, for all edges that were followed.
    """
    names = (
        f"{'problem':<26}{'α':>5}{'rollouts/s off':>16}{'on':>12}{'off/on':>8}{'new states':>12}"
    )
    print(f"{names}{'tested':>9}{'explored':>10}{'dead':>8}{'ns/test':>12}")
    for name in HEADLINE:
        for greediness in GREEDINESS:
            runs: dict[bool, list[DeadEndRun]] = {False: [], True: []}
            end = time.perf_counter() + 2 * SECONDS
            while time.perf_counter() < end:
                for dead_ends, measured in runs.items():
                    measured.append(run_dead_ends(name, greediness, dead_ends=dead_ends))
            off, on = (max(measured, key=lambda run: run.speed) for measured in runs.values())
            words = f"{name:<26}{greediness:>5}{off.speed:>16,.0f}{on.speed:>12,.0f}"
            words += (
                f"{off.speed / on.speed:>8.2f}{on.states:>12,}{on.tested:>9,}{on.explored:>10,}"
            )
            words += f"{on.dead / on.tested:>8.1%}{reachability_time(name, greediness):>12.0f}"
            print(words, flush=True)


def reachability_time(name: str, greediness: float) -> float:
    """Nanoseconds of a relaxed reachability test, its parent known; the fastest of some turns."""
    task, graph = problem(name)
    planner = Lamp(
        task, graph, SearchSettings.paper(rollouts=5000, greediness=greediness, dead_ends=True)
    )
    planner.decide(task.initial)
    memory, relaxed = planner.trees[0].memory, planner.trees[0].memory.search.relaxed
    spent = []
    for _ in range(2 * TURNS):
        relaxed.repair[:] = 0
        start = time.process_time()
        number = check_all_successors(memory.task, memory.space, relaxed)
        spent.append((time.process_time() - start) / max(1, number) * 1e9)
    return min(spent)


@entry
def check_all_successors(task: TaskArrays, space: Space, relaxed: RelaxedReachability) -> int:
    """Test the successors of all states that are alive, as if all were new; return how many."""
    number = 0
    for state in range(space.num_states):
        first = space.nodes[state].first_edge
        is_parent = space.relaxed_status[state] == ALIVE and first != UNKNOWN
        for edge in range(first, first + space.nodes[state].num_edges if is_parent else first):
            outcome = task.outcome_indptr[space.edges[edge].action]
            last = task.outcome_indptr[space.edges[edge].action + 1]
            for offset in range(last - outcome):
                after = space.successors[space.edges[edge].first_successor + offset]
                if after != UNKNOWN:
                    relaxed_status(
                        relaxed, space.words, int64(after), int64(state), int64(outcome + offset)
                    )
                    number += 1
    return number


# Two processes at once


class Work(NamedTuple):
    """What a process did, and what it took."""

    rollouts: int
    seconds: float
    """Of a processor: other work on the machine does not count."""


def run_episodes(name: str, number: int) -> Work:
    """Run the same episodes as any other process; return what it took of a processor."""
    task, graph = problem(name)
    planner = Lamp(task, graph, SearchSettings.paper(rollouts=2000, budget=40))
    start = time.process_time()
    rollouts = sum(run_episode(planner, seed=seed).rollouts for seed in range(number))
    return Work(rollouts, time.process_time() - start)


def throughput(pool: ProcessPoolExecutor, name: str, processes: int) -> tuple[float, float]:
    """Rollouts a second of all processes together: by the wall clock, and by processor time."""
    number = EPISODES[name]
    start = time.perf_counter()
    done = list(pool.map(run_episodes, [name] * processes, [number] * processes))
    spent = time.perf_counter() - start
    rollouts = sum(work.rollouts for work in done)
    return rollouts / spent, sum(work.rollouts / work.seconds for work in done)


def print_processes() -> None:
    """Print how much more two processes do than one: the best of some turns."""
    print(f"{'':<26}{'rollouts/s':>26}{'':>8}{'by processor time':>26}")
    print(f"{'problem':<26}{'one':>13}{'two':>13}{'ratio':>8}{'one':>13}{'two':>13}{'ratio':>8}")
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        for name in HEADLINE:
            list(pool.map(run_episodes, [name] * 6, [1] * 6))  # both processes are ready
            turns = [[throughput(pool, name, number) for number in (1, 2)] for _ in range(TURNS)]
            wall, used = ([max(turn[n][k] for turn in turns) for n in (0, 1)] for k in (0, 1))
            words = f"{name:<26}{wall[0]:>13,.0f}{wall[1]:>13,.0f}{wall[1] / wall[0]:>8.2f}"
            words += f"{used[0]:>13,.0f}{used[1]:>13,.0f}{used[1] / used[0]:>8.2f}"
            print(words, flush=True)


# Machine code for other processors


def pool_for(cpu: str) -> ProcessPoolExecutor:
    """A process whose machine code is for a processor, compiled or loaded."""
    os.environ["LAMP_CPU"] = cpu
    pool = ProcessPoolExecutor(1, get_context("spawn"))
    pool.submit(prepare).result()
    return pool


def print_processors(names: list[str]) -> None:
    """Print rollouts a second with machine code for each processor; the fastest of some turns."""
    pools = {name: pool_for(name) for name in names}
    heads = "".join(f"{name:>12}" for name in names)
    print(f"{'rollouts/s':<26}{'α':>5}{heads}{f'{names[-1]}/{names[0]}':>14}")
    for problem_name in HEADLINE:
        turns = [
            [pool.submit(measure, problem_name, max(ROLLOUTS)).result() for pool in pools.values()]
            for _ in range(TURNS)
        ]
        for number, greediness in enumerate(GREEDINESS):
            best = [max(run[number].rollouts for run in runs) for runs in zip(*turns, strict=True)]
            speeds = "".join(f"{speed:>12,.0f}" for speed in best)
            words = f"{problem_name:<26}{greediness:>5}{speeds}{best[-1] / best[0]:>14.2f}"
            print(words, flush=True)
    for pool in pools.values():
        pool.shutdown()


# Many states


def walk(task: Task) -> Iterator[State]:
    """States one after another by random actions, never a goal; again from the first if stuck."""
    rng, state = Random(0), task.initial  # noqa: S311 (no secret)
    while True:
        yield state
        after = [new for action in task.applicable(state) for new in task.apply(state, action)]
        options = sorted((new for new in after if not task.is_goal(new)), key=sorted)
        state = rng.choice(options) if options else task.initial


def print_states(name: str, number: int) -> None:
    """Let LAMP meet so many states, and print how long it took and how much memory."""
    task, graph = problem(name)
    Lamp(task, graph, rollouts=1).decide(task.initial)
    before = peak()
    # Much exploration, so that most rollouts find something new.
    planner = Lamp(task, graph, SearchSettings.paper(rollouts=5000, exploration=10.0, budget=10**6))
    start = time.perf_counter()
    for state in walk(task):
        planner.decide(state)
        if planner.trees[0].num_known >= number:
            break
    spent = time.perf_counter() - start
    states, after = planner.trees[0].num_known, peak()
    print(f"{name}: {states:,} states in {spent:.0f} s, {states / spent:,.0f} new ones a second")
    print(f"peak {after / MB:,.0f} MB, {before / MB:,.0f} MB of them before the first state")
    print(f"{(after - before) / states:,.0f} bytes a state at the peak")


def peak() -> int:
    """The most memory that this process has had, in bytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def main() -> None:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--oracle", action="store_true", help="compare with plain Python")
    parser.add_argument("--processes", action="store_true", help="one process, and two at once")
    parser.add_argument("--dead-ends", action="store_true", help="with and without dead ends")
    parser.add_argument(
        "--cpu", nargs="+", choices=["generic", "host"], help="compare machine code"
    )
    parser.add_argument("--states", type=int, metavar="N", help="meet so many states")
    parser.add_argument("--problem", default="zenotravel_released:p5", help="where (%(default)s)")
    options = parser.parse_args()
    if options.cpu:
        print_processors(options.cpu)
        return
    prepare()
    if options.states:
        print_states(options.problem, options.states)
    elif options.dead_ends:
        print_dead_ends()
    elif options.processes:
        print_processes()
    else:
        print_speeds(oracle=options.oracle)


if __name__ == "__main__":
    main()
