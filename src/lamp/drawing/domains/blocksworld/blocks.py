"""Single blocks: coloured by name, with marks for explosions and damage."""

from __future__ import annotations

from dataclasses import dataclass

from lamp.drawing.svg.elements import circle, name_tag, path, rectangle
from lamp.drawing.svg.geometry import Box

MOST_TEXT = 15.0
"""The largest size of a name."""
MARK = 13.0
"""The width of the mark at the right of a name."""
_STAR = ((0, -6), (1.5, -1.5), (6, 0), (1.5, 1.5), (0, 6), (-1.5, 1.5), (-6, 0), (-1.5, -1.5))
_CRACKS = (
    ((0.0, 0.24), (0.14, 0.06), (0.3, 0.24), (0.46, 0.08), (0.58, 0.0)),
    ((0.0, 0.84), (0.18, 0.94), (0.34, 0.76), (0.55, 0.95), (0.72, 0.78), (1.0, 0.9)),
)
"""Above and below the name, in widths and heights of a block."""


@dataclass(frozen=True, slots=True)
class Block:
    """The look of a block."""

    name: str
    colour: int
    """The position of its colour in `BLOCK_COLOURS`."""
    destroyed: bool = False
    charged: bool | None = None
    """Whether it can still explode; None where blocks of the domain cannot."""


def block_element(block: Block, box: Box) -> str:
    """A block that fills a box, with its name and its marks."""
    broken = " destroyed" if block.destroyed else ""
    frame = rectangle(box, f"block hue-{block.colour}{broken}", 3.0)
    room = box.width - (MARK if block.charged is not None else 0.0)
    middle = (box.x + room / 2 + 0.5, box.y + box.height / 2)
    size = min(box.height * 0.5, MOST_TEXT)
    tag = name_tag(middle, block.name, room - 2.0, size, "tag on-block")
    cracks = _cracks(box) if block.destroyed else ""
    mark = "" if block.charged is None else charge(box.x + box.width - 8.0, box.y + 10.0, block)
    return frame + cracks + tag + mark


def charge(x: float, y: float, block: Block) -> str:
    """A charge with its fuse, or the star that is left of it after the explosion."""
    if block.charged:
        return circle((x, y), 3.6, "charge") + path([(x, y - 3), (x + 3, y - 7)], "fuse")
    return path([(x + dx, y + dy) for dx, dy in _STAR], "blast", closed=True)


def _cracks(box: Box) -> str:
    """Cracks from side to side."""
    lines = [
        [(box.x + box.width * across, box.y + box.height * down) for across, down in crack]
        for crack in _CRACKS
    ]
    return "".join(path(line, "crack") for line in lines)
