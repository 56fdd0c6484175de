"""What the rounds of a session amount to, as the last message of a session tells it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import fmean

from lamp.ippc.messages import RoundEnd
from lamp.task import NO_COST


@dataclass(frozen=True, slots=True)
class Score:
    """The rounds of a session; averages are of those that reached the goal."""

    rounds: int
    """How many were allowed."""
    played: int
    successes: int
    milliseconds: float | None
    turns: float | None
    cost: float | None
    """Where the problem has no costs, the turns."""
    metric: float
    """The average of the problem's metric over all rounds that were allowed, as mdpsim has it."""
    has_costs: bool = False
    """Whether the problem has costs."""

    @classmethod
    def of(cls, rounds: int, ends: Sequence[RoundEnd], goal_reward: Fraction = NO_COST) -> Score:
        """The score of the rounds so far."""
        reached = [end for end in ends if end.reached]
        return cls(
            rounds=rounds,
            played=len(ends),
            successes=len(reached),
            milliseconds=fmean(end.milliseconds for end in reached) if reached else None,
            turns=fmean(end.turns for end in reached) if reached else None,
            cost=fmean(map(_cost, reached)) if reached else None,
            metric=sum(_metric(end, float(goal_reward)) for end in ends) / rounds,
            has_costs=any(end.cost is not None for end in ends),
        )

    @property
    def failed(self) -> int:
        """The rounds that did not reach the goal, or were not played."""
        return self.rounds - self.successes

    def message(self, session: int) -> str:
        """The end-session message; numbers look as C++ writes them: six digits."""
        averages = ""
        if self.successes:
            averages = (
                f"<time-average>{self.milliseconds:g}</time-average>"
                f"<turn-average>{self.turns:g}</turn-average>"
            )
        return (
            f"<end-session><sessionID>{session}</sessionID><rounds>{self.played}</rounds>"
            f"<goals><failed>{self.failed}</failed>"
            f"<reached><successes>{self.successes}</successes>{averages}</reached></goals>"
            f"<metric-average>{self.metric:g}</metric-average></end-session>"
        )

    def text(self) -> str:
        """The score in words."""
        words = f"{self.successes} of {self.rounds} rounds reached the goal"
        if self.milliseconds is None:
            return words
        cost = f", cost {self.cost:.2f}" if self.has_costs else ""
        return (
            f"{words}; those took {self.turns:.2f} turns{cost} and {self.milliseconds:.0f} ms each"
        )

    def record(self) -> dict[str, float | None]:
        """The score as plain data."""
        return {
            "rounds": self.rounds,
            "played": self.played,
            "successes": self.successes,
            "mean_turns": self.turns,
            "mean_cost": self.cost,
            "mean_milliseconds": self.milliseconds,
            "metric_average": self.metric,
        }


def _cost(end: RoundEnd) -> float:
    return end.turns if end.cost is None else end.cost


def _metric(end: RoundEnd, goal_reward: float) -> float:
    """The metric of a round, which is maximized: (goal-achieved), or the rewards if there are any.

    Costs are negative rewards, as in mdpsim.
    """
    if end.cost is None:
        return (goal_reward or 1.0) if end.reached else 0.0
    return (goal_reward if end.reached else 0.0) - end.cost
