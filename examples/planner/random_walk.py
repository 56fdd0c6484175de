"""A planner that is not part of lamp.

PYTHONPATH=examples/planner lamp solve triangle_tireworld:p1 --planner random_walk:RandomWalk
"""

import numpy as np

import lamp
from lamp.search import SETTINGS
from lamp.task import State


class RandomWalk(lamp.LandmarkPlan):
    """Pursues the first leaf of the landmark graph by random actions."""

    unused_settings = tuple(sorted(set(SETTINGS) - {"budget", "cost_budget", "seed"}))

    def start(self, seed: int | None = None) -> None:
        """Begin an episode."""
        super().start(seed)
        self.rng = np.random.default_rng(self.seed)

    def choose_landmark(self, state: State) -> int:
        """The first leaf: line 7 of Algorithm 1."""
        return self.graph.leaves(self.remaining)[0]

    def choose_action(self, state: State) -> lamp.Decision:
        """An applicable action, none in a dead end: line 9 of Algorithm 1."""
        actions = self.task.applicable(state)
        action = actions[self.rng.integers(len(actions))] if actions else None
        return lamp.Decision(action, self.subgoal)
