"""The free memory of the machine or the container."""

from __future__ import annotations

import os
from pathlib import Path

SHARE = 0.8
"""The share of the free memory that may be used by default."""
GUESS = 2 * 1024**3
"""The free memory that is assumed if the system reports none."""


def free_memory() -> int:
    """The bytes of memory that are free in this container and on this machine."""
    amounts = [*_available(), *_left_in_group()]
    return max(0, min(amounts)) if amounts else GUESS


def _available() -> list[int]:
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return [int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")]
    except (OSError, ValueError, IndexError):
        pass
    try:
        return [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2]
    except (AttributeError, OSError, ValueError):  # not a Unix
        return []


def _left_in_group() -> list[int]:
    """The free memory of the container's control group, by version 2 or 1 of Linux's cgroups."""
    left = []
    for limit, used in (
        ("memory.max", "memory.current"),
        ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
    ):
        try:
            folder = Path("/sys/fs/cgroup")
            numbers = [int((folder / name).read_text(encoding="ascii")) for name in (limit, used)]
            left.append(numbers[0] - numbers[1])
        except (OSError, ValueError):  # no such file, or no limit: "max"
            continue
    return left
