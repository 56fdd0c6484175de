"""What the signs of a picture mean, below it."""

from __future__ import annotations

from collections.abc import Iterable

from lamp.landmarks.drawing.legend import Entry, legend_svg
from lamp.pictures.elements import Size, element, group

__all__ = ["Entry", "with_key"]

MARGIN = 24.0


def with_key(size: Size, entries: Iterable[Entry]) -> tuple[Size, str]:
    """The size of a picture together with its key, and the key."""
    rows, height = legend_svg(entries, size.width - 2 * MARGIN)
    key = element("g", group((MARGIN, size.height), rows), class_="key")
    return Size(size.width, size.height + height + 12.0), key
