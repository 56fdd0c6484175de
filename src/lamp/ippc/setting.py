"""What a session allows, and all defaults of server and client."""

from __future__ import annotations

from dataclasses import dataclass

HOST = "127.0.0.1"
PORT = 2323
IDLE_SECONDS = 60.0
"""Seconds for which a client may be silent, in a session beyond its allowed time."""
TIMEOUT_SECONDS = 60.0
"""Seconds for which a client waits for an answer."""
MAX_INT32 = 2**31 - 1
"""The greatest number: others read it with 32 bits."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a client may use in a session."""

    rounds: int = 30
    milliseconds: int = 900_000
    """For all rounds together, from the start of the session."""
    turns: int = 2_000
    """In each round."""


DEFAULT_SETTING = Setting()
