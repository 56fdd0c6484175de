"""The paper's algorithm with the second rollout procedure of its authors' released program.

uv run python benchmarks/second_rollout.py triangle_tireworld:p2 --rollouts 100 --greediness 0.2

The released program has a procedure for the part of a rollout that lies outside the tree, and never
calls it: every state counts as inside. Here it is called, as in UCT with `tree_growth = "expand"`:
the first new state, or new set of landmarks, of a rollout enters the tree, and from there on
actions and landmarks are random. That procedure returns less than happened: once it has chosen a
landmark, neither the goal nor the landmark just reached counts; and a dead end costs the actions
done so far in the rollout instead of those left. Its horizon of 20 allows 19 actions.

Plain Python, so slow: 75 runs of triangle_tireworld:p2 with 100 rollouts take some minutes.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

from lamp.benchmarks import PAPER_BUDGET, load, published_table
from lamp.execution import sample_transition
from lamp.grounding import ground
from lamp.landmarks import LandmarkGraph, lm_rhw
from lamp.reporting.boschloo import boschloo
from lamp.search import SearchSettings, TreeGrowth
from lamp.task import State, Task

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.oracles.lamp import Landmarks, Oracle, Pursuit, Returned
from tests.oracles.task_semantics import TaskSemantics

HORIZON = 19


class SecondRollout(Oracle):
    """LAMP whose rollouts lose credit outside the tree."""

    def __init__(
        self, task: Task, graph: LandmarkGraph, settings: SearchSettings, semantics: TaskSemantics
    ) -> None:
        super().__init__(task, graph, settings, semantics)
        self.known_sets: set[Landmarks] = set()

    def rollout(self, state: State, pursued: Pursuit, depth: int, cost: float) -> Returned:
        """Algorithm 3; outside the tree, a dead end costs what has been done."""
        returned = super().rollout(state, pursued, depth, cost)
        is_here = returned.left_in_dead_end == depth and not self.applicable(state)
        if self.outside and is_here and not self.is_done(pursued.subgoal, state):
            done = self.settings.horizon - depth
            total = self.root_cost + cost + done
            return returned._replace(subgoal_cost=pursued.cost + done, goal_cost=total)
        return returned

    def choose_landmark(self, state: State, pursued: Pursuit, depth: int, cost: float) -> Returned:
        """The choice of another landmark: at random outside the tree, where credit is lost."""
        left = pursued.remaining - {pursued.landmark}
        if not self.outside and left in self.known_sets:
            return super().choose_landmark(state, pursued, depth, cost)
        was_outside, self.outside = self.outside, True
        if not was_outside:
            self.known_sets.add(left)
        leaves = self.graph.leaves(left)
        chosen = leaves[self.one_of(len(leaves))]
        fresh = self.with_subgoal(pursued._replace(landmark=chosen, remaining=left), state)
        returned = self.rollout(state, fresh, depth, cost)
        if was_outside:
            return returned._replace(subgoal_cost=pursued.cost, achieved=False, reached=0.0)
        self.q_landmark.update(left, chosen, returned.goal_cost, returned.reached)
        return self.achieved(returned, pursued)


def episode(planner: Oracle, seed: list[int]) -> int | None:
    """The cost of an episode that arrives; its world has random numbers of its own."""
    rng = np.random.default_rng(seed)
    state = planner.task.initial
    for cost in range(planner.settings.budget + 1):
        if planner.task.is_goal(state):
            return cost
        action = planner.decide(state)
        if action is None:
            return None
        state = sample_transition(planner.task, state, action, rng)[0]
    return None


def main() -> None:
    """Print one line for each cell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("name", metavar="PROBLEM")
    parser.add_argument("--rollouts", type=int, nargs="+", default=[100])
    parser.add_argument("--greediness", type=float, nargs="+", default=[0.2])
    parser.add_argument("--runs", type=int, default=75)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    model = load(options.name)
    task = ground(model.domain, model.problem)
    graph, semantics = lm_rhw(task), TaskSemantics(task)
    for rollouts in options.rollouts:
        for greediness in options.greediness:
            paper = SearchSettings.paper()
            settings = replace(paper, rollouts=rollouts, greediness=greediness, horizon=HORIZON)
            settings = replace(settings, tree_growth=TreeGrowth.EXPAND)
            costs = []
            for seed in range(options.seed, options.seed + options.runs):
                planner = SecondRollout(task, graph, replace(settings, seed=seed), semantics)
                costs.append(episode(planner, [seed, rollouts, round(10 * greediness)]))
            print(line(options.name, rollouts, greediness, costs), flush=True)


def line(name: str, rollouts: int, greediness: float, costs: list[int | None]) -> str:
    """Success rate and mean cost, and the published number beside them."""
    arrived = [cost for cost in costs if cost is not None]
    mean = (sum(arrived) + PAPER_BUDGET * (len(costs) - len(arrived))) / len(costs)
    text = f"{name}, {rollouts} rollouts, α {greediness:g}: "
    text += f"success {len(arrived) / len(costs):.2f}, cost {mean:.1f}"
    table = published_table(name)
    rows = [row for row in table.rows if row.rollouts == rollouts] if table else []
    if not table or not rows or greediness not in table.greediness:
        return text
    published = rows[0].values[table.greediness.index(greediness)]
    text += f"; published {published:g}"
    if table.metric != "success rate":
        return text
    p_value = boschloo(len(arrived), len(costs), round(published * table.runs), table.runs)
    return f"{text} (p = {p_value:.2g})"


if __name__ == "__main__":
    main()
