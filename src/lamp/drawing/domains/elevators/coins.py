"""Coins: on the floor of a room, and in the purse."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from lamp.drawing.svg.elements import circle, element, name_tag, text_at
from lamp.drawing.svg.geometry import Box, Point

COIN = 10.0
"""The radius of a coin."""
COINS_HIGH = 2
"""The number of coins in a stack."""
STEP = 2 * COIN + 4.0
WORD = 64.0
"""The width of the word before the purse."""


def coin_at(coin: str, centre: Point, radius: float = COIN) -> str:
    """A coin with its name."""
    tag = name_tag(centre, coin, 2 * COIN - 1.0, 11.0, "tag on-coin") if coin else ""
    return circle(centre, radius, "coin") + tag


def coin_points(room: Box, count: int) -> list[Point]:
    """Points for some coins on the floor of a room, at its right; closer where they are many."""
    columns = max(-(-count // COINS_HIGH), 1)
    step = min(2 * COIN + 1.0, (room.width - 24.0) / columns)
    right, floor = room.x + room.width - COIN - 4.0, room.y + room.height - COIN - 4.0
    return [
        Point(right - number // COINS_HIGH * step, floor - number % COINS_HIGH * (2 * COIN + 1.0))
        for number in range(count)
    ]


class Purse:
    """A circle for each coin, filled when it is collected."""

    def __init__(self, coins: Sequence[str], room: Box) -> None:
        self._coins, self._room = coins, room
        self._columns = max(int((room.width - room.x - WORD - STEP) // STEP), 1)

    @property
    def height(self) -> float:
        """The height of the purse."""
        return -(-len(self._coins) // self._columns) * STEP

    def elements(self, collected: Collection[str]) -> Iterator[str]:
        """The coins that are collected, and empty circles for the others."""
        left, top = self._room.x + WORD, self._room.y + COIN + 2.0
        if self._coins:
            yield text_at((self._room.x, top + 4.0), "collected", "note")
        for number, coin in enumerate(self._coins):
            row, column = divmod(number, self._columns)
            centre = Point(left + column * STEP + COIN, top + row * STEP)
            if coin in collected:
                yield element("g", coin_at(coin, centre), data_coin=coin, data_at="purse")
            else:
                yield circle(centre, COIN, "no coin")
