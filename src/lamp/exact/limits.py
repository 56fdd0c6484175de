"""Limits of exact solving: states, seconds, and the memory that a number of states takes."""

from __future__ import annotations

from dataclasses import dataclass

from lamp.errors import SettingsError
from lamp.util import SHARE, free_memory

GROWTH = 1.5
"""The length of a growing array, as a multiple of its used part."""
PER_STATE = 60 + 110
"""Bytes of a state without its facts: in the state space, and while values are computed."""
PER_EDGE = 12 + 2
PER_SLOT = 4 + 4
MOST_STATES = 20_000_000
"""The most states to enumerate, unless a number is given."""
MANY_STATES = 2_000_000
GROWING = 0.45
"""If more than this share of more than MANY_STATES is not expanded, enumeration is given up."""


def bytes_needed(num_states: int, num_edges: int, num_slots: int, num_words: int) -> int:
    """The greatest memory that solving a state space of some size takes."""
    states = num_states * (8 * num_words * GROWTH + PER_STATE)
    return int(states + num_edges * PER_EDGE * GROWTH + num_slots * PER_SLOT * GROWTH)


def bytes_free() -> int:
    """The memory that may be used: a part of what the machine and the container have left."""
    return int(SHARE * free_memory())


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a solver; the first that is reached ends it."""

    states: int | None = None
    """The most states; None for as many as memory allows, and MOST_STATES in enumeration."""
    seconds: float = 600.0
    """Of a search, which then returns its bounds; enumeration has no limit of time."""

    def __post_init__(self) -> None:
        if self.states is not None and self.states < 1:
            raise SettingsError(f"{self.states} states", remedy="Allowed are 1 or more")
        if not self.seconds > 0:
            raise SettingsError(f"{self.seconds} seconds", remedy="Allowed are more than 0")
