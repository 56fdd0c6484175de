"""The legend below a picture."""

from __future__ import annotations

from collections.abc import Iterable

from lamp.drawing.svg.elements import element, group
from lamp.drawing.svg.geometry import Size
from lamp.drawing.svg.legend import LegendEntry, legend_rows

MARGIN = 24.0


def with_legend(size: Size, entries: Iterable[LegendEntry]) -> tuple[Size, str]:
    """The size of a picture together with its legend, and the legend."""
    rows, height = legend_rows(entries, size.width - 2 * MARGIN)
    legend = element("g", group((MARGIN, size.height), rows), class_="key")
    return Size(size.width, size.height + height + 12.0), legend
