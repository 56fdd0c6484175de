"""Pictures for renderers of SVG without custom properties and media queries of CSS."""

from __future__ import annotations

import re

from lamp.drawing.domains.style import LIGHT, RULES, STYLE


def plain(picture: str) -> str:
    """The picture with the colours of a light page in place of custom properties."""
    return picture.replace(STYLE, _plain_style())


def _plain_style() -> str:
    colours = dict(re.findall(r"(--[\w-]+): ([^;]+);", LIGHT))
    rules = re.sub(r"var\((--[\w-]+)\)", lambda used: colours[used[1]], RULES)
    return f"\nsvg {{ font-family: sans-serif; font-size: 13px; }}\n{rules}\n"
