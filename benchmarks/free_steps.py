"""How LAMP fares where most steps cost nothing: problems of the paper with other costs.

    uv run python benchmarks/free_steps.py [--runs N] [--rollouts N]

Prints the runs that reach the goal, and the mean cost and length of these.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from lamp.benchmarks import load
from lamp.execution import EpisodeEnd, run_episode
from lamp.grounding import ground
from lamp.search import Lamp
from lamp.task import Task

FLIGHTS = {"start-flying": 10, "start-zooming": 15}
STEPS = {"go-up": 3, "go-down": 3}
TOWERS = {"pick-tower": 3, "put-tower-on-block": 3, "put-tower-down": 3}
BLOCKS = {"put-on-block": 3, "put-down": 3, "put-tower-on-block": 3, "put-tower-down": 3}
PROBLEMS: list[tuple[str, Mapping[str, int]]] = [
    ("zenotravel_released:p2", FLIGHTS),
    ("zenotravel_released:p5", FLIGHTS),
    ("elevators:p5", STEPS),
    ("elevators:p8", STEPS),
    ("prob_blocksworld:p5", TOWERS),
    ("prob_blocksworld:p5", BLOCKS),
    ("exploding_blocksworld:p4", {"pick-up-from-table": 3}),
]


def with_costs(name: str, costs: Mapping[str, int]) -> Task:
    """A problem in which the actions of some schemas have costs, and all others cost nothing."""
    model = load(name)
    task = ground(model.domain, model.problem)
    actions = []
    for action in task.actions:
        cost = Fraction(costs.get(action.name, 0))
        outcomes = tuple(replace(outcome, cost=cost) for outcome in action.outcomes)
        actions.append(replace(action, outcomes=outcomes))
    return replace(task, actions=tuple(actions))


def main() -> None:
    """Print a line for each problem."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--rollouts", type=int, default=100)
    given = parser.parse_args()
    for name, costs in PROBLEMS:
        planner = Lamp(with_costs(name, costs), rollouts=given.rollouts)
        episodes = [run_episode(planner, seed) for seed in range(given.runs)]
        reached = [episode for episode in episodes if episode.end is EpisodeEnd.GOAL]
        number = max(1, len(reached))
        cost = sum(episode.cost for episode in reached) / number
        length = sum(episode.length for episode in reached) / number
        means = f"cost {cost:6.1f}  length {length:6.1f}"
        print(f"{name:26} {' '.join(costs):40.40} {len(reached):3} of {given.runs}  {means}")


if __name__ == "__main__":
    main()
