"""SVG elements of pictures, and the page around them.

Nothing has an id, so that several pictures can be in one document. Groups are moved, never turned
or scaled, and paths have absolute coordinates: what overlaps what can be read off the text.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import NamedTuple

from lamp.landmarks.drawing.layout import Box, Size
from lamp.landmarks.drawing.text import cut, escaped, text_width
from lamp.pictures.theme import STYLE

__all__ = [
    "Box",
    "Point",
    "Size",
    "arrow_head",
    "circle",
    "element",
    "group",
    "name_tag",
    "page",
    "path",
    "rectangle",
    "words",
]

LEAST_TEXT = 8.5
"""Names are cut rather than smaller than this."""


class Point(NamedTuple):
    """A place in a picture; `y` grows downwards."""

    x: float
    y: float


def element(tag: str, *content: str, **attributes: object) -> str:
    """An element; `class_` is its class, `data_car` its `data-car`, None leaves one out."""
    written = "".join(
        f' {name.strip("_").replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    inside = "".join(content)
    return f"<{tag}{written}>{inside}</{tag}>" if inside else f"<{tag}{written}/>"


def _value(value: object) -> str:
    """The value of an attribute: numbers with one decimal at most, texts escaped."""
    if isinstance(value, int | float):
        return _number(value)
    return escaped(str(value)).replace('"', "&quot;")


def _number(value: float) -> str:
    """A coordinate, with one decimal at most."""
    return f"{round(value, 1) + 0.0:g}"


def group(at: tuple[float, float], *content: str, **attributes: object) -> str:
    """Some elements, moved to a place."""
    move = f"translate({_number(at[0])} {_number(at[1])})"
    return element("g", *content, transform=move, **attributes)


def circle(at: tuple[float, float], radius: float, kind: str) -> str:
    """A circle around a place."""
    return element("circle", class_=kind, cx=at[0], cy=at[1], r=radius)


def rectangle(box: Box, kind: str, corner: float = 0.0) -> str:
    """A rectangle, whose corners may be round."""
    x, y, width, height = box
    return element("rect", class_=kind, x=x, y=y, width=width, height=height, rx=corner or None)


def path(points: Iterable[tuple[float, float]], kind: str, *, closed: bool = False) -> str:
    """Straight lines from point to point."""
    way = "L".join(f"{_number(x)} {_number(y)}" for x, y in points)
    return element("path", class_=kind, d=f"M{way}{'Z' if closed else ''}")


def words(at: tuple[float, float], text: str, kind: str = "") -> str:
    """A text; the style sheet says whether it is centred at its place."""
    return element("text", escaped(text), class_=kind or None, x=at[0], y=at[1])


def name_tag(
    at: tuple[float, float], name: str, width: float, size: float, kind: str = "tag"
) -> str:
    """A name around a place, made smaller and then cut to fit a width, with a tooltip then."""
    size = max(min(size, size * width / max(text_width(name, size), 1.0)), LEAST_TEXT)
    shown = cut(name, width + 0.01, size)
    tooltip = element("title", escaped(name)) if shown != name else ""
    place = {"x": at[0], "y": at[1] + size * 0.36}
    return element("text", tooltip, escaped(shown), class_=kind, font_size=size, **place)


def arrow_head(start: Point, tip: Point, kind: str, length: float = 9.0) -> str:
    """The head of an arrow that comes from `start` and points at `tip`."""
    away = hypot(tip.x - start.x, tip.y - start.y) or 1.0
    dx, dy = (tip.x - start.x) / away * length, (tip.y - start.y) / away * length
    back = Point(tip.x - dx, tip.y - dy)
    wings = [(back.x - dy * 0.42, back.y + dx * 0.42), (back.x + dy * 0.42, back.y - dx * 0.42)]
    return path([tip, *wings], kind, closed=True)


def page(texts: tuple[str, str], size: Size, elements: Iterable[str]) -> str:
    """A whole SVG file in ASCII; its texts are a title and the picture in words."""
    width, height = f"{size.width:.0f}", f"{size.height:.0f}"
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" class="lamp-picture" role="img"',
        f'width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f"<title>{escaped(texts[0])}</title>",
        f"<desc>{escaped(texts[1])}</desc>",
        f"<style>{STYLE}</style>",
        '<rect class="paper" width="100%" height="100%"/>',
        *elements,
        "</svg>\n",
    ]
    # No encoding of a terminal or a file can then make it another text.
    return "\n".join(parts).encode("ascii", "xmlcharrefreplace").decode("ascii")
