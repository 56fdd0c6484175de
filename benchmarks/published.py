"""Our results beside the published tables (figures 2 and 3 of the paper), 75 runs a cell.

uv run python benchmarks/published.py                  # up to 1,000 rollouts, without zenotravel
uv run python benchmarks/published.py --runs 20 elevators:p5

Each cell: published | ours, then + where ours is better and - where it is worse with p < 0.01 after
Bonferroni over the column. The paper gives means alone: the spread of its costs is taken to be
ours. Each cell has seeds of its own: with common ones, the luck of 75 worlds would be in all cells.
"""

from __future__ import annotations

import argparse
import math
import zlib
from statistics import NormalDist

from lamp.benchmarks import PublishedTable, load, published_table
from lamp.execution import Summary, run_episode, summarise
from lamp.grounding import ground
from lamp.intervals import student_95
from lamp.landmarks import find_landmarks
from lamp.search import Lamp

PROBLEMS = [
    *("prob_blocksworld:p5", "elevators:p5", "exploding_blocksworld:p4", "tireworld:p15"),
    "triangle_tireworld:p2",
]
MOST_ROLLOUTS = 1000
LEVEL = 0.01


def p_value(table: PublishedTable, published: float, ours: Summary) -> float:
    """The probability of a difference at least as large, if both were the same."""
    if "cost" in table.metric:
        error = (ours.cost_interval[1] - ours.mean_cost) / student_95(ours.runs - 1)
        spread = math.sqrt(error**2 * (1 + ours.runs / table.runs))
        difference = ours.mean_cost - published
    else:
        pooled = (ours.success_rate * ours.runs + published * table.runs) / (ours.runs + table.runs)
        spread = math.sqrt(pooled * (1 - pooled) * (1 / ours.runs + 1 / table.runs))
        difference = ours.success_rate - published
    if not spread:
        return 1.0 if abs(difference) < 1e-9 else 0.0
    return 2 * NormalDist().cdf(-abs(difference) / spread)


def compare(name: str, table: PublishedTable, runs: int) -> None:
    """Print the table of one problem, row by row."""
    model = load(name)
    task = ground(model.domain, model.problem)
    graph = find_landmarks(task)
    rows = [row for row in table.rows if row.rollouts <= MOST_ROLLOUTS]
    print(f"\n{name}, {table.metric}: published | ours")
    print(f"{'rollouts':>8}" + "".join(f"{f'α = {alpha:g}':>20}" for alpha in table.greediness))
    for row in rows:
        cells = []
        for alpha, published in zip(table.greediness, row.values, strict=True):
            planner = Lamp(task, graph, rollouts=row.rollouts, greediness=float(alpha))
            first = zlib.crc32(f"{name} {row.rollouts} {alpha:g}".encode())
            episodes = [run_episode(planner, first + number) for number in range(runs)]
            ours = summarise(episodes, planner.settings.budget)
            value = ours.mean_cost if "cost" in table.metric else ours.success_rate
            differs = p_value(table, published, ours) < LEVEL / len(rows)
            better = (value < published) == ("cost" in table.metric)
            mark = ("+" if better else "-") if differs else " "
            cells.append(f"{f'{published:g} | {value:.4g}{mark}':>20}")
        print(f"{row.rollouts:>8}" + "".join(cells), flush=True)


def main() -> None:
    """Compare the problems that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("problems", nargs="*", default=PROBLEMS)
    parser.add_argument("--runs", type=int, default=75)
    options = parser.parse_args()
    for name in options.problems:
        table = published_table(name)
        if table:
            compare(name, table, options.runs)
        else:
            print(f"\n{name}: nothing published")


if __name__ == "__main__":
    main()
