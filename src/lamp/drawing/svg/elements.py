"""SVG elements as text.

Groups are translated, never rotated or scaled, and paths have absolute coordinates: tests read
from the text whether two elements overlap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import hypot

from lamp.drawing.svg.geometry import Box, Point
from lamp.drawing.svg.text import cut, escaped, text_width

LEAST_TEXT_SIZE = 8.5
"""A name that does not fit at this size is cut."""


def element(tag: str, *content: str, **attributes: object) -> str:
    """An element; `class_` is its class, `data_car` its `data-car`, None leaves one out.

    Numbers are written with at most one decimal; texts are escaped.
    """
    written = written_attributes(attributes, _value)
    inside = "".join(content)
    return f"<{tag}{written}>{inside}</{tag}>" if inside else f"<{tag}{written}/>"


def written_attributes(attributes: Mapping[str, object], write: Callable[[object], str]) -> str:
    """Attributes as in a tag of SVG or HTML, each value as `write` returns it."""
    return "".join(
        f' {name.strip("_").replace("_", "-")}="{write(value)}"'
        for name, value in attributes.items()
        if value is not None
    )


def _value(value: object) -> str:
    """The value of an attribute: numbers with one decimal at most, texts escaped."""
    if isinstance(value, int | float):
        return _number(value)
    return escaped(str(value)).replace('"', "&quot;")


def _number(value: float) -> str:
    """A coordinate, with one decimal at most."""
    return f"{round(value, 1) + 0.0:g}"


def group(origin: tuple[float, float], *content: str, **attributes: object) -> str:
    """Elements, translated to an origin."""
    move = f"translate({_number(origin[0])} {_number(origin[1])})"
    return element("g", *content, transform=move, **attributes)


def circle(centre: tuple[float, float], radius: float, kind: str) -> str:
    """A circle; `kind` is its class."""
    return element("circle", class_=kind, cx=centre[0], cy=centre[1], r=radius)


def rectangle(box: Box, kind: str, corner: float = 0.0) -> str:
    """A rectangle, whose corners may be rounded."""
    x, y, width, height = box
    return element("rect", class_=kind, x=x, y=y, width=width, height=height, rx=corner or None)


def path(points: Iterable[tuple[float, float]], kind: str, *, closed: bool = False) -> str:
    """A polyline, or a polygon where it is closed."""
    corners = "L".join(f"{_number(x)} {_number(y)}" for x, y in points)
    return element("path", class_=kind, d=f"M{corners}{'Z' if closed else ''}")


def text_at(position: tuple[float, float], text: str, kind: str = "") -> str:
    """A text; the style sheet decides whether it is centred at its position."""
    return element("text", escaped(text), class_=kind or None, x=position[0], y=position[1])


def name_tag(
    centre: tuple[float, float], name: str, width: float, size: float, kind: str = "tag"
) -> str:
    """A name, made smaller and then cut to fit a width; a name that is cut has a tooltip."""
    size = max(min(size, size * width / max(text_width(name, size), 1.0)), LEAST_TEXT_SIZE)
    shown = cut(name, width + 0.01, size)
    tooltip = element("title", escaped(name)) if shown != name else ""
    position = {"x": centre[0], "y": centre[1] + size * 0.36}
    return element("text", tooltip, escaped(shown), class_=kind, font_size=size, **position)


def arrow_head(start: Point, tip: Point, kind: str, length: float = 9.0) -> str:
    """The head of an arrow from `start` to `tip`."""
    distance = hypot(tip.x - start.x, tip.y - start.y) or 1.0
    dx, dy = (tip.x - start.x) / distance * length, (tip.y - start.y) / distance * length
    back = Point(tip.x - dx, tip.y - dy)
    wings = [(back.x - dy * 0.42, back.y + dx * 0.42), (back.x + dy * 0.42, back.y - dx * 0.42)]
    return path([tip, *wings], kind, closed=True)
