"""Colours of style sheets, and how well they can be told apart."""

from __future__ import annotations

import re


def colours_of(style: str) -> dict[str, str]:
    """The colours that a style sheet defines, by their names without the two dashes."""
    return dict(re.findall(r"--([\w-]+): (#\w{6})\b", style))


def contrast(first: str, second: str) -> float:
    """The ratio of contrast of two colours, as WCAG 2 defines it."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as WCAG 2 defines it."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
