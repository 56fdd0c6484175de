"""The planners of `lamp.search`, with a world to run in."""

from __future__ import annotations

from lamp import search
from lamp.execution.episode import Episode, Watch, run_episode
from lamp.search import Stop


class LandmarkPlan(search.LandmarkPlan):
    """A planner that pursues landmarks, and can run."""

    def run(
        self, seed: int | None = None, watch: Watch | None = None, stop: Stop | None = None
    ) -> Episode:
        """An episode in a world that behaves as the task says: see `run_episode`."""
        return run_episode(self, seed, watch, stop)


class Lamp(search.Lamp, LandmarkPlan):
    """LAMP; with the paper's settings and greediness 0, or without landmarks, UCT."""


class Lrtdp(search.Lrtdp, LandmarkPlan):
    """LRTDP for one landmark after the other; with greediness 0 or without any, for the goal."""


class Uct(search.Uct, Lamp):
    """UCT: LAMP without landmarks."""
