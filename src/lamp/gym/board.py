"""States as pictures of text: all facts of a task in columns, those that are true in black."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from lamp.gym.font import HEIGHT, WIDTH, Ink, written
from lamp.task import State, Task

Pixels: TypeAlias = NDArray[np.uint8]
"""(height, width, 3): red, green and blue from 0 to 255."""

MOST_FACTS = 2000
"""More are not shown: they would be too small to read."""
MARGIN, SCALE = 8, 2
PAPER, INK, PALE = (255, 255, 255), (27, 36, 48), (208, 213, 221)


class Board:
    """Draws the states of one task; all pictures have one size, and every fact has its place."""

    def __init__(self, task: Task) -> None:
        self._facts = [written(str(atom)) for atom in task.atoms[:MOST_FACTS]]
        self._cell = max(fact.shape[1] for fact in self._facts) + 2 * WIDTH
        columns = max(1, round(sqrt(len(self._facts) * HEIGHT * 4 / 3 / self._cell)))
        self._rows = ceil(len(self._facts) / columns)
        longest = max(len(str(action)) for action in task.actions)
        width = max(columns * self._cell, WIDTH * (longest + 24), WIDTH * len(task.name))
        self._size = (2 * MARGIN + HEIGHT * (self._rows + 3), 2 * MARGIN + width)

    def picture(self, state: State, lines: tuple[str, str]) -> Pixels:
        """A state below two lines of text."""
        pixels = np.full((*self._size, 3), PAPER, dtype=np.uint8)
        for number, line in enumerate(lines):
            _write(pixels, (MARGIN + number * HEIGHT, MARGIN), written(line), INK)
        for fact, place in enumerate(self._places()):
            _write(pixels, place, self._facts[fact], INK if fact in state else PALE)
        return pixels.repeat(SCALE, axis=0).repeat(SCALE, axis=1)

    def _places(self) -> Iterator[tuple[int, int]]:
        """The upper left corner of each fact, column by column."""
        for fact in range(len(self._facts)):
            column, row = divmod(fact, self._rows)
            yield MARGIN + HEIGHT * (row + 3), MARGIN + column * self._cell


def _write(pixels: Pixels, place: tuple[int, int], ink: Ink, colour: tuple[int, int, int]) -> None:
    """Put ink at a place of a picture, which is changed; what is too long is cut."""
    top, left = place
    area = pixels[top : top + ink.shape[0], left : left + ink.shape[1]]
    area[ink[: area.shape[0], : area.shape[1]]] = colour
