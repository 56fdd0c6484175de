"""The table and the hand."""

from __future__ import annotations

from lamp.drawing.svg.elements import element, path, rectangle, text_at
from lamp.drawing.svg.geometry import Box

THICKNESS = 12.0
FORK = 5.0
"""How thick the hand is."""
_EDGE = ((-12, 0), (-4, 4), (-14, 8), (-6, THICKNESS))
"""Where a broken table ends, left of the break."""


def table(left: float, right: float, y: float, *, destroyed: bool) -> str:
    """A table with its upper side at `y`, or its two halves after an explosion."""
    if not destroyed:
        board = rectangle(Box(left, y, right - left, THICKNESS), "table", 2.0)
        return element("g", board, data_table="whole")
    middle = (left + right) / 2
    halves = [
        [(end, y), *((middle + sign * x, y + down) for x, down in _EDGE), (end, y + THICKNESS)]
        for end, sign in ((left, 1), (right, -1))
    ]
    elements = [path(half, "broken table", closed=True) for half in halves]
    note = text_at((middle, y + THICKNESS + 15.0), "the table is destroyed", "danger tag")
    return element("g", *elements, note, data_table="destroyed")


def fork(rail: float, box: Box) -> str:
    """A hand that hangs from a rail: a mast beside a box, and a fork under it."""
    mast, foot = box.x - FORK / 2 - 1.0, box.y + box.height + FORK / 2
    return path([(mast, rail), (mast, foot), (box.x + box.width, foot)], "hand")


def claw(rail: float, box: Box) -> str:
    """An empty hand: open jaws around a box."""
    middle, knee = box.x + box.width / 2, box.y + 2.0
    left, right = box.x + 8.0, box.x + box.width - 8.0
    jaws = path([(left + 4, knee + 16), (left, knee + 9), (left, knee), (right, knee)], "hand")
    tip = path([(right, knee), (right, knee + 9), (right - 4, knee + 16)], "hand")
    return path([(middle, rail), (middle, knee)], "hand") + jaws + tip
