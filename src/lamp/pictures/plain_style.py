"""Pictures for programs that draw SVG, but know less of CSS than browsers do."""

from __future__ import annotations

import re

from lamp.pictures.theme import LIGHT, RULES_OF_ALL, STYLE


def plain(picture: str) -> str:
    """The picture in the colours of light screens: no variables, no questions to the screen."""
    return picture.replace(STYLE, _plain_style())


def _plain_style() -> str:
    colours = dict(re.findall(r"(--[\w-]+): ([^;]+);", LIGHT))
    rules = re.sub(r"var\((--[\w-]+)\)", lambda used: colours[used[1]], RULES_OF_ALL)
    return f"\nsvg {{ font-family: sans-serif; font-size: 13px; }}\n{rules}\n"
