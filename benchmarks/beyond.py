"""What goes beyond the paper costs, and what finding landmarks anew is worth.

uv run python benchmarks/beyond.py                 # rollouts a second: the paper's, the default
uv run python benchmarks/beyond.py elevators:p3    # on other problems
uv run python benchmarks/beyond.py --ingredients   # and the default without one ingredient each
uv run python benchmarks/beyond.py --anew          # landmarks from the current state, in episodes

Seconds are those of the processor; planners take turns, and the fastest of each counts. Rollouts
begin with an empty state space.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from lamp.benchmarks import load
from lamp.execution import Episode, counted_cost, run_episode
from lamp.grounding import ground
from lamp.landmarks import LandmarkGraph, lm_rhw
from lamp.search import PAPER, Decision, Lamp, SearchSettings, Stop, prepare
from lamp.task import State, Task

PROBLEMS = (
    *("prob_blocksworld:p5", "elevators:p5", "zenotravel_released:p5"),
    *("exploding_blocksworld:p4", "tireworld:p15", "triangle_tireworld:p2"),
)
ROLLOUTS = (100, 1000, 5000)
TURNS = 7
ANEW = ("as usual", "forgetful", "anew")


@cache
def problem(name: str) -> tuple[Task, LandmarkGraph]:
    """The ground task of a benchmark, and its landmarks."""
    model = load(name)
    task = ground(model.domain, model.problem)
    return task, lm_rhw(task)


# What it costs


def planners(ingredients: bool) -> dict[str, SearchSettings]:
    """The settings to compare, by name; the first is what the others are compared with."""
    settings = {"paper": SearchSettings.paper(), "default": SearchSettings()}
    if ingredients:
        settings |= {
            f"without {name}": replace(SearchSettings(), **{name: PAPER[name]}) for name in PAPER
        }
    return settings


def seconds_per_rollout(name: str, settings: SearchSettings) -> float:
    """What a rollout of a first decision takes."""
    task, graph = problem(name)
    planner = Lamp(task, graph, settings)
    start = time.process_time()
    rollouts = planner.decide(task.initial).rollouts
    return (time.process_time() - start) / rollouts


def print_speed(names: Sequence[str], compared: Mapping[str, SearchSettings]) -> None:
    """Print rollouts a second, and how many times slower that is than the paper's LAMP."""
    print(f"{'problem':<26}{'rollouts':>8}  {'planner':<26}{'rollouts/s':>11}{'slower':>8}")
    for name in names:
        for rollouts in ROLLOUTS:
            fastest = dict.fromkeys(compared, float("inf"))
            for _ in range(TURNS):
                for kind, settings in compared.items():
                    taken = seconds_per_rollout(name, settings.changed(rollouts=rollouts))
                    fastest[kind] = min(fastest[kind], taken)
            for kind, taken in fastest.items():
                ratio = taken / fastest["paper"]
                print(f"{name:<26}{rollouts:>8}  {kind:<26}{1 / taken:>11,.0f}{ratio:>8.2f}")


# Landmarks from the current state


class Anew(Lamp):
    """LAMP that, for every landmark to choose, starts again from the state it is in.

    With `finds`, landmarks are those of that state; without, those of the initial state that are
    left: then only what was learned is lost.
    """

    finds = False
    seconds = 0.0

    def decide(self, state: State, stop: Stop | None = None) -> Decision:
        """The next action."""
        if (
            state != self.task.initial
            and self.landmark is not None
            and self._is_achieved(self.landmark, state)
        ):
            task = replace(self.task, initial=state)
            begin = time.process_time()
            graph = lm_rhw(task) if self.finds else self.graph.restricted(self.remaining)
            self.seconds += time.process_time() - begin
            self._add_last_cost(state)
            cost = self.cost
            Lamp.__init__(self, task, graph, self.settings.changed(seed=self.seed + int(cost) + 1))
            self.cost = cost
        return super().decide(state, stop)


def anew(name: str, kind: str, rollouts: int, seed: int) -> tuple[Episode, float]:
    """An episode, and the seconds that finding landmarks took in it."""
    task, graph = problem(name)
    if kind == "as usual":
        return run_episode(Lamp(task, graph, rollouts=rollouts), seed), 0.0
    planner = Anew(task, graph, rollouts=rollouts)
    planner.finds = kind == "anew"
    return run_episode(planner, seed), planner.seconds


def print_anew(names: Sequence[str], runs: int) -> None:
    """Print costs and success with landmarks of the initial and of the current state."""
    heads = f"{'landmarks':<10}{'success':>8}{'cost':>7}{'±':>6}{'ms':>7}"
    print(f"{'problem':<26}{'rollouts':>8}  {heads}")
    for name in names:
        for rollouts in (20, 200, 1000):
            for kind in ANEW:
                episodes = [anew(name, kind, rollouts, seed) for seed in range(runs)]
                goals = [episode.end == "goal" for episode, _ in episodes]
                unit = problem(name)[0].cost_unit
                costs = [counted_cost(episode, SearchSettings(), unit) for episode, _ in episodes]
                error = statistics.stdev(costs) / runs**0.5
                spent = 1000 * statistics.mean(seconds for _, seconds in episodes)
                words = f"{name:<26}{rollouts:>8}  {kind:<10}{statistics.mean(goals):>8.2f}"
                print(
                    f"{words}{statistics.mean(costs):>7.1f}{error:>6.1f}{spent:>7.1f}", flush=True
                )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("problems", nargs="*", default=PROBLEMS, help="those of the figures")
    parser.add_argument("--ingredients", action="store_true", help="the default without each one")
    parser.add_argument(
        "--anew", type=int, metavar="RUNS", nargs="?", const=75, help="landmarks anew"
    )
    options = parser.parse_args()
    prepare()
    if options.anew:
        print_anew(options.problems, options.anew)
    else:
        print_speed(options.problems, planners(options.ingredients))


if __name__ == "__main__":
    main()
