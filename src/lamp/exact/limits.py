"""How much time and memory exact solving may take, and how much memory it takes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

from lamp.errors import OutOfTime, SettingsError
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
GROWTH_UNCHECKED = 1 << 24
"""Bytes by which memory may grow before the system is asked again what is free."""


def bytes_needed(num_states: int, num_edges: int, num_slots: int, num_words: int) -> int:
    """The memory for solving a state space of some size, when most is needed."""
    states = num_states * (8 * num_words * GROWTH + PER_STATE)
    return int(states + num_edges * PER_EDGE * GROWTH + num_slots * PER_SLOT * GROWTH)


def bytes_free() -> int:
    """The memory that may be used: a part of what the machine and the container have left."""
    return int(SHARE * free_memory())


class MemoryCheck:
    """Whether memory has room for what grows; the system is asked when it has grown enough."""

    def __init__(self) -> None:
        self._next = 0

    def is_full(self, needed: int, held: int) -> bool:
        """Whether there is no room for the bytes needed, of which some are held already."""
        if needed < self._next:
            return False
        self._next = needed + GROWTH_UNCHECKED
        return needed - held > bytes_free()


@dataclass(frozen=True, slots=True)
class Limits:
    """When to give up: what comes first."""

    states: int | None = None
    """States to meet; without a number, what time and memory seem to allow."""
    seconds: float = 600.0
    """For everything. Then the bounds that are known are told."""

    def __post_init__(self) -> None:
        if self.states is not None and self.states < 1:
            raise SettingsError(f"{self.states} states", remedy="Allowed are 1 or more")
        if not self.seconds > 0:
            raise SettingsError(f"{self.seconds} seconds", remedy="Allowed are more than 0")


class LimitReached(StrEnum):
    """Why a value may not be known as precisely as was asked for."""

    SECONDS = "seconds"
    STATES = "states"
    MEMORY = "memory"


class OutOfLimits(Exception):
    """Work that is under way has reached a limit; what is known by then stays."""

    def __init__(self, limit: LimitReached) -> None:
        super().__init__(limit)
        self.limit = limit


class LimitLog:
    """The first limit that some phases of work have reached."""

    def __init__(self) -> None:
        self.first: LimitReached | None = None

    @contextmanager
    def noted(self) -> Iterator[None]:
        """End a phase at a limit, and note which one."""
        try:
            yield
        except OutOfTime:
            self.first = self.first or LimitReached.SECONDS
        except OutOfLimits as error:
            self.first = self.first or error.limit
