"""How large a task may become, and the counter that stops it before memory runs out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields

from lamp.errors import Place, SettingsError, TaskTooLarge

Progress = Callable[[str, int, int], None]
"""Called at intervals with the name of what is being grounded, the actions and the facts so far."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The largest task that `ground` builds; beyond it, `TaskTooLarge` names the action."""

    actions: int = 1_000_000
    """Ground actions."""
    facts: int = 1_000_000
    """Ground atoms that actions can change."""
    outcomes: int = 20_000
    """Outcomes of one action: independent random effects multiply."""
    literals: int = 10_000_000
    """Literals in all conditions and effects together: the measure of memory."""
    work: int = 100_000_000
    """Rows joined, literals tried and bindings tested: the measure of time."""

    def __post_init__(self) -> None:
        for limit in fields(self):
            if getattr(self, limit.name) < 1:
                raise SettingsError(
                    f"limit {limit.name} is {getattr(self, limit.name)}; at least 1 is needed",
                    remedy=f"The default is {limit.default:,}",
                )


class Meter:
    """What grounding has spent of its `Limits`, and what it is grounding now."""

    def __init__(self, limits: Limits, progress: Progress | None = None) -> None:
        self._limits = limits
        self._progress = progress
        self._spent = dict.fromkeys((limit.name for limit in fields(limits)), 0)
        self._ticks = 0
        self.subject = "the problem"
        self.place: Place | None = None

    def attribute_to(self, subject: str, place: Place) -> None:
        """Name what is being grounded: what is counted from now on is attributed to it."""
        self.subject = subject
        self.place = place

    def note(self, kind: str, amount: int) -> None:
        """Count without a test of the limit, which the next call of `spend` makes."""
        self._spent[kind] += amount

    def foresee(self, kind: str, amount: int) -> None:
        """Raise when this much more would reach the limit; nothing is counted yet."""
        if self._spent[kind] + amount > getattr(self._limits, kind):
            raise self.exceeded(kind)

    def spend(self, kind: str, amount: int = 1) -> None:
        """Count, or raise when the limit is reached."""
        self._spent[kind] += amount
        if self._spent[kind] > getattr(self._limits, kind):
            raise self.exceeded(kind)
        self._ticks += 1
        if self._progress and self._ticks % 4096 == 0:
            self._progress(self.subject, self._spent["actions"], self._spent["facts"])

    def check(self, kind: str, number: int) -> None:
        """Raise when a number alone is beyond a limit."""
        if number > getattr(self._limits, kind):
            raise self.exceeded(kind)

    def exceeded(self, kind: str) -> TaskTooLarge:
        """The error for one of the limits."""
        limit = getattr(self._limits, kind)
        what = {
            "actions": f"more than {limit:,} ground actions",
            "facts": f"more than {limit:,} ground atoms",
            "outcomes": f"an action with more than {limit:,} outcomes",
            "literals": f"conditions and effects with more than {limit:,} literals",
            "work": f"more than {limit:,} steps of work",
        }[kind]
        return TaskTooLarge(
            f"the task is too large: {what}, at {self.subject}",
            place=self.place,
            remedy=f"Use fewer objects or parameters there, or raise the limit: "
            f"--limit {kind}={10 * limit}, Limits({kind}=…) in Python",
        )
