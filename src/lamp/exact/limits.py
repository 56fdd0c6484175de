"""How much memory exact solving may take, and how much it takes."""

from __future__ import annotations

from dataclasses import dataclass

from lamp.errors import SettingsError
from lamp.util import SHARE, free_memory

GROWTH = 1.5
"""Arrays that grow have room for this many times of what is in them."""
PER_STATE = 60 + 110
"""Int8s for a state but for its facts: in the state space, and while values are computed."""
PER_EDGE = 12 + 2
PER_SLOT = 4 + 4
MOST_STATES = 20_000_000
"""To enumerate, unless a number is given."""
MANY_STATES = 2_000_000
GROWING = 0.45
"""If this part of many states is not expanded yet, there will be far too many."""


def bytes_needed(num_states: int, num_edges: int, num_slots: int, num_words: int) -> int:
    """The memory for solving a state space of some size, when most is needed."""
    states = num_states * (8 * num_words * GROWTH + PER_STATE)
    return int(states + num_edges * PER_EDGE * GROWTH + num_slots * PER_SLOT * GROWTH)


def bytes_free() -> int:
    """The memory that may be used: a part of what the machine and the container have left."""
    return int(SHARE * free_memory())


@dataclass(frozen=True, slots=True)
class Limits:
    """When to give up: what comes first."""

    states: int | None = None
    """States to meet; without a number, what time and memory seem to allow."""
    seconds: float = 600.0
    """For search, until it tells the bounds it has; enumeration takes the time it takes."""

    def __post_init__(self) -> None:
        if self.states is not None and self.states < 1:
            raise SettingsError(f"{self.states} states", remedy="Allowed are 1 or more")
        if not self.seconds > 0:
            raise SettingsError(f"{self.seconds} seconds", remedy="Allowed are more than 0")
