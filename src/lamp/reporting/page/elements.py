"""HTML elements from names, attributes and children; every text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from lamp.drawing import written_attributes
from lamp.errors import visible

VOID = ("input", "meta", "wbr")
"""Elements that have no content and no end."""


def text(content: str) -> str:
    """A text in which nothing is HTML."""
    return escape(visible(content), quote=True)


def element(name: str, /, *children: str, **attributes: str | int | None) -> str:
    """An element around children that are HTML already.

    Attributes are escaped; `class_` is class, `data_x` is data-x, and None leaves one out.
    """
    escaped = written_attributes(attributes, lambda value: text(str(value)))
    if name in VOID:
        return f"<{name}{escaped} />"
    return f"<{name}{escaped}>{''.join(children)}</{name}>"


def classes(**names: bool) -> str | None:
    """The names of those classes that are wanted."""
    return " ".join(name.replace("_", "-") for name, yes in names.items() if yes) or None


def table_of(head: Sequence[str], rows: Iterable[Sequence[str]], class_: str) -> str:
    """A table from cells that are elements already."""
    lines = "\n".join(element("tr", *row) for row in rows)
    top = element("thead", element("tr", *head))
    return element("table", top, element("tbody", lines), class_=class_)
