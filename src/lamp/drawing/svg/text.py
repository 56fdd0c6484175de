"""Text in SVG: an upper bound of its width, cutting it to a width, escaping."""

from __future__ import annotations

import re
import unicodedata
from html import escape

_NARROW = frozenset("fijlrtI.,:;'|!()[]/\\ -")
_BROAD = frozenset("mwMW@%&#+<=>~^")
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold, not even escaped: control characters and halves of characters."""


def text_width(text: str, size: float) -> float:
    """The width of a text in a sans-serif font of some size, an estimate from above."""
    return size * sum(map(_relative_width, text))


def _relative_width(character: str) -> float:
    """The width of a character in ems, in DejaVu Sans: the widest font in common use."""
    if character in _NARROW:
        return 0.42
    if character in _BROAD or not character.isascii():
        return 1.4 if unicodedata.east_asian_width(character) in "WF" else 1.02
    return 0.79 if character.isupper() else 0.645


def cut(text: str, limit: float, size: float) -> str:
    """The text, or as much of its beginning as fits with “…” into a width."""
    if text_width(text, size) <= limit:
        return text
    room = limit - text_width("…", size)
    end = 0
    while end < len(text) and text_width(text[: end + 1], size) <= room:
        end += 1
    return text[:end].rstrip() + "…"


def escaped(text: str) -> str:
    """The text as the content of an XML element; what XML cannot hold becomes “�”."""
    return escape(_NOT_XML.sub("\ufffd", text), quote=False)
