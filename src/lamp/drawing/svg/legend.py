"""A legend: samples of symbols, each with a text that explains it, in rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lamp.drawing.svg.text import escaped, text_width

TEXT_SIZE = 12.0
ROW_HEIGHT = 24.0
SAMPLE_WIDTH, SAMPLE_GAP = 34.0, 8.0
"""The width of a sample, and its distance from the text that explains it."""
ENTRY_GAP = 24.0


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A sample, which may be empty, and what it means."""

    sample: str
    text: str

    @property
    def indent(self) -> float:
        """The distance of the text from the left side of the entry."""
        return SAMPLE_WIDTH + SAMPLE_GAP if self.sample else 0.0

    @property
    def width(self) -> float:
        """The width of the sample, the gap and the text."""
        return self.indent + text_width(self.text, TEXT_SIZE)


def legend_rows(entries: Iterable[LegendEntry], width: float) -> tuple[str, float]:
    """The SVG of the entries, broken into rows of at most a width, and the height of all rows."""
    elements = []
    x, y = 0.0, 0.0
    for entry in entries:
        if x and x + entry.width > width:
            x, y = 0.0, y + ROW_HEIGHT
        elements.append(
            f'<g transform="translate({x:.1f} {y:.1f})">{entry.sample}'
            f'<text class="note" x="{entry.indent:.1f}" y="16">{escaped(entry.text)}</text></g>'
        )
        x += entry.width + ENTRY_GAP
    return "\n".join(elements), y + ROW_HEIGHT if elements else 0.0
