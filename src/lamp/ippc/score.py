"""What the rounds of a session amount to, as the last message of a session tells it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from lamp.ippc.messages import RoundEnd


@dataclass(frozen=True, slots=True)
class Score:
    """The rounds of a session; averages are of those that reached the goal."""

    rounds: int
    """How many were allowed."""
    played: int
    successes: int
    milliseconds: float | None
    turns: float | None

    @classmethod
    def of(cls, rounds: int, ends: Sequence[RoundEnd]) -> Score:
        """The score of the rounds so far."""
        reached = [end for end in ends if end.reached]
        return cls(
            rounds=rounds,
            played=len(ends),
            successes=len(reached),
            milliseconds=fmean(end.milliseconds for end in reached) if reached else None,
            turns=fmean(end.turns for end in reached) if reached else None,
        )

    @property
    def failed(self) -> int:
        """The rounds that did not reach the goal, or were not played."""
        return self.rounds - self.successes

    def message(self, session: int) -> str:
        """The end-session message; numbers look as C++ writes them: six digits.

        The metric is that of mdpsim for probabilistic problems, `(goal-achieved)`.
        """
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
            f"<metric-average>{self.successes / self.rounds:g}</metric-average></end-session>"
        )

    def text(self) -> str:
        """The score in words."""
        words = f"{self.successes} of {self.rounds} rounds reached the goal"
        if self.milliseconds is None:
            return words
        return f"{words}; those took {self.turns:.2f} turns and {self.milliseconds:.0f} ms each"

    def record(self) -> dict[str, float | None]:
        """The score as plain data."""
        return {
            "rounds": self.rounds,
            "played": self.played,
            "successes": self.successes,
            "mean_turns": self.turns,
            "mean_milliseconds": self.milliseconds,
        }
