"""States as pictures of text: all facts of a task in columns, with the true ones highlighted."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from lamp.drawing import PALETTE
from lamp.task import State, Task

Pixels: TypeAlias = NDArray[np.uint8]
"""(height, width, 3): red, green and blue from 0 to 255."""

MOST_FACTS = 2000
"""The number of facts that are shown; more would be too small to read."""
TITLE_SIZE, TEXT_SIZE = 24, 17
MARGIN = 24
HEADER = 84
"""The height of the two lines above the facts."""
ROW, GAP, PADDING = 30, 8, 9
"""The height of a row, the gap between columns, and the room left and right of a fact."""
SHAPE = 4 / 3
"""The width of the facts divided by their height, as far as whole columns allow it."""
COLOURS = {name: colour.light for name, colour in PALETTE.items()}


class Board:
    """Draws the states of one task; all pictures have one size, and every fact has its position."""

    def __init__(self, task: Task) -> None:
        self._title_font = ImageFont.load_default(TITLE_SIZE)
        self._font = ImageFont.load_default(TEXT_SIZE)
        self._facts = [str(atom) for atom in task.atoms[:MOST_FACTS]]
        self._cell = ceil(max(map(self._font.getlength, self._facts))) + 2 * PADDING
        columns = max(1, round(sqrt(len(self._facts) * ROW * SHAPE / (self._cell + GAP))))
        self._rows = ceil(len(self._facts) / columns)
        longest = max((f"step 9999 of 9999, after {action}" for action in task.actions), key=len)
        widths = (
            columns * (self._cell + GAP) - GAP,
            self._font.getlength(longest),
            self._title_font.getlength(task.name),
        )
        self._size = (2 * MARGIN + ceil(max(widths)), MARGIN + HEADER + self._rows * ROW)

    def picture(self, state: State, lines: tuple[str, str]) -> Pixels:
        """A state below two lines of text."""
        image = Image.new("RGB", self._size, COLOURS["paper"])
        draw = ImageDraw.Draw(image)
        draw.text((MARGIN, MARGIN - 4), lines[0], COLOURS["ink"], self._title_font)
        draw.text((MARGIN, MARGIN + 28), lines[1], COLOURS["soft-ink"], self._font)
        for fact, (x, y) in enumerate(self._positions()):
            if fact in state:
                box = (x, y + 2, x + self._cell, y + ROW - 3)
                draw.rounded_rectangle(box, 7, COLOURS["goal"], COLOURS["goal-line"])
            colour = COLOURS["ink" if fact in state else "trivial-line"]
            draw.text((x + PADDING, y + ROW / 2), self._facts[fact], colour, self._font, "lm")
        return np.array(image, dtype=np.uint8)

    def _positions(self) -> Iterator[tuple[int, int]]:
        """The upper left corner of each fact, column by column."""
        for fact in range(len(self._facts)):
            column, row = divmod(fact, self._rows)
            yield MARGIN + column * (self._cell + GAP), HEADER + row * ROW
