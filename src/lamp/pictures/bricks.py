"""Single blocks: coloured by name, with the marks of what befell them."""

from __future__ import annotations

from dataclasses import dataclass

from lamp.pictures.elements import Box, circle, name_tag, path, rectangle


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
    """A block that fills a box, with its name."""
    size = min(box.height * 0.5, 15.0)
    middle = (box.x + box.width / 2, box.y + box.height / 2)
    frame = rectangle(box, f"block hue-{look.hue}{' destroyed' if look.destroyed else ''}", 3.0)
    room = box.width - (22.0 if look.charged is not None else 6.0)
    marks = "" if look.charged is None else _charge(box, whole=look.charged)
    tag = name_tag(middle, look.name, room, size).replace('class="tag"', 'class="tag on-block"')
    return frame + (_crack(box) if look.destroyed else "") + tag + marks


def _charge(box: Box, *, whole: bool) -> str:
    """In the corner: a charge with its fuse, or the star it left when it went off."""
    x, y = box.x + box.width - 8.0, box.y + 9.0
    if whole:
        return circle((x, y), 3.2, "charge") + path([(x, y - 3), (x + 3, y - 6)], "fuse")
    spikes = [(0, -6), (1.5, -1.5), (6, 0), (1.5, 1.5), (0, 6), (-1.5, 1.5), (-6, 0), (-1.5, -1.5)]
    return path([(x + dx, y + dy) for dx, dy in spikes], "blast", closed=True)


def _crack(box: Box) -> str:
    """A crack from the upper to the lower side, and lines across the rest."""
    steps = (0.0, 0.3, 0.45, 0.75, 1.0)
    swings = (0.16, 0.27, 0.14, 0.26, 0.18)
    left = [
        (box.x + box.width * swing, box.y + box.height * step)
        for step, swing in zip(steps, swings, strict=True)
    ]
    right = [(2 * box.x + box.width - x, 2 * box.y + box.height - y) for x, y in left]
    return path(left, "crack") + path(right, "crack")
