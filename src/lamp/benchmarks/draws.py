"""Random draws that are the same for a seed on every version of Python.

Of `random.Random`, only the numbers of `random()` are promised to stay the same from version to
version; so everything here is made of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def below(rng: Random, count: int) -> int:
    """Return one of the numbers 0 … count - 1, all as likely."""
    return int(rng.random() * count)


def between(rng: Random, least: int, most: int) -> int:
    """Return a number from `least` to `most`, both included."""
    return least + below(rng, most - least + 1)


def pick(rng: Random, items: Sequence[T]) -> T:
    """Return one of the items."""
    return items[below(rng, len(items))]


def some(rng: Random, items: Sequence[T], count: int) -> tuple[T, ...]:
    """Return `count` different items, in random order."""
    left = list(items)
    return tuple(left.pop(below(rng, len(left))) for _ in range(count))
