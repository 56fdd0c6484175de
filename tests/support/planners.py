"""A planner that chooses what a test says."""

from __future__ import annotations

from lamp.search import Decision, LandmarkPlan
from lamp.task import Action, State


class FixedChoice(LandmarkPlan):
    """Always chooses the landmark and the action that a test has set, right or wrong."""

    chosen_landmark: object = 0
    chosen_action: Action | None = None

    def choose_landmark(self, state: State) -> int:
        """The landmark that was set."""
        return self.chosen_landmark  # type: ignore[return-value]

    def choose_action(self, state: State) -> Decision:
        """The action that was set."""
        return Decision(self.chosen_action, self.graph.goal)
