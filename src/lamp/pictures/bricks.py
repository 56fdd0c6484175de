"""Single blocks: coloured by name, with the marks of what befell them."""

from __future__ import annotations

from dataclasses import dataclass

from lamp.pictures.elements import Box, circle, name_tag, path, rectangle

MOST_TEXT = 15.0
"""The largest size of a name."""
MARK = 13.0
"""Room for the mark at the right of a name."""
_STAR = ((0, -6), (1.5, -1.5), (6, 0), (1.5, 1.5), (0, 6), (-1.5, 1.5), (-6, 0), (-1.5, -1.5))
_CRACKS = (
    ((0.0, 0.24), (0.14, 0.06), (0.3, 0.24), (0.46, 0.08), (0.58, 0.0)),
    ((0.0, 0.84), (0.18, 0.94), (0.34, 0.76), (0.55, 0.95), (0.72, 0.78), (1.0, 0.9)),
)
"""Above and below the name, in widths and heights of a block."""


@dataclass(frozen=True, slots=True)
class Brick:
    """How a block looks."""

    name: str
    hue: int
    """Which of the colours it has."""
    destroyed: bool = False
    charged: bool | None = None
    """Whether its charge is still there; None where blocks have none."""


def brick(look: Brick, box: Box) -> str:
    """A block that fills a box, with its name and its marks."""
    broken = " destroyed" if look.destroyed else ""
    frame = rectangle(box, f"block hue-{look.hue}{broken}", 3.0)
    room = box.width - (MARK if look.charged is not None else 0.0)
    middle = (box.x + room / 2 + 0.5, box.y + box.height / 2)
    size = min(box.height * 0.5, MOST_TEXT)
    tag = name_tag(middle, look.name, room - 2.0, size, "tag on-block")
    cracks = _cracks(box) if look.destroyed else ""
    mark = "" if look.charged is None else charge(box.x + box.width - 8.0, box.y + 10.0, look)
    return frame + cracks + tag + mark


def charge(x: float, y: float, look: Brick) -> str:
    """A charge with its fuse, or the star it left when it went off."""
    if look.charged:
        return circle((x, y), 3.6, "charge") + path([(x, y - 3), (x + 3, y - 7)], "fuse")
    return path([(x + dx, y + dy) for dx, dy in _STAR], "blast", closed=True)


def _cracks(box: Box) -> str:
    """Cracks from side to side."""
    ways = [
        [(box.x + box.width * across, box.y + box.height * down) for across, down in crack]
        for crack in _CRACKS
    ]
    return "".join(path(way, "crack") for way in ways)
