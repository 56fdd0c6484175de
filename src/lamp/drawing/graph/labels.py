"""Labels of nodes: the text in a box, and the size of the box that it needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from lamp.drawing.svg.geometry import Size
from lamp.drawing.svg.text import cut, text_width

FONT_SIZE, HEADING_SIZE = 13.0, 10.5
LINE_HEIGHT, HEADING_HEIGHT = 18.0, 15.0
PADDING, CELL_GAP = 14.0, 18.0
"""Left and right of the text, and between two columns of cells."""
ABOVE_TEXT = 5.0
WIDTH_STEP = 24.0
WIDEST_CELL = 190.0
"""The width at which a cell is cut."""
WIDEST_LINE = 640.0


@dataclass(frozen=True, slots=True)
class Label:
    """The text of a box: a heading, which may be empty, and cells in lines."""

    heading: str
    lines: tuple[tuple[str, ...], ...]
    cell_widths: tuple[float, ...]
    tooltip: str

    @classmethod
    def of(
        cls,
        cells: Sequence[str],
        *,
        heading: str,
        tooltip: str,
        most_cells: int,
        several_columns: bool = False,
    ) -> Label:
        """The label of some texts, one below the other or in several columns.

        Of more than `most_cells` texts the last ones are counted, not shown.
        """
        shown = [cut(cell, WIDEST_CELL, FONT_SIZE) for cell in _first(cells, most_cells)]
        columns = _num_columns(shown) if several_columns else 1
        return cls(
            heading,
            tuple(tuple(shown[i : i + columns]) for i in range(0, len(shown), columns)),
            tuple(
                max(text_width(text, FONT_SIZE) for text in shown[column::columns])
                for column in range(columns)
            ),
            tooltip,
        )

    @property
    def size(self) -> Size:
        """The size of the box around the text."""
        width = max(self.cells_width, text_width(self.heading, HEADING_SIZE)) + 2 * PADDING
        # Boxes of few different widths stand in columns, and the edges between them are straight.
        return Size(ceil(width / WIDTH_STEP) * WIDTH_STEP, self.text_height + 2 * ABOVE_TEXT)

    @property
    def cells_width(self) -> float:
        """The width of the cells of a line, with the gaps between them."""
        return sum(self.cell_widths) + CELL_GAP * (len(self.cell_widths) - 1)

    @property
    def text_height(self) -> float:
        """The height of the text alone."""
        return LINE_HEIGHT * len(self.lines) + (HEADING_HEIGHT if self.heading else 0.0)


def _first(cells: Sequence[str], most: int) -> list[str]:
    """As many of the cells as a box has room for, and how many more there are."""
    if len(cells) <= most:
        return list(cells)
    return [*cells[: most - 1], f"… {len(cells) - most + 1} more"]


def _num_columns(cells: Sequence[str]) -> int:
    """The number of columns that make a box about eight times as wide as high."""
    widest = max(text_width(cell, FONT_SIZE) for cell in cells) + CELL_GAP
    lines = ceil(sqrt(len(cells) / 4))
    fitting = max(1, int(WIDEST_LINE // widest))
    return min(ceil(len(cells) / lines), fitting)
